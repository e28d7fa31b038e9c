#include "withdrawals/fees.h"

#include <algorithm>

namespace cambio::withdrawals {

namespace {

constexpr uint128 usual_tip = 1'000'000'000;

uint128 an_eighth_more(uint128 fee) {
    return (fee * 9 + 7) / 8;
}

}  // namespace

std::optional<EvmFees> evm_fees(uint128 price, uint128 ceiling,
                                const std::optional<EvmFees>& replaced) {
    const EvmFees least =
        replaced ? EvmFees{an_eighth_more(replaced->max), an_eighth_more(replaced->priority)}
                 : EvmFees{};
    if (price > ceiling || least.max > ceiling) return {};
    // Twice the price, so that it stays in the running while the price doubles.
    const auto max = std::max(least.max, std::min(2 * price + usual_tip, ceiling));
    return EvmFees{max, std::min(std::max(usual_tip, least.priority), max)};
}

bool may_replace(const BitcoinFee& replacing, const BitcoinFee& replaced,
                 std::uint64_t replaced_all) {
    const bool dearer = static_cast<uint128>(replacing.satoshi) * replaced.size >
                        static_cast<uint128>(replaced.satoshi) * replacing.size;
    return dearer && replacing.satoshi >= replaced_all + replacing.size;
}

std::uint64_t least_replacing_rate(const BitcoinFee& replaced, std::uint64_t replaced_all) {
    return BitcoinFee{replaced_all + replaced.size, replaced.size}.rate();
}

std::vector<Decimal> shares_of(Decimal fee, std::size_t number) {
    constexpr int128 satoshi = 10'000'000'000;
    const int128 units = fee.units();
    const int128 each = units / satoshi / static_cast<int128>(number) * satoshi;
    std::vector<Decimal> shares(number, Decimal::from_units(each));
    shares.front() = Decimal::from_units(units - each * static_cast<int128>(number - 1));
    return shares;
}

std::uint64_t usual_replacing_rate(const BitcoinFee& replaced) {
    return std::max(replaced.rate() + 1, replaced.rate() * 5 / 4);
}

}  // namespace cambio::withdrawals
