#include "settlement/batch.h"
#include "settlement/placing.h"
#include "settlement/scale.h"

/// Open orders whose price or quantity is changed. One that only becomes smaller keeps its place in
/// the queue; any other comes anew, as a new order would, but under its number and with what it has
/// filled. What is held for it is raised or released in the same batch. What waits for a price, and
/// a pair, is in batch_amended_stops.cpp.
namespace cambio::settlement {

void Batch::amend(Job& job, const AmendOrder& request) {
    MarketState& state = markets_.at(request.market);
    const auto found = state.open.find(request.order);
    if (found == state.open.end()) throw Error{Code::order_not_open, "order_id"};
    const LiveOrderPtr live = found->second;
    const Order& order = live->order;
    if (order.client != job.command.caller.client) throw Error{Code::not_found, "order_id"};
    const auto other = state.open.find(order.partner);
    const LiveOrderPtr partner = other == state.open.end() ? nullptr : other->second;
    check_changed_fields(order, partner ? &partner->order : nullptr, request);
    if (order.waiting()) return amend_waiting(job, request, {partner, live});
    if (partner) return amend_waiting(job, request, {live, partner});
    const auto resting = state.book.find(order.id);
    if (!resting) throw Error{Code::order_not_amendable, "order_id"};

    const PlaceOrder changed = amended(order, nullptr, request);
    check_changed_quantity(order, request);
    const ValidatedOrder validated = validate(state.market, changed);
    const auto left = lots_of(state.market, changed.quantity - order.filled);
    if (!left) throw Error{Code::order_not_amendable, "order_id"};
    const matching::Order wanted = limit_of(order, validated.limit, *left);
    const bool keeps_place = validated.limit == resting->price && *left <= resting->lots;
    Touched& touched = touch(state);
    if (!keeps_place) {
        bound_provider(state);
        const bool waits = limits_.last_look && state.waits_for_house(wanted, job.command.at);
        if (!waits) give_back(job);
        if (!waits || !job.bound()) check_amended_funds(state, job, order, wanted);
        if (waits) {
            job.waits = job.waited = true;
            return;
        }
    }
    const OrderId place = ids_.take();
    effects_.clear();
    const matching::Amended came = state.book.amend(wanted, effects_);
    if (came == matching::Amended::would_cross) throw Error{Code::would_cross};
    if (came == matching::Amended::self_trade) throw Error{Code::self_trade};

    amendments_.push_back({live,
                           place.value,
                           request.client_key,
                           request.content_hash,
                           keeps_place,
                           order.seq,
                           state.seq + 1,
                           {order.price, order.quantity},
                           {changed.price, changed.quantity}});
    job.amendment = place.value;
    job.orders.push_back(live);
    if (keeps_place) {
        keep_place(touched, live, changed);
    } else {
        come_anew(touched, live, changed, place);
    }
    touched.needs_open = true;
    trigger_stops(touched);
}

/// Whether the client can pay for what will be left of the order, with what is held for it already.
void Batch::check_amended_funds(MarketState& state, const Job& job, const Order& order,
                                const matching::Order& changed) {
    const markets::Market& market = state.market;
    const bool buy = order.side == Side::buy;
    const Decimal available = may_pay(job) + order.hold();
    const Decimal needed = buy ? notional_of(market, changed.limit, changed.quantity)
                               : quantity_of(market, changed.quantity);
    if (needed > available) {
        throw Error{Code::insufficient_balance, "number_of_order"}.with("available",
                                                                        available.str());
    }
}

void Batch::keep_place(Touched& touched, const LiveOrderPtr& live, const PlaceOrder& changed) {
    MarketState& state = *touched.state;
    change(touched, live);
    Order& order = live->order;
    const Decimal before = order.hold();
    order.quantity = changed.quantity;
    const markets::Market& market = state.market;
    const AssetId asset = order.side == Side::buy ? market.quote.id : market.base.id;
    ledger_.transfer(accounts_.at({order.client, asset, true}),
                     accounts_.at({order.client, asset, false}), before - order.hold(),
                     ledger::Kind::order_release, order.id.value);
}

/// The book has matched it already, and the effects say how.
void Batch::come_anew(Touched& touched, const LiveOrderPtr& live, const PlaceOrder& changed,
                      OrderId place) {
    MarketState& state = *touched.state;
    const matching::Event last = effects_[effects_.size() - 1];
    change(touched, live);
    Order& order = live->order;
    move_hold(state, order, ledger::Kind::order_release);
    order.price = changed.price;
    order.quantity = changed.quantity;
    order.seq = state.seq + 1;
    order.queue_id = place;
    settle(touched, &order);
    finish(order, last);
    if (order.state == OrderState::pending) {
        move_hold(state, order, ledger::Kind::order_hold);
    } else {
        state.leave(order);
    }
}

}  // namespace cambio::settlement
