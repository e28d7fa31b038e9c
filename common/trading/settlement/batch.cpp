#include "settlement/batch.h"

#include <algorithm>

#include "settlement/placing.h"
#include "settlement/scale.h"
#include "token/api_keys.h"

namespace cambio::settlement {

namespace {

/// More levels than this are not walked to price a market order; what is left of it counts at its
/// worst price.
constexpr std::size_t priced_levels = 5000;

}  // namespace

bool reaches(const token::Session& caller, MarketId market) {
    return caller.key == nullptr || caller.key->may_trade_in(market);
}

Batch::Batch(Markets& markets, Accounts& accounts, OrderIds& ids, const Limits& limits,
             std::int32_t owner)
    : markets_{markets}, accounts_{accounts}, ids_{ids}, limits_{limits}, owner_{owner} {}

Batch::~Batch() {
    rollback();
}

Batch::Touched& Batch::touch(MarketState& state) {
    for (Touched& touched : touched_) {
        if (touched.state == &state) return touched;
    }
    state.book.checkpoint();
    state.tried.clear();
    Touched& touched = touched_.emplace_back();
    touched.state = &state;
    touched.last = state.last_price;
    return touched;
}

void Batch::change(Touched& touched, const LiveOrderPtr& live) {
    touched.written = true;
    if (live->touch != LiveOrder::Touch::none) return;
    live->touch = LiveOrder::Touch::changed;
    undo_.push_back({live, live->order});
}

void Batch::sweep(MarketState& state) {
    state.unswept = !state.market.open;
    if (state.unswept) return;
    Touched& touched = touch(state);
    state.offer_provider(house_means(accounts_, state.market, limits_));
    touched.swept = true;
    state.book_changed = true;
    effects_.clear();
    state.book.sweep_provider(effects_);
    settle(touched, nullptr);
    touched.needs_open = touched.written;
    trigger_stops(touched, true);
}

void Batch::run(Job& job) {
    try {
        if (const PlaceOrder* request = job.place()) {
            place(job, *request);
        } else if (const CancelOrders* them = job.cancel()) {
            cancel(job, *them);
        } else {
            amend(job, *job.amend());
        }
        if (!job.orders.empty() && !job.accepted) expect_caller(job);
    } catch (const Error& error) {
        job.error = error;
    }
}

void Batch::keep_refusal(const Job& job) {
    const KeyedCommand& request = *job.keyed();
    touch(markets_.at(request.market)).written = true;
    refusals_.add(job.command.caller.client, request, *job.error);
}

void Batch::expect_caller(const Job& job) {
    const token::Session& caller = job.command.caller;
    callers_.push_back(
        {caller.id.value, caller.client.value, caller.epoch, job.keyed() != nullptr});
}

void Batch::place(Job& job, const PlaceOrder& request) {
    MarketState& state = markets_.at(request.market);
    const ValidatedOrder validated = validate(state.market, request);
    const ClientId client = job.command.caller.client;
    const bool may_rest =
        request.kind == OrderKind::limit && request.time_in_force == TimeInForce::gtc;
    const int open = request.oco() ? 2 : may_rest || request.stop() ? 1 : 0;
    if (open > 0 && state.open_orders(client) + open > limits_.open_orders) {
        throw Error{Code::too_many_open_orders};
    }
    Touched& touched = touch(state);
    if (request.attached_to.value != 0) return place_attached(job, request, validated);
    if (request.stop()) {
        give_back(job);
        return place_stop(job, request, validated);
    }
    if (request.bracket.given() && request.kind == OrderKind::market) {
        if (!touched.last.positive()) throw Error{Code::stale_price};
        const auto band = believed(state);
        check_bracket(state.market, request, band ? band->nearest(touched.last) : touched.last);
    }
    bound_provider(state);
    if (waits_for_levels(job, state)) {
        if (!job.bound()) job.binding.id = ids_.take().value;
        job.waits = job.waited = true;
        return;
    }
    matching::Order order = protect(job, state, validated);
    order.client = client;
    const bool waits = limits_.last_look && state.waits_for_house(order, job.command.at);
    if (!waits) give_back(job);
    order.id = waits && !job.bound() ? ids_.take() : number_for(job);
    if (!matching::in_bounds(order)) throw Error{Code::above_maximum, "number_of_order"};
    if (!waits || !job.bound()) check_funds(state, job, order);
    if (waits) {
        if (!job.bound()) job.binding.id = order.id.value;
        job.waits = job.waited = true;
        return;
    }

    effects_.clear();
    state.book.submit(order, effects_);
    const matching::Event last = effects_[effects_.size() - 1];
    if (last.what == matching::What::cancelled)
        job.short_of_house = short_of_house(job, state, &order);
    if (last.what == matching::What::cancelled && effects_.size() == 1) {
        throw Error{refusal(last.reason)};
    }
    const auto live = std::make_shared<LiveOrder>();
    live->order = order_of(request, client, order.id, state.seq + 1);
    if (request.bracket.given()) live->order.session = job.command.caller.id;
    live->touch = LiveOrder::Touch::placed;
    settle(touched, &live->order);
    finish(live->order, last);
    if (live->order.state == OrderState::pending) {
        // The number of one that has waited is older than others that rest since.
        if (job.hold.id != 0) live->order.queue_id = ids_.take();
        move_hold(state, live->order, ledger::Kind::order_hold);
        state.enter(live);
    }
    touched.written = true;
    touched.needs_open = true;
    placed_.push_back(live);
    job.orders.push_back(live);
    // While the provider is away, no price of its own gives those that wait another turn.
    trigger_stops(touched, !state.fresh_quote(now_, limits_.stale_after_ms));
}

/// One that has waited had its number since.
OrderId Batch::number_for(const Job& job) {
    return job.hold.id != 0 ? OrderId{job.hold.id} : ids_.take();
}

/// The order in the book's words. A market order trades no further from the best price, and from
/// the provider's, than the protection allows; without a best price there is nothing to trade with.
matching::Order Batch::protect(Job& job, MarketState& state, const ValidatedOrder& validated) {
    const PlaceOrder& request = *job.place();
    matching::Order order;
    order.side = request.side;
    order.kind = request.kind;
    order.time_in_force = request.time_in_force;
    order.post_only = request.post_only;
    order.limit = validated.limit;
    order.quantity = validated.quantity;
    if (request.kind == OrderKind::limit) return order;

    const auto best = state.book.best(matching::opposite(request.side));
    const auto worst = worst_for(state, request.side);
    if (!worst) {
        job.short_of_house = short_of_house(job, state, nullptr);
        if (!best) throw Error{Code::no_liquidity};
        if (!state.fresh_quote(now_, limits_.stale_after_ms)) throw Error{Code::stale_price};
        throw Error{Code::price_protection}.with("price", price_of(state.market, *best).str());
    }
    const markets::Market& market = state.market;
    order.limit = *worst;
    if (validated.quantity.value == 0) {
        order.quantity = matching::max_lots;
        order.quote_budget = validated.budget;
        if (best->value > validated.budget) {
            throw below_minimum(request.side, "total", notional_of(market, *best, {1}));
        }
    } else if (notional_of(market, *best, validated.quantity) < market.minimum_total) {
        throw below_minimum(request.side, "total", market.minimum_total);
    }
    return order;
}

/// Whether the client can pay for the worst that may come of the order.
void Batch::check_funds(MarketState& state, const Job& job, const matching::Order& order) {
    const PlaceOrder& request = *job.place();
    const markets::Market& market = state.market;
    const bool buy = request.side == Side::buy;
    const Decimal available = may_pay(job);
    const bool by_total = order.quote_budget != 0;
    Decimal needed = request.quantity;
    if (buy) needed = by_total ? request.total : notional_of(market, order.limit, order.quantity);
    if (needed > available && buy && order.kind == OrderKind::market && !by_total) {
        // The protection limit is far above what the order will cost: look at the real prices.
        matching::Lots left = order.quantity;
        needed = {};
        const auto levels = state.book.depth(Side::sell, priced_levels);
        for (const auto& level : levels) {
            if (left.value == 0 || level.price > order.limit) break;
            const matching::Lots lots = std::min(left, level.clients + level.provider);
            needed += notional_of(market, level.price, lots);
            left -= lots;
        }
        if (levels.size() == priced_levels) needed += notional_of(market, order.limit, left);
    }
    if (needed > available) {
        throw Error{Code::insufficient_balance, by_total ? "total" : "number_of_order"}.with(
            "available", available.str());
    }
}

/// All markets of an asset share one house account: what another market has taken of it is gone.
/// At a book that has grown too old since it came, the house pays nothing.
void Batch::bound_provider(MarketState& state) {
    const matching::ProviderCapacity now = state.book.provider_capacity();
    const markets::Market& market = state.market;
    if (risk::too_old(state.provider.made(), now_, limits_.house_stale_after)) {
        if (now != matching::ProviderCapacity{}) state.book.set_provider_capacity({});
        return;
    }
    const auto& house = ledger::House::liquidity;
    const Decimal base = accounts_.house(house, market.base.id).balance;
    const Decimal quote = accounts_.house(house, market.quote.id).balance;
    const matching::ProviderCapacity bound{{whole_steps(base, market.lot, now.base.value)},
                                           whole_steps(quote, market.unit, now.quote)};
    if (bound != now) state.book.set_provider_capacity(bound);
}

void Batch::cancel(Job& job, const CancelOrders& request) {
    const ClientId client = job.command.caller.client;
    if (request.order) {
        for (auto& [id, state] : markets_) {
            const auto found = state.open.find(*request.order);
            if (found == state.open.end()) continue;
            const LiveOrderPtr live = found->second;
            if (live->order.client != client) throw Error{Code::not_found, "order_id"};
            token::expect_may_trade_in(job.command.caller, id);
            job.waits =
                looked_at(state, live->order) || in_the_way(state, client, live->order.side);
            if (!job.waits) cancel_one(job, state, live);
            return;
        }
        // It was open when the command came, and has ended earlier in this batch.
        if (const auto before =
                request.repeated ? cancelled_before(client, *request.order) : nullptr)
            return job.orders.push_back(before);
        throw Error{Code::order_not_open, "order_id"};
    }
    if (request.market) token::expect_may_trade_in(job.command.caller, *request.market);
    if (waits_to_cancel(request, job.command.caller)) {
        job.waits = true;
        return;
    }
    for (auto& [id, state] : markets_) {
        if ((request.market && *request.market != id) || !reaches(job.command.caller, id)) continue;
        for (const LiveOrderPtr& live : state.orders_of(client)) {
            const bool open = live->order.state == OrderState::pending;
            if (open) cancel_one(job, state, live);
        }
    }
    sweep_brackets(job);
}

/// Whether the order, or the other leg of its pair, is a stop that was reached: it cannot be taken
/// back while it waits for the house's next book, or its owner could wait for that book, too. In a
/// market that is halted, or where the house is gone and no price comes either, no book triggers
/// it, and everybody may take back what they have there; so may whoever waits longer, for the house
/// has nothing left or no fresh price comes.
bool Batch::looked_at(const MarketState& state, const Order& order) const {
    return looked_at(state, order.id) || looked_at(state, order.partner);
}

bool Batch::looked_at(const MarketState& state, OrderId id) const {
    const auto found = state.reached.find(id);
    return found != state.reached.end() && state.trades() && house_trades(state) &&
           !long_ago(*found->second->order.reached_at);
}

/// Whether a stop of the client's that was reached would meet an order of this side.
bool Batch::in_the_way(const MarketState& state, ClientId client, Side side) const {
    const auto ids = state.own.find(client);
    if (state.reached.empty() || ids == state.own.end()) return false;
    return std::ranges::any_of(ids->second, [&](OrderId id) {
        const Order& stop = state.open.at(id)->order;
        return stop.side != side && stop.waiting() && looked_at(state, id);
    });
}

bool Batch::steps_in_the_way(const Command& command) const {
    const KeyedCommand* request = command.keyed();
    return request != nullptr &&
           in_the_way(markets_.at(request->market), command.caller.client, request->side);
}

bool Batch::waits_to_cancel(const CancelOrders& request, const token::Session& caller) const {
    const ClientId client = caller.client;
    for (const auto& [id, state] : markets_) {
        const bool meant = (!request.market || *request.market == id) && reaches(caller, id);
        const auto ids = state.own.find(client);
        if (!meant || state.reached.empty() || ids == state.own.end()) continue;
        if (std::ranges::any_of(ids->second, [&](OrderId own) { return looked_at(state, own); }))
            return true;
    }
    return false;
}

/// The order, where its owner has cancelled it earlier in this batch.
LiveOrderPtr Batch::cancelled_before(ClientId client, OrderId id) const {
    for (const OrderUndo& changed : undo_) {
        const Order& order = changed.live->order;
        if (order.id != id || order.client != client) continue;
        const bool cancelled =
            order.state == OrderState::disapproved && order.reason == OrderReason::user;
        return cancelled ? changed.live : nullptr;
    }
    return nullptr;
}

void Batch::cancel_one(Job& job, MarketState& state, const LiveOrderPtr& live) {
    note_taken_back(job.command.caller, live);
    if (const auto partner = state.open.find(live->order.partner); partner != state.open.end())
        note_taken_back(job.command.caller, partner->second);
    const LiveOrderPtr other = end_whole(touch(state), live, OrderReason::user);
    job.orders.push_back(live);
    if (other) job.orders.push_back(other);
}

/// A thief who has a session takes away what protects its owner, who hears of it.
void Batch::note_taken_back(const token::Session& caller, const LiveOrderPtr& live) {
    const Order& order = live->order;
    if (!order.waiting() || order.session.value == 0 || order.session == caller.id) return;
    taken_back_[order.client.value].emplace_back(order.market, order.stop_price);
}

/// Both legs, where the order is one of a pair: the other one, or nullptr.
LiveOrderPtr Batch::end_whole(Touched& touched, const LiveOrderPtr& live, OrderReason reason) {
    const OrderId partner = live->order.partner;
    end(touched, live, reason);
    if (partner.value == 0) return nullptr;
    LiveOrderPtr other = touched.state->open.at(partner);
    end(touched, other, OrderReason::oco);
    return other;
}

/// An order that rests or waits ends before it was filled.
void Batch::end(Touched& touched, const LiveOrderPtr& live, OrderReason reason) {
    MarketState& state = *touched.state;
    change(touched, live);
    // What waits is not in the book, and the effects may be those that end it.
    if (!live->order.waiting()) {
        effects_.clear();
        state.book.cancel(live->order.id, effects_);
    }
    move_hold(state, live->order, ledger::Kind::order_release);
    live->order.state = OrderState::disapproved;
    live->order.reason = reason;
    live->order.partner = {};
    state.leave(live->order);
}

Committed Batch::commit(pg::Time at) {
    Committed result;
    result.at = at;
    const auto tell = [&](Order& order) {
        order.updated_at = at;
        result.orders.push_back(order);
        const markets::Market& market = markets_.at(order.market).market;
        result.balances.emplace_back(order.client, market.base.id);
        result.balances.emplace_back(order.client, market.quote.id);
    };
    for (const LiveOrderPtr& live : placed_) {
        live->order.created_at = at;
        tell(live->order);
    }
    for (const OrderUndo& changed : undo_) tell(changed.live->order);
    for (const Fill& fill : fills_) {
        result.trades.push_back({fill.market, fill.price, fill.quantity, fill.taker_fee, fill.side,
                                 fill.taker, fill.maker, fill.seq, fill.position, at});
    }
    for (Touched& touched : touched_) {
        touched.state->book.commit();
        touched.state->tried.clear();
        if (touched.swept) touched.state->provider_offered();
        if (!touched.written) continue;
        touched.state->last_price = touched.last;
        touched.state->book_changed = true;
        ++touched.state->seq;
        touched.state->doubted.reset();
    }
    ledger_.clear();
    clear();
    return result;
}

void Batch::rollback() {
    for (Touched& touched : touched_) touched.state->book.rollback();
    for (const LiveOrderPtr& live : placed_) markets_.at(live->order.market).leave(live->order);
    for (const OrderUndo& changed : undo_) {
        changed.live->order = changed.before;
        markets_.at(changed.before.market).enter(changed.live);
    }
    ledger_.undo();
    clear();
}

void Batch::clear() {
    for (const LiveOrderPtr& live : placed_) live->touch = LiveOrder::Touch::none;
    for (const OrderUndo& changed : undo_) changed.live->touch = LiveOrder::Touch::none;
    placed_.clear();
    undo_.clear();
    triggered_.clear();
    reached_ = false;
    taken_back_.clear();
    pairs_.clear();
    swept_.clear();
    profits_.clear();
    alone_.clear();
    amendments_.clear();
    fills_.clear();
    touched_.clear();
    callers_.clear();
    refusals_.clear();
    bound_.clear();
    given_back_.clear();
}

}  // namespace cambio::settlement
