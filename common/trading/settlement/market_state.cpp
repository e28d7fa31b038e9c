#include "settlement/market_state.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "log/log.h"
#include "settlement/placing.h"
#include "settlement/scale.h"

namespace cambio::settlement {

namespace {

/// How long a stop that has failed is left alone.
constexpr std::chrono::seconds failing_pause{30};

/// What the house asks where the provider asks `price`.
Decimal with_spread(Decimal price, Side side, Decimal spread) {
    const Decimal part = Decimal::multiply(price, spread, Rounding::up);
    return side == Side::sell ? price + part : price - part;
}

std::vector<matching::ProviderLevel> steps_of(const markets::Market& market,
                                              const std::vector<markets::Level>& levels, Side side,
                                              Decimal spread) {
    std::vector<matching::ProviderLevel> result;
    std::int64_t left = whole_steps(market.provider_limit, market.lot, matching::max_lots.value);
    for (const markets::Level& level : levels) {
        const Decimal price = with_spread(level.price, side, spread);
        std::int64_t ticks = whole_steps(price, market.tick, matching::max_ticks.value);
        // A seller's price is rounded up and a buyer's down, so that the house never pays for it.
        if (side == Side::sell && !price.multiple_of(market.tick)) ++ticks;
        const std::int64_t lots = std::min(left, whole_steps(level.quantity, market.lot, left));
        if (!matching::in_bounds({ticks}, {lots})) continue;
        left -= lots;
        if (!result.empty() && result.back().price.value == ticks) {
            result.back().lots += matching::Lots{lots};
            continue;
        }
        const bool in_order =
            result.empty() || (side == Side::sell ? result.back().price.value < ticks
                                                  : result.back().price.value > ticks);
        if (in_order) result.push_back({{ticks}, {lots}});
    }
    std::erase_if(result, [](const matching::ProviderLevel& level) {
        return !matching::in_bounds(level.price, level.lots);
    });
    return result;
}

Decimal worth_of(const markets::Market& market, std::span<const matching::ProviderLevel> levels) {
    Decimal sum;
    for (const auto& level : levels) sum += notional_of(market, level.price, level.lots);
    return sum;
}

}  // namespace

ProviderLevels provider_levels(const markets::Market& market, const markets::StoredBook& book,
                               Decimal spread) {
    return {steps_of(market, book.bids, Side::buy, spread),
            steps_of(market, book.asks, Side::sell, spread), book.provider_at, book.received_at};
}

void MarketState::enter(const LiveOrderPtr& live) {
    const OrderId id = live->order.id;
    if (open.emplace(id, live).second) {
        auto& ids = own[live->order.client];
        ids.insert(std::ranges::lower_bound(ids, id), id);
    }
    if (live->order.waiting()) keep_stop(live);
}

void MarketState::keep_stop(const LiveOrderPtr& live) {
    drop_stop(live->order);
    if (!on_step(live->order)) return;
    if (live->order.reached_at) {
        reached.emplace(live->order.id, live);
    } else {
        stops.insert(live);
    }
}

bool MarketState::on_step(const Order& order) const {
    // By total it has no quantity.
    if (order.kind == OrderKind::market)
        return order.quantity.zero() || lots_of(market, order.quantity).has_value();
    return fit(order).has_value();
}

std::optional<MarketState::Fit> MarketState::fit(const Order& order) const {
    const auto price = ticks_of(market, order.price);
    const auto quantity = lots_of(market, order.quantity);
    const auto remaining = lots_of(market, order.remaining());
    if (!price || !quantity || !remaining) return std::nullopt;
    return Fit{*price, *quantity, *remaining};
}

void MarketState::drop_stop(const Order& order) {
    stops.erase(order);
    reached.erase(order.id);
}

void MarketState::leave(const Order& order) {
    if (order.stop()) drop_stop(order);
    if (open.erase(order.id) == 0) return;
    const auto ids = own.find(order.client);
    ids->second.erase(std::ranges::lower_bound(ids->second, order.id));
    if (ids->second.empty()) own.erase(ids);
}

bool MarketState::quote_reaches_stop(pg::Time now, int stale_after_ms) const {
    if (!trades() || !fresh_quote(now, stale_after_ms)) return false;
    return !reached.empty() || !stops.quiet(quote->last) ||
           stops.reached(quote->last, quote->last) != nullptr;
}

bool MarketState::fresh_quote(pg::Time now, int stale_after_ms) const {
    return quote && !markets::stale(*quote, now, stale_after_ms);
}

std::optional<PriceBand> MarketState::believed(pg::Time now, int stale_after_ms,
                                               std::chrono::milliseconds house_stale_after,
                                               Decimal protection) const {
    if (!fresh_quote(now, stale_after_ms)) return std::nullopt;
    PriceBand band{quote->last, quote->last};
    if (!risk::too_old(provider.made(), now, house_stale_after)) {
        for (const Decimal best : {heard_bid_, heard_ask_}) {
            if (!best.positive()) continue;
            band.low = minimum(band.low, best);
            band.high = maximum(band.high, best);
        }
    }
    return PriceBand{furthest_from(band.low, Side::sell, protection),
                     furthest_from(band.high, Side::buy, protection)};
}

int MarketState::open_orders(ClientId client) const {
    const auto ids = own.find(client);
    return ids == own.end() ? 0 : static_cast<int>(ids->second.size());
}

int MarketState::trailing_stops(ClientId client) const {
    const auto ids = own.find(client);
    if (ids == own.end()) return 0;
    return static_cast<int>(std::ranges::count_if(ids->second, [&](OrderId id) {
        const Order& order = open.at(id)->order;
        return order.trailing_delta != 0 && order.waiting();
    }));
}

std::vector<LiveOrderPtr> MarketState::orders_of(ClientId client) const {
    std::vector<LiveOrderPtr> orders;
    const auto ids = own.find(client);
    if (ids == own.end()) return orders;
    for (const OrderId id : ids->second) orders.push_back(open.at(id));
    return orders;
}

void MarketState::restore(std::int64_t market_seq, std::vector<Order> orders) {
    count_taken(pg::now());
    if (doubted && *doubted != market_seq) drop_provider();
    if (offered_) {
        // What was taken stays taken: the memory is made anew, the provider's book is not.
        provider.bids = granted_.bids;
        provider.asks = granted_.asks;
    }
    book = matching::Book{};
    granted_ = {};
    open.clear();
    own.clear();
    stops.clear();
    reached.clear();
    std::vector<LiveOrderPtr> lives;
    lives.reserve(orders.size());
    for (Order& order : orders) {
        lives.push_back(std::make_shared<LiveOrder>());
        lives.back()->order = std::move(order);
    }
    std::ranges::sort(lives, {}, [](const LiveOrderPtr& live) {
        const Order& order = live->order;
        return std::tuple{order.seq, order.queue_priority(), order.id};
    });
    open.reserve(lives.size());
    std::unordered_map<OrderId, LiveOrderPtr> legs;
    for (const LiveOrderPtr& live : lives) {
        enter(live);
        Order& kept = live->order;
        if (kept.oco_group.value != 0) {
            const auto [first, alone] = legs.emplace(kept.oco_group, live);
            Order& other = first->second->order;
            if (!alone) kept.stop() ? pair_up(other, kept) : pair_up(kept, other);
        }
        rest(kept);
    }
    seq = market_seq;
    stale = false;
    book_changed = true;
}

/// Puts an order that was read where it has its place, if that is in the book.
void MarketState::rest(const Order& order) {
    const bool in_book = order.kind == OrderKind::limit && !order.waiting();
    const auto steps = in_book ? fit(order) : std::nullopt;
    if (in_book ? !steps : !on_step(order)) {
        log::warn("settlement.order_off_step", {{"order", std::to_string(order.id.value)}});
        return;
    }
    if (!in_book) return;
    matching::Order resting;
    resting.id = order.id;
    resting.client = order.client;
    resting.side = order.side;
    resting.limit = steps->price;
    resting.quantity = steps->quantity;
    book.restore(resting, steps->remaining);
}

bool MarketState::may_trigger(OrderId id) const {
    const auto now = std::chrono::steady_clock::now();
    if (!trades() || (now < stops_apart_until && !tried.empty())) return false;
    const auto found = failing.find(id);
    return found == failing.end() || now >= found->second;
}

bool MarketState::set_aside(OrderId id) const {
    return failing.contains(id) || std::chrono::steady_clock::now() < stops_apart_until;
}

void MarketState::rest_stops() {
    log::error("settlement.stops_rest", {{"market", std::to_string(market.id.value)}});
    stops_rest_until = std::chrono::steady_clock::now() + std::chrono::seconds{5};
}

void MarketState::set_failing(OrderId id) {
    log::error("settlement.stop_fails", {{"order", std::to_string(id.value)}});
    const auto now = std::chrono::steady_clock::now();
    std::erase_if(failing, [now](const auto& one) { return one.second <= now; });
    failing[id] = now + failing_pause;
}

void MarketState::suspect_tried() {
    if (tried.empty()) return;
    if (tried.size() == 1) set_failing(tried.front());
    tried.clear();
    rest_stops();
    stops_apart_until = stops_rest_until + failing_pause;
}

bool MarketState::hear_provider(ProviderLevels&& levels, pg::Time now) {
    count_taken(now);
    const bool gone = levels.empty();
    if (!gone && levels.provider_at <= provider.provider_at) return false;
    levels.provider_at = std::max(levels.provider_at, provider.provider_at);
    provider = std::move(levels);
    const auto best = [this](const std::vector<matching::ProviderLevel>& side) {
        return side.empty() ? Decimal{} : price_of(market, side.front().price);
    };
    heard_bid_ = best(provider.bids);
    heard_ask_ = best(provider.asks);
    offered_ = false;
    doubted.reset();
    return true;
}

void MarketState::drop_provider() {
    const pg::Time at = provider.provider_at;
    provider = {};
    provider.provider_at = at;
    offered_ = false;
    doubted.reset();
}

bool MarketState::waits_for_house(const matching::Order& order, pg::Time asked) const {
    return risk::made_before(provider.made(), asked) && book.takes_provider(order);
}

void MarketState::offer_provider(const Means& means) {
    book.set_provider(Side::buy, provider.bids);
    book.set_provider(Side::sell, provider.asks);
    const auto left = [&](risk::Budget& budget, Decimal elsewhere) {
        return maximum(budget.left(means.now, means.budget) - elsewhere, Decimal{});
    };
    Decimal base = means.base;
    if (!provider.asks.empty()) {
        const Decimal best = price_of(market, provider.asks.front().price);
        base = minimum(base, Decimal::divide(left(sold_, converted.sold), best, Rounding::down));
    }
    const Decimal money = minimum(means.quote, left(bought_, converted.bought));
    book.set_provider_capacity({{whole_steps(base, market.lot, matching::max_lots.value)},
                                whole_steps(money, market.unit, matching::max_notional)});
}

void MarketState::provider_offered() {
    granted_.bids = provider.bids;
    granted_.asks = provider.asks;
    offered_ = true;
}

void MarketState::remember_traded(const risk::Traded& traded, pg::Time now) {
    sold_.at_least(now, traded.sold);
    bought_.at_least(now, traded.bought);
}

void MarketState::count_traded(const risk::Traded& traded, pg::Time now) {
    sold_.took(now, traded.sold);
    bought_.took(now, traded.bought);
    untold_.sold += traded.sold;
    untold_.bought += traded.bought;
}

risk::Traded MarketState::newly_traded(pg::Time now) {
    count_taken(now);
    return std::exchange(untold_, {});
}

/// The budget counts what is gone from the levels since the last look, so that no order pays for
/// the counting. Not while a batch runs: it may be undone.
void MarketState::count_taken(pg::Time now) {
    const auto bids = book.provider_levels(Side::buy);
    const auto asks = book.provider_levels(Side::sell);
    const Decimal bought = worth_of(market, granted_.bids) - worth_of(market, bids);
    const Decimal sold = worth_of(market, granted_.asks) - worth_of(market, asks);
    bought_.took(now, bought);
    sold_.took(now, sold);
    untold_.bought += bought;
    untold_.sold += sold;
    granted_.bids.assign(bids.begin(), bids.end());
    granted_.asks.assign(asks.begin(), asks.end());
}

}  // namespace cambio::settlement
