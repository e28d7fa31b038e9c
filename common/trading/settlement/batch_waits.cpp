#include "ledger/order_holds.h"
#include "settlement/batch.h"
#include "settlement/placing.h"
#include "settlement/scale.h"

/// Commands that wait for the house's next book are bound: what they may cost is held in the batch
/// that finds that they have to wait, or that they come behind one which does, and given back in
/// that of their turn, whatever comes of them there. A batch without any has no statement for it.
namespace cambio::settlement {

namespace {

/// A market order by quantity, and a stop that follows the price, is paid with what was held for
/// it, although the next book's prices may be higher: by no more than a tenth.
Decimal with_room(const Job& job, Decimal cost) {
    const PlaceOrder* request = job.place();
    const bool open_price = request != nullptr && request->side == Side::buy &&
                            request->kind == OrderKind::market && !request->total.positive() &&
                            !request->stop();
    if (!open_price) return cost;
    return cost + Decimal::divide(cost, Decimal::of(10), Rounding::up);
}

/// The most that an order may cost, as the book is.
Decimal cost_of_order(const MarketState& state, PlaceOrder request, const Limits& limits) {
    if (request.side == Side::sell) return request.quantity;
    if (request.total.positive()) return request.total;
    const auto band = state.believed(pg::now(), limits.stale_after_ms, limits.house_stale_after,
                                     limits.price_protection);
    if (request.trailing_delta != 0) {
        const Decimal last = band ? band->nearest(state.last_price) : state.last_price;
        request.stop_price =
            trailing_stop(request.side, last, request.trailing_delta, state.market.tick);
    }
    Decimal price = request.price;
    if (price.zero() && request.stop()) {
        price = price_of(state.market, protected_from(state.market, request.stop_price,
                                                      request.side, limits.price_protection));
    } else if (price.zero()) {
        // At a stale price it does not trade, but a fresh one may come before its turn.
        price =
            band ? band->high : furthest_from(state.last_price, Side::buy, limits.price_protection);
    }
    price = maximum(price, request.stop_limit_price);
    return Decimal::multiply(price, request.quantity, Rounding::up);
}

/// What a change needs beside what its order, or the pair, holds.
Decimal cost_of_change(const MarketState& state, const AmendOrder& request, const Limits& limits) {
    const auto found = state.open.find(request.order);
    if (found == state.open.end()) return {};
    const Order& order = found->second->order;
    const auto other = state.open.find(order.partner);
    const Order* partner = other == state.open.end() ? nullptr : &other->second->order;
    PlaceOrder changed = amended(order, partner, request);
    changed.quantity -= order.filled;
    const Decimal held = order.hold() + (partner == nullptr ? Decimal{} : partner->hold());
    return maximum(cost_of_order(state, changed, limits) - held, Decimal{});
}

}  // namespace

AccountKey payer_of(const Markets& markets, const Job& job) {
    const KeyedCommand& request = *job.keyed();
    const markets::Market& market = markets.at(request.market).market;
    const AssetId asset = request.side == Side::buy ? market.quote.id : market.base.id;
    return {job.command.caller.client, asset, false};
}

Decimal cost_of(const MarketState& state, const Job& job, const Limits& limits) {
    if (const AmendOrder* change = job.amend()) return cost_of_change(state, *change, limits);
    return cost_of_order(state, *job.place(), limits);
}

void Batch::bind(Job& job, bool whole) {
    if (job.keyed() == nullptr || job.bound()) return;
    if (!job.accepted) expect_caller(job);
    AccountKey key = payer_of(markets_, job);
    ledger::Account& available = accounts_.at(key);
    key.held = true;
    WaitingHold& hold = job.binding;
    if (hold.id == 0) hold.id = ids_.take().value;
    const AmendOrder* change = job.amend();
    hold.reference = change == nullptr ? hold.id : change->order.value;
    const Decimal cost = cost_of(markets_.at(job.keyed()->market), job, limits_);
    hold.amount = maximum(minimum(with_room(job, cost), available.balance), Decimal{});
    hold.whole = whole || hold.amount >= cost;
    hold.owner = owner_;
    ledger_.transfer(available, accounts_.at(key), hold.amount, ledger::Kind::order_hold,
                     hold.reference);
    bound_.push_back(&job);
}

/// What the command can be paid with: where that was held, nothing that was paid in since.
Decimal Batch::may_pay(const Job& job) {
    const Decimal available = accounts_.at(payer_of(markets_, job)).balance;
    return job.hold.whole ? minimum(job.hold.amount, available) : available;
}

void Batch::come_late(Job& job) {
    if (!job.bound() || job.hold.whole) return;
    give_back(job);
    job.accepted = false;
    job.command.at = now_;
}

void Batch::give_back(Job& job) {
    if (!job.bound()) return;
    job.given_back = true;
    if (job.hold.amount.zero()) return;
    AccountKey key = payer_of(markets_, job);
    ledger::Account& available = accounts_.at(key);
    key.held = true;
    ledger_.transfer(accounts_.at(key), available, job.hold.amount, ledger::Kind::order_release,
                     job.hold.reference);
    given_back_.push_back(job.hold.id);
}

void Batch::send_waits(pg::Pipeline& pipeline) {
    ledger::send_ended_order_holds(pipeline, given_back_);
    std::vector<ledger::OrderHold> holds;
    for (const Job* job : bound_) {
        const WaitingHold& hold = job->binding;
        if (hold.amount.zero()) continue;
        const AccountKey key = payer_of(markets_, *job);
        holds.push_back({hold.id, hold.reference, key.client, key.asset, job->keyed()->market,
                         hold.amount, hold.owner});
    }
    ledger::send_order_holds(pipeline, holds);
}

}  // namespace cambio::settlement
