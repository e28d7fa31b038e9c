#pragma once

#include <cstdint>

/// What a transaction offers Bitcoin: pure.
namespace cambio::chain {

/// Satoshi of a whole Bitcoin transaction, and its virtual bytes.
struct BitcoinFee {
    std::uint64_t satoshi = 0, size = 1;

    /// For each virtual byte, rounded up.
    std::uint64_t rate() const { return (satoshi + size - 1) / size; }
};

/// Whether nodes take a transaction in place of another one (BIP 125): it pays more for each byte,
/// and at least one satoshi for each of its own bytes more than all that it drives out has paid:
/// the replaced one and what spends it, `replaced_all` satoshi.
bool may_replace(const BitcoinFee& replacing, const BitcoinFee& replaced,
                 std::uint64_t replaced_all);

/// The lowest rate at which one of the same size, or a larger one, pays for all that it drives out.
std::uint64_t least_replacing_rate(const BitcoinFee& replaced, std::uint64_t replaced_all);

/// The rate to replace another one at, where nobody names one: a quarter more.
std::uint64_t usual_replacing_rate(const BitcoinFee& replaced);

}  // namespace cambio::chain
