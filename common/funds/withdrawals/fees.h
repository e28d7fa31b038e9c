#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "money/decimal.h"

/// What a withdrawal's transaction offers the network: pure.
namespace cambio::withdrawals {

/// Wei for each unit of gas.
struct EvmFees {
    uint128 max = 0, priority = 0;

    bool operator==(const EvmFees&) const = default;
};

/// What to offer at the node's gas price, never more than `ceiling`. What replaces another
/// transaction offers an eighth more than that one, of both: nodes ask for a tenth. Nothing: it
/// would have to be more than the ceiling.
std::optional<EvmFees> evm_fees(uint128 price, uint128 ceiling,
                                const std::optional<EvmFees>& replaced = {});

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

/// A network's fee by the number of withdrawals that one transaction has paid, in whole units of
/// 10^-8; what does not come out even is the first one's. Their sum is the fee.
std::vector<Decimal> shares_of(Decimal fee, std::size_t number);

}  // namespace cambio::withdrawals
