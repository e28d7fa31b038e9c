#include <algorithm>
#include <map>

#include "settlement/batch.h"
#include "settlement/placing.h"
#include "settlement/scale.h"

/// Orders that wait for a price. Every trade is compared with them where it is settled, and every
/// new price of the provider by the market's writer, after the command that brought it; those that
/// it reaches become limit or market orders, one after the other, and what they trade is compared
/// in turn. Each triggers once and none is added meanwhile, so a cascade ends.
namespace cambio::settlement {

namespace {

/// The limit leg must lie on the far side of the last price, the stop leg on the near one.
bool straddles(const PlaceOrder& request, Decimal last) {
    const bool sell = request.side == Side::sell;
    const Decimal high = sell ? request.price : request.stop_price;
    const Decimal low = sell ? request.stop_price : request.price;
    return low < last && last < high;
}

}  // namespace

/// From which side the price must come. The provider's fresh price must stand on that side, too:
/// it would trigger the order at once, and could do so after any restart. `field` is what a refusal
/// names.
Direction Batch::direction_of(const Touched& touched, const PlaceOrder& request,
                              const char* field) const {
    Decimal last = touched.last;
    if (!last.positive()) throw Error{Code::stale_price};
    const auto band = believed(*touched.state);
    if (request.trailing_delta != 0 && band) last = band->nearest(last);
    if (request.oco() && !straddles(request, last))
        throw Error{Code::oco_prices, field}.with("price", last.str());
    const bool rises = request.stop_price > last;
    const std::optional<markets::Quote>& quote = touched.state->quote;
    bool reached = request.stop_price == last;
    if (quote && !markets::stale(*quote, pg::now(), limits_.stale_after_ms)) {
        reached = reached ||
                  (rises ? quote->last >= request.stop_price : quote->last <= request.stop_price);
    }
    const Direction from = rises ? Direction::rises : Direction::falls;
    // On the other side of a stop whose side was named, the price has passed it already.
    reached = reached || (request.stop_from != Direction::none && request.stop_from != from);
    if (reached) throw Error{Code::stop_would_trigger, field}.with("price", last.str());
    return from;
}

/// One that follows the price stands behind the last one, as far as that is believed, and must be
/// worth its minimum there.
PlaceOrder Batch::with_stop(const Touched& touched, const PlaceOrder& asked) const {
    PlaceOrder request = asked;
    if (request.trailing_delta == 0) return request;
    const MarketState& state = *touched.state;
    const auto band = believed(state);
    if (!band || !touched.last.positive()) throw Error{Code::stale_price};
    const markets::Market& market = state.market;
    request.stop_price = trailing_stop(request.side, band->nearest(touched.last),
                                       request.trailing_delta, market.tick);
    if (!request.stop_price.positive()) throw Error{Code::out_of_range, "trailing_delta"};
    validate(market, request);
    return request;
}

void Batch::place_stop(Job& job, const PlaceOrder& asked, const ValidatedOrder& validated) {
    MarketState& state = markets_.at(asked.market);
    Touched& touched = touch(state);
    if (asked.trailing_delta != 0 &&
        state.trailing_stops(job.command.caller.client) >= max_trailing_stops)
        throw Error{Code::too_many_open_orders, "trailing_delta"};
    const PlaceOrder request = with_stop(touched, asked);
    Legs legs = legs_of(job, request);
    legs.stop->order.direction =
        direction_of(touched, request, asked.trailing_delta != 0 ? "trailing_delta" : "stop_price");
    legs.stop->order.reserve = reserve_of(state, request, validated);
    check_stop_funds(request, legs, accounts_.at(payer_of(markets_, job)).balance);
    const OrderId first = number_for(job);
    if (legs.limit) {
        legs.limit->order.id = first;
        if (job.hold.id != 0) legs.limit->order.queue_id = ids_.take();
        const auto refused = rest_limit_leg(touched, legs.limit->order, validated);
        if (refused) throw Error{refusal(*refused)};
    }
    legs.stop->order.id = legs.limit ? ids_.take() : first;
    enter_legs(job, touched, legs);
}

/// The stop that is asked for and, where it is one of a pair, the limit leg beside it.
Batch::Legs Batch::legs_of(const Job& job, const PlaceOrder& request) const {
    const token::Session& caller = job.command.caller;
    const auto stop = std::make_shared<LiveOrder>();
    const std::int64_t seq = markets_.at(request.market).seq + 1;
    stop->order = order_of(request, caller.client, {}, seq);
    stop->order.session = request.session.value != 0 ? request.session : caller.id;
    if (!request.oco()) return {nullptr, stop};
    const auto limit = std::make_shared<LiveOrder>(*stop);
    limit->order.stop_price = {};
    limit->order.time_in_force = TimeInForce::gtc;
    limit->order.post_only = true;
    stop->order.price = request.stop_limit_price;
    stop->order.client_key = request.stop_key;
    return {limit, stop};
}

void Batch::check_stop_funds(const PlaceOrder& request, const Legs& legs, Decimal available) const {
    const Decimal needed =
        maximum(legs.stop->order.need(), legs.limit ? legs.limit->order.need() : Decimal{});
    if (needed <= available) return;
    const char* field = request.total.positive() ? "total" : "number_of_order";
    throw Error{Code::insufficient_balance, field}.with("available", available.str());
}

/// The limit leg rests already.
void Batch::enter_legs(Job& job, Touched& touched, const Legs& legs) {
    if (legs.limit) {
        Order& limit = legs.limit->order;
        limit.oco_group = legs.stop->order.oco_group = limit.id;
        pair_up(limit, legs.stop->order);
    }
    for (const LiveOrderPtr& live : legs.all()) {
        live->touch = LiveOrder::Touch::placed;
        move_hold(*touched.state, live->order, ledger::Kind::order_hold);
        touched.state->enter(live);
        placed_.push_back(live);
        job.orders.push_back(live);
    }
    touched.written = true;
    touched.needs_open = true;
}

/// What a market buy holds while it waits: its total, or what its quantity may cost at the stop
/// price and as far from it as a market order trades. It spends no more once it is triggered,
/// wherever the price is then.
Decimal Batch::reserve_of(const MarketState& state, const PlaceOrder& request,
                          const ValidatedOrder& validated) const {
    if (request.kind != OrderKind::market || request.side == Side::sell) return {};
    if (request.total.positive()) return request.total;
    const matching::Ticks worst =
        protected_from(state.market, request.stop_price, request.side, limits_.price_protection);
    if (!matching::in_bounds(worst, validated.quantity)) {
        throw Error{Code::above_maximum, "number_of_order"};
    }
    return notional_of(state.market, worst, validated.quantity);
}

/// The limit leg of a pair is a maker: it rests whole, or not at all, and then this says why.
std::optional<matching::Reason> Batch::rest_limit_leg(Touched& touched, const Order& order,
                                                      const ValidatedOrder& validated) {
    bound_provider(*touched.state);
    effects_.clear();
    touched.state->book.submit(limit_of(order, validated.limit, validated.quantity), effects_);
    const matching::Event& last = effects_[effects_.size() - 1];
    if (last.what == matching::What::rested) return std::nullopt;
    return last.reason;
}

void Batch::on_price(MarketState& state, Decimal price) {
    Touched& touched = touch(state);
    note_price(touched, price);
    trigger_stops(touched, true);
}

void Batch::note_price(Touched& touched, Decimal price) {
    follow(touched, price);
    if (!touched.price_range) touched.price_range.emplace(price, price);
    touched.price_range->first = minimum(touched.price_range->first, price);
    touched.price_range->second = maximum(touched.price_range->second, price);
}

/// Moves the stops that follow a price that is believed, and remembers those that it has come back
/// to: to one of them it may have been low before it was high.
void Batch::follow(Touched& touched, Decimal price) {
    MarketState& state = *touched.state;
    if (!state.market.open || state.stops.quiet(price)) return;
    const auto band = believed(state);
    if (!band || !band->contains(price)) return;
    for (const auto& [turn, live] : state.stops.trailing()) {
        if (touched.back.contains(live->order.id)) continue;
        if (reached(live->order, price)) {
            touched.came_back.push_back(live);
            touched.back.insert(live->order.id);
        } else if (const auto stop = followed(live->order, price, state.market.tick)) {
            change(touched, live);
            live->order.stop_price = *stop;
        }
    }
    state.stops.moved();
}

std::optional<PriceBand> Batch::believed(const MarketState& state) const {
    return state.believed(now_, limits_.stale_after_ms, limits_.house_stale_after,
                          limits_.price_protection);
}

/// What waits for a price believes none that is far from the provider's, and none while that is
/// stale: two clients of a thin market could bring about the price that it waits for, and one at
/// which it trades. Of trades that reach from a price that is believed to one that is not, what
/// lies between counts. Where there is no provider, the price of a trade is all that there is, and
/// what has a limit believes it.
LiveOrderPtr Batch::next_reached(Touched& touched) const {
    const MarketState& state = *touched.state;
    if (touched.came_back.empty()) {
        const auto& [low, high] = *touched.price_range;
        if (!state.quote) return state.stops.reached(low, high, Stops::Among::with_limit);
        const auto band = believed(state);
        if (!band || high < band->low || low > band->high) return nullptr;
        return state.stops.reached(maximum(low, band->low), minimum(high, band->high));
    }
    const LiveOrderPtr next = touched.came_back.front();
    touched.came_back.pop_front();
    return next;
}

void Batch::trigger_stops(Touched& touched, bool waiting_too) {
    if (waiting_too) trigger_reached(touched);
    while (touched.price_range && touched.state->market.open) {
        const LiveOrderPtr next = next_reached(touched);
        if (next == nullptr) break;
        reach(touched, next);
    }
    touched.price_range.reset();
    touched.came_back.clear();
    touched.back.clear();
}

/// The last price at which what has no limit may trade: as far from the best one as the protection
/// allows, and no further than is believed. Nothing where the best one is not, or there is none.
std::optional<matching::Ticks> Batch::worst_for(const MarketState& state, Side side) const {
    const auto best = state.book.best(matching::opposite(side));
    const auto band = believed(state);
    if (!best || !band) return std::nullopt;
    const Decimal price = price_of(state.market, *best);
    if (side == Side::buy ? price > band->high : price < band->low) return std::nullopt;
    const Decimal worst = furthest_from(price, side, limits_.price_protection);
    return limit_at(state.market, band->nearest(worst), side);
}

/// What a stop order is once its price has come, in the book's words. Without a limit it trades for
/// no more than its reserve; nothing where it cannot.
std::optional<matching::Order> Batch::taker_of(const MarketState& state, const Order& stop) const {
    const markets::Market& market = state.market;
    if (!state.on_step(stop)) throw std::logic_error{"a stop has no place among the steps"};
    if (stop.kind == OrderKind::limit) {
        return limit_of(stop, *ticks_of(market, stop.price), *lots_of(market, stop.quantity));
    }
    const auto worst = worst_for(state, stop.side);
    if (!worst) return std::nullopt;
    const bool by_total = stop.quantity.zero();
    matching::Order taker =
        limit_of(stop, *worst, by_total ? matching::max_lots : *lots_of(market, stop.quantity));
    taker.kind = OrderKind::market;
    if (stop.side == Side::buy) {
        taker.quote_budget = whole_steps(stop.reserve, market.unit, matching::max_notional);
        if (taker.quote_budget == 0) return std::nullopt;
    }
    return matching::in_bounds(taker) ? std::optional{taker} : std::nullopt;
}

/// The house takes part in what a stop does only at a book that was made after its price came:
/// whoever sees the provider first could otherwise bring that price about and take the old one. It
/// waits for that book even where the house's levels were taken, are too old or have just gone,
/// which whoever brought its price about may have done or known: it would trade with them alone,
/// down to its limit. One with a limit waits so no longer than a price stays fresh; one without
/// waits as long as nobody trades at a price that is believed: it would end with nothing.
bool Batch::waits_for_house(MarketState& state, const Order& stop, pg::Time reached) {
    bound_provider(state);
    const bool market = stop.kind == OrderKind::market;
    if (house_trades(state)) {
        const bool gone = state.provider.empty();
        const pg::Time made = state.provider.made();
        const bool old = !gone && risk::too_old(made, now_, limits_.house_stale_after);
        if (market && old) return true;
        if (limits_.last_look && (gone || old || risk::made_before(made, reached)) &&
            ((market && !gone) || !long_ago(reached)))
            return true;
    }
    if (market && !worst_for(state, stop.side)) return true;
    if (!limits_.last_look) return false;
    const auto taker = taker_of(state, stop);
    return taker && state.waits_for_house(*taker, reached);
}

/// A market order that finds nobody near the provider's price while the house has a book waits for
/// its next one: somebody has just taken its levels.
bool Batch::waits_for_levels(const Job& job, const MarketState& state) const {
    if (!limits_.last_look || job.place()->kind != OrderKind::market) return false;
    const pg::Time made = state.provider.made();
    return !state.provider.empty() && risk::made_before(made, job.command.at) &&
           !risk::too_old(made, now_, limits_.house_stale_after) &&
           !worst_for(state, job.place()->side);
}

/// Whether the house has a book there, or had one that would not be stale yet. Where it looks again
/// at what trades with it, fresh prices are enough for as long: when the provider is back, or a
/// process has just begun, they may come before the first book, however old the one before is.
/// Where they go on without one, the house is away.
bool Batch::house_trades(const MarketState& state) const {
    return !state.provider.empty() || !long_ago(state.provider.provider_at) ||
           (limits_.last_look && state.fresh_quote(now_, limits_.stale_after_ms) &&
            !long_ago(state.fresh_since));
}

/// Whether a price that came then would be stale by now.
bool Batch::long_ago(pg::Time reached) const {
    return now_ - reached > std::chrono::milliseconds{limits_.stale_after_ms};
}

/// Whether it waited for longer than a price stays fresh, as it does while no process runs. What
/// was set aside here waits for our sake.
bool Batch::reached_long_ago(const MarketState& state, const Order& stop, pg::Time reached) const {
    return long_ago(reached) && !state.set_aside(stop.id);
}

/// Whether the provider's price has left the stop again meanwhile: it would trade wherever the
/// price is then.
bool Batch::left_again(const MarketState& state, const Order& stop) const {
    if (!state.fresh_quote(now_, limits_.stale_after_ms)) return false;
    const Decimal last = state.quote->last;
    return stop.direction == Direction::rises ? last < stop.stop_price : last > stop.stop_price;
}

/// Those that have waited for the book or the price that came, in the order in which they were
/// placed or changed.
void Batch::trigger_reached(Touched& touched) {
    std::vector<LiveOrderPtr> waiting;
    for (const auto& [id, live] : touched.state->reached) waiting.push_back(live);
    std::ranges::sort(waiting, {},
                      [](const LiveOrderPtr& live) { return Stops::turn_of(live->order); });
    for (const LiveOrderPtr& live : waiting) {
        if (live->order.waiting()) reach(touched, live);
    }
}

/// A stop whose price has come, now or before, is triggered or waits: for the house's next book, or
/// because one has failed. That it waits is stored with the trade that reached it: whichever
/// process hears of the book triggers it.
void Batch::reach(Touched& touched, const LiveOrderPtr& live) {
    MarketState& state = *touched.state;
    const Order& stop = live->order;
    const pg::Time since = stop.reached_at.value_or(now_);
    try {
        const bool waited = reached_long_ago(state, stop, since);
        if (waited && left_again(state, stop)) return mark_reached(touched, live, std::nullopt);
        // Where the house has a book, a price of the provider's says soon whether it has left.
        const bool unsure =
            waited && house_trades(state) && !state.fresh_quote(now_, limits_.stale_after_ms);
        if (!unsure && state.may_trigger(stop.id) && !waits_for_house(state, stop, since)) {
            state.tried.push_back(stop.id);
            return trigger(touched, live);
        }
    } catch (const std::exception& failure) {
        state.set_failing(stop.id);
        throw StopFailed{failure.what(), live->touch == LiveOrder::Touch::placed};
    }
    if (!stop.reached_at) mark_reached(touched, live, now_);
}

void Batch::mark_reached(Touched& touched, const LiveOrderPtr& live, std::optional<pg::Time> at) {
    change(touched, live);
    live->order.reached_at = at;
    touched.state->keep_stop(live);
    reached_ = true;
}

/// A stop order takes what it can reach, and rests or ends. Its hold pays for it.
void Batch::trigger(Touched& touched, const LiveOrderPtr& live) {
    MarketState& state = *touched.state;
    Order& order = live->order;
    if (frozen_.contains(order.client.value)) {
        end_whole(touched, live, OrderReason::frozen);
        return;
    }
    change(touched, live);
    state.drop_stop(order);
    move_hold(state, order, ledger::Kind::order_release);
    if (order.partner.value != 0) {
        end(touched, state.open.at(order.partner), OrderReason::oco);
        order.partner = {};
        order.covered = {};
    }
    order.triggered = true;
    order.seq = state.seq + 1;
    order.queue_id = ids_.take();
    triggered_.push_back(live);
    touched.needs_open = true;

    bound_provider(state);
    effects_.clear();
    const auto taker = taker_of(state, order);
    if (taker) {
        state.book.submit(*taker, effects_);
        const matching::Event last = effects_[effects_.size() - 1];
        settle(touched, &order);
        finish(order, last);
    } else {
        order.state = OrderState::disapproved;
        order.reason = OrderReason::market_remainder;
    }
    if (order.state == OrderState::pending) {
        move_hold(state, order, ledger::Kind::order_hold);
    } else {
        state.leave(order);
    }
}

}  // namespace cambio::settlement
