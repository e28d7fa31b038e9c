#include <span>

#include "settlement/batch.h"
#include "settlement/scale.h"

/// Why an order found too little. Looked at only where that is so, so that no other pays for it.
namespace cambio::settlement {

namespace {

/// Whether the book ended the order because nothing more was to be had.
bool found_too_little(matching::Reason reason) {
    switch (reason) {
        case matching::Reason::ioc_remainder:
        case matching::Reason::fok_unfillable:
        case matching::Reason::no_liquidity:
        case matching::Reason::market_remainder:
            return true;
        default:
            return false;
    }
}

/// What the house has left at prices within the limit, whether it can pay for it or not.
matching::Lots within(std::span<const matching::ProviderLevel> levels,
                      const matching::Order* order) {
    matching::Lots sum{};
    for (const matching::ProviderLevel& level : levels) {
        if (order != nullptr &&
            (order->side == Side::buy ? level.price > order->limit : level.price < order->limit))
            break;
        sum += level.lots;
    }
    return sum;
}

}  // namespace

/// Why the house did not trade on with an order that has found too little, where the gate had a
/// part in it: after submit() and before its trades are booked. Without an order: with one by the
/// market that met an empty side.
std::optional<risk::Why> Batch::short_of_house(const Job& job, MarketState& state,
                                               const matching::Order* order) {
    if (order != nullptr && !found_too_little(effects_[effects_.size() - 1].reason))
        return std::nullopt;
    const Side house = matching::opposite(job.place()->side);
    const auto levels = state.book.provider_levels(house);
    const matching::Lots left = within(levels, order);
    if (state.provider.empty() ||
        risk::too_old(state.provider.made(), now_, limits_.house_stale_after)) {
        const bool wanted = left.value > 0 || levels.empty();
        return wanted ? std::optional{risk::Why::stale} : std::nullopt;
    }
    const bool sells = house == Side::sell;
    const matching::ProviderCapacity& now = state.book.provider_capacity();
    // In lots of the coin, or in the smallest steps of the other side's money.
    std::int64_t traded = 0;
    if (order != nullptr) {
        for (const matching::Event& event : effects_) {
            if (event.what == matching::What::fill && event.maker == matching::provider_order)
                traded += sells ? event.lots.value : event.price.value * event.lots.value;
        }
    }
    const bool whole = order != nullptr && order->time_in_force == TimeInForce::fok;
    if (left.value > 0 && !(whole && left < order->quantity)) {
        const markets::Market& market = state.market;
        const AssetId asset = sells ? market.base.id : market.quote.id;
        const Decimal has = accounts_.house(ledger::House::liquidity, asset).balance;
        const bool all_it_has =
            sells
                ? whole_steps(has, market.lot, matching::max_lots.value) <= now.base.value + traded
                : whole_steps(has, market.unit, matching::max_notional) <= now.quote + traded;
        return all_it_has ? risk::Why::inventory : risk::Why::budget;
    }
    if (left.value == 0 && traded == 0 && order != nullptr && !levels.empty()) {
        // Its own limit keeps the order from the house, unless it was within reach when it came.
        return job.waited ? std::optional{risk::Why::moved} : std::nullopt;
    }
    return risk::Why::depth;
}

}  // namespace cambio::settlement
