#include <algorithm>

#include "json/write.h"
#include "notices/notices.h"
#include "pg/pipeline.h"
#include "settlement/batch.h"
#include "settlement/brackets.h"
#include "settlement/placing.h"
#include "settlement/scale.h"

/// What is attached to orders. Those that this batch has ended: what traded waits for its pair from
/// now on, what did not is over. What waits ends with the batch that places its pair, or that
/// cancels all orders of its client. A batch without any has no statement for it.
namespace cambio::settlement {

namespace {

using Element = pg::BinaryArray::Element;

constexpr const char* insert_brackets = R"sql(
    insert into spot_brackets (order_id, client_id, state, ended_at)
    select o.id, o.client_id, case when o.filled > 0 then 1 else 4 end,
           case when o.filled > 0 then null else now() end
    from unnest($1::bigint[]) as v (id) join orders o on o.id = v.id
)sql";

/// One that waits no more stops the batch: it was cancelled or placed meanwhile.
constexpr const char* place_pairs = R"sql(
    with changed as (
        update spot_brackets b set state = 2, pair_id = v.pair, ended_at = now()
        from unnest($1::bigint[], $2::bigint[]) as v (id, pair)
        where b.order_id = v.id and b.state = 1
        returning 1)
    select expect_rows(count(*), cardinality($1)) from changed
)sql";

constexpr const char* sweep_waiting = R"sql(
    with changed as (
        update spot_brackets b set state = 4, ended_at = now()
        from unnest($1::bigint[]) as v (id)
        where b.order_id = v.id and b.state = 1
        returning 1)
    select expect_rows(count(*), cardinality($1)) from changed
)sql";

constexpr std::string_view left_out = R"sql(
    select unnest($1::bigint[]), 'take_profit_left_out', unnest($2::text[])::jsonb
)sql";

}  // namespace

void Batch::prepare_brackets(pg::Connection& connection) {
    pg::prepare(connection, "batch_brackets", insert_brackets);
    pg::prepare(connection, "batch_pairs", place_pairs);
    pg::prepare(connection, "batch_swept_brackets", sweep_waiting);
    pg::prepare(connection, "batch_left_out", notices::bell_for_each(left_out).c_str());
}

/// After the orders themselves.
void Batch::send_brackets(pg::Pipeline& pipeline) {
    pg::BinaryArray ids{Element::bigint};
    const auto add = [&](const Order& order) {
        if (order.bracket.given() && order.state != OrderState::pending) ids.add(order.id.value);
    };
    for (const LiveOrderPtr& live : placed_) add(live->order);
    for (const OrderUndo& changed : undo_) add(changed.live->order);
    if (ids.size() > 0) pipeline.send("batch_brackets", {ids.bytes()});
    if (!pairs_.empty()) {
        // Everybody locks rows in the same order.
        std::ranges::sort(pairs_);
        pg::BinaryArray orders{Element::bigint}, pairs{Element::bigint};
        for (const auto& [order, pair] : pairs_) {
            orders.add(order.value);
            pairs.add(pair.value);
        }
        pipeline.send("batch_pairs", {orders.bytes(), pairs.bytes()});
    }
    if (!swept_.empty()) {
        pg::BinaryArray swept{Element::bigint};
        for (const OrderId order : swept_) swept.add(order.value);
        pipeline.send("batch_swept_brackets", {swept.bytes()});
    }
    if (!alone_.empty()) send_alone(pipeline);
}

/// Their owners asked for a take-profit, too.
void Batch::send_alone(pg::Pipeline& pipeline) {
    pg::BinaryArray clients{Element::bigint}, told{Element::text};
    for (const LiveOrderPtr& live : alone_) {
        const Order& stop = live->order;
        Json::Value data;
        data["order_id"] = std::to_string(stop.id.value);
        data["pair"] = markets_.at(stop.market).market.pair;
        data["delegate_type"] = stop.side == Side::buy ? "BUY" : "SELL";
        clients.add(stop.client.value);
        told.add(std::string_view{json::compact(data)});
    }
    pipeline.send("batch_left_out", {clients.bytes(), told.bytes()});
}

