#include <utility>

#include "settlement/batch.h"
#include "settlement/placing.h"
#include "settlement/scale.h"

/// Changes of what waits for a price, and of pairs. A stop stays on its side of the last price, one
/// that is to follow it at another distance starts from where the price is, and whose price has
/// come cannot be changed any more: it is triggered, with the next book of the house at the latest.
/// A leg that only becomes smaller keeps its turn; any other comes behind those that wait for the
/// same price. A pair is changed as one, and what is held for it is the need of its dearer leg.
namespace cambio::settlement {

namespace {

/// The leg as the pair, or the stop alone, is asked for.
Order leg_as(const Order& leg, const PlaceOrder& changed, Decimal reserve) {
    Order wanted = leg;
    wanted.quantity = changed.quantity;
    if (!leg.stop()) {
        wanted.price = changed.price;
        return wanted;
    }
    wanted.price = changed.oco() ? changed.stop_limit_price : changed.price;
    wanted.stop_price = changed.stop_price;
    wanted.trailing_delta = changed.trailing_delta;
    wanted.reserve = reserve;
    return wanted;
}

bool same_prices(const Order& a, const Order& b) {
    return a.price == b.price && a.stop_price == b.stop_price &&
           a.trailing_delta == b.trailing_delta;
}

/// What a refusal names: what was moved.
const char* moved_field(const AmendOrder& request) {
    if (request.trailing_delta) return "trailing_delta";
    return request.price && !request.stop_price ? "order_per_unit" : "stop_price";
}

}  // namespace

void Batch::amend_waiting(Job& job, const AmendOrder& request, const Legs& legs) {
    MarketState& state = markets_.at(request.market);
    give_back(job);
    Touched& touched = touch(state);
    const Order& stop = legs.stop->order;
    const Order* limit = legs.limit ? &legs.limit->order : nullptr;
    const PlaceOrder asked = amended(stop, limit, request);
    const ValidatedOrder validated = validate(state.market, asked);
    const bool follows_anew = asked.trailing_delta != stop.trailing_delta;
    const PlaceOrder changed = follows_anew ? with_stop(touched, asked) : asked;
    if (changed.stop_price != stop.stop_price ||
        (limit != nullptr && changed.price != limit->price))
        direction_of(touched, changed, moved_field(request));

    Legs wanted;
    wanted.stop = std::make_shared<LiveOrder>();
    wanted.stop->order = leg_as(stop, changed, reserve_of(state, changed, validated));
    Decimal held = stop.hold();
    if (limit != nullptr) {
        wanted.limit = std::make_shared<LiveOrder>();
        wanted.limit->order = leg_as(*limit, changed, {});
        held += limit->hold();
    }
    check_stop_funds(changed, wanted, may_pay(job) + held);
    if (limit != nullptr) rest_anew(state, *limit, validated);

    // Nothing is refused from here on: the book has the limit leg as it is asked for. Whoever has
    // stolen a key takes away by a change, too, what protects its owner; others know the password.
    if (job.command.caller.key != nullptr) note_taken_back(job.command.caller, legs.stop);
    std::vector<OrderUndo> before;
    for (const LiveOrderPtr& live : legs.all()) before.push_back({live, live->order});
    change_leg(job, touched, legs.stop, wanted.stop->order, request);
    if (limit != nullptr) {
        change_leg(job, touched, legs.limit, wanted.limit->order, request);
        pair_up(legs.limit->order, legs.stop->order);
    }
    hold_anew(state, before);
    touched.needs_open = true;
}

/// The limit leg trades with nobody, and keeps its place where only the stop leg is moved.
void Batch::rest_anew(MarketState& state, const Order& limit, const ValidatedOrder& validated) {
    bound_provider(state);
    effects_.clear();
    const auto came =
        state.book.amend(limit_of(limit, validated.limit, validated.quantity), effects_);
    if (came == matching::Amended::not_open) throw Error{Code::order_not_amendable, "order_id"};
    if (came == matching::Amended::would_cross) throw Error{Code::would_cross};
    if (came == matching::Amended::self_trade) throw Error{Code::self_trade};
}

/// Each leg has a change of its own; the key stands with that of the order that was named, which is
/// the answer.
void Batch::change_leg(Job& job, Touched& touched, const LiveOrderPtr& live, const Order& wanted,
                       const AmendOrder& request) {
    MarketState& state = *touched.state;
    Order& order = live->order;
    const bool named = order.id == request.order;
    const bool keeps_place = same_prices(order, wanted) && wanted.quantity <= order.quantity;
    const OrderId place = ids_.take();
    amendments_.push_back(
        {live,
         place.value,
         named ? request.client_key : std::string{},
         request.content_hash,
         keeps_place,
         order.seq,
         state.seq + 1,
         {order.price, order.quantity, order.stop_price, order.trailing_delta},
         {wanted.price, wanted.quantity, wanted.stop_price, wanted.trailing_delta}});
    change(touched, live);
    if (order.waiting()) state.drop_stop(order);
    order = wanted;
    if (!keeps_place) {
        order.seq = state.seq + 1;
        order.queue_id = place;
    }
    if (order.waiting()) state.keep_stop(live);
    if (named) job.amendment = place.value;
    job.orders.insert(named ? job.orders.begin() : job.orders.end(), live);
}

/// What is held for each of them is what it needs now: what is given back pays for what is held.
void Batch::hold_anew(MarketState& state, const std::vector<OrderUndo>& legs) {
    const markets::Market& market = state.market;
    for (const auto kind : {ledger::Kind::order_release, ledger::Kind::order_hold}) {
        for (const OrderUndo& leg : legs) {
            const Order& order = leg.live->order;
            const Decimal more = order.hold() - leg.before.hold();
            const bool release = kind == ledger::Kind::order_release;
            if (release ? !more.negative() : !more.positive()) continue;
            const AssetId asset = order.side == Side::buy ? market.quote.id : market.base.id;
            ledger::Account& available = accounts_.at({order.client, asset, false});
            ledger::Account& held = accounts_.at({order.client, asset, true});
            ledger_.transfer(release ? held : available, release ? available : held,
                             release ? -more : more, kind, order.id.value);
        }
    }
}

}  // namespace cambio::settlement
