#include "chain/evm/fees.h"

#include <algorithm>

namespace cambio::chain {

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

}  // namespace cambio::chain