/// Whoever attached a pair to an order cannot choose the moment in which it comes, and is not left
/// without it because a price was passed by then. What is to be had at the take-profit is taken at
/// once, as an order of its own, and the rest waits as the pair. A stop that was passed counts as
/// reached: it is triggered with its next turn, as any other that waits for one, and without a
/// fresh price of the provider's that is now. Where the limit leg cannot rest, for an order of its
/// client's own stands in the way, the stop stands alone, and the client hears of it.
void Batch::place_attached(Job& job, const PlaceOrder& request, const ValidatedOrder& validated) {
    if (swept_.contains(request.attached_to)) throw Error{Code::order_not_open, "order_id"};
    MarketState& state = markets_.at(request.market);
    Touched& touched = touch(state);
    bound_provider(state);
    Order profit = order_of(request, job.command.caller.client, {}, state.seq + 1);
    profit.stop_price = {};
    profit.time_in_force = TimeInForce::ioc;
    matching::Order taker = limit_of(profit, validated.limit, validated.quantity);
    const bool waits = limits_.last_look && state.waits_for_house(taker, job.command.at);
    if (!waits) give_back(job);
    if (!waits || !job.bound()) check_stop_funds(request, legs_of(job, request), may_pay(job));
    if (waits) {
        job.waits = job.waited = true;
        return;
    }

    // Nothing is refused from here on: it may have traded.
    profit.id = taker.id = number_for(job);
    PlaceOrder rest = request;
    OrderId first = profit.id;
    if (const LiveOrderPtr taken = take_profit(touched, profit, taker)) {
        job.orders.push_back(taken);
        rest.quantity = taken->order.remaining();
        rest.client_key += ":rest";
        if (rest.quantity.positive()) first = ids_.take();
    }
    pairs_.emplace_back(request.attached_to, profit.id);
    if (rest.quantity.positive()) protect_rest(job, touched, rest, validated.limit, first);
    // No price of the provider's may come that gives a stop its turn, as after any order.
    trigger_stops(touched, !state.fresh_quote(now_, limits_.stale_after_ms));
}

/// nullptr: nobody pays that much.
LiveOrderPtr Batch::take_profit(Touched& touched, const Order& order,
                                const matching::Order& taker) {
    effects_.clear();
    touched.state->book.submit(taker, effects_);
    const matching::Event last = effects_[effects_.size() - 1];
    if (last.what == matching::What::cancelled && effects_.size() == 1) return nullptr;
    const auto live = std::make_shared<LiveOrder>();
    live->order = order;
    live->touch = LiveOrder::Touch::placed;
    settle(touched, &live->order);
    finish(live->order, last);
    touched.written = true;
    touched.needs_open = true;
    placed_.push_back(live);
    profits_.push_back(live);
    return live;
}

/// `limit` is that of the limit leg, `first` the number of the first order.
void Batch::protect_rest(Job& job, Touched& touched, const PlaceOrder& rest, matching::Ticks limit,
                         OrderId first) {
    Legs legs = legs_of(job, rest);
    Order& stop = legs.stop->order;
    stop.direction = rest.side == Side::sell ? Direction::falls : Direction::rises;
    if (has_passed(touched, stop)) stop.reached_at = now_;
    Order& profit = legs.limit->order;
    profit.id = first;
    // The number of what has waited is older than others that rest since.
    if (first == OrderId{job.hold.id}) profit.queue_id = ids_.take();
    ValidatedOrder left;
    left.limit = limit;
    left.quantity = *lots_of(touched.state->market, rest.quantity);
    if (rest_limit_leg(touched, profit, left)) {
        stop.id = first;
        stop.client_key = rest.client_key;
        legs.limit.reset();
        alone_.push_back(legs.stop);
    } else {
        stop.id = ids_.take();
    }
    enter_legs(job, touched, legs);
}

/// Whether the price has passed the stop of what is attached: the provider's fresh one, or the last
/// one where that is believed. Where there is no provider, the price of a trade is all that there
/// is; while the provider's is stale, nobody knows, and the stop waits for the next one.
bool Batch::has_passed(const Touched& touched, const Order& stop) const {
    const auto passed = [&](Decimal price) {
        return stop.direction == Direction::rises ? price >= stop.stop_price
                                                  : price <= stop.stop_price;
    };
    const MarketState& state = *touched.state;
    if (!state.quote) return touched.last.positive() && passed(touched.last);
    const auto band = believed(state);
    return band &&
           (passed(state.quote->last) || (band->contains(touched.last) && passed(touched.last)));
}

/// Whoever cancels all orders does not get one later that is due already. What an order has filled
/// that is cancelled here waits for its pair from now on, as with any cancellation of it. Where
/// something ends, the market's sequence moves: a pair that another process has placed there
/// meanwhile is a surprise.
void Batch::sweep_brackets(Job& job) {
    const token::Session& caller = job.command.caller;
    std::size_t ended = 0;
    for (const WaitingBracket& one : job.brackets) {
        const bool placed =
            std::ranges::any_of(pairs_, [&](const auto& pair) { return pair.first == one.order; });
        if (placed || !reaches(caller, one.market) || !swept_.insert(one.order).second) continue;
        touch(markets_.at(one.market)).written = true;
        ++ended;
        if (one.session.value != 0 && one.session != caller.id && !job.cancel()->by_operator)
            taken_back_[caller.client.value].emplace_back(one.market, one.stop);
    }
    if (ended == 0) return;
    job.ended_brackets = ended;
    if (!job.excused()) expect_caller(job);
}

}  // namespace cambio::settlement
