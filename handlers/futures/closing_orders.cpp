// Orders that close a position, or a part of it, at a price to come: placing, taking back, listing.
// settle_futures fills them.
#include "positions/closing_orders.h"

#include "crypto/crypto.h"
#include "guard.h"
#include "markets/market.h"
#include "routes.h"
#include "token/acting.h"
#include "view.h"

namespace cambio::positions {
namespace {

using fcgi::Later;
using fcgi::Reply;
using fcgi::Request;

constexpr const char* find_order_key = R"sql(
    select * from named_closing_orders where client_id = $1 and client_key = $2
)sql";
constexpr const char* read_open = R"sql(
    select * from named_closing_orders
    where client_id = $1 and state = 1 and ($2::text is null or pair = $2)
    order by id desc limit $3 offset $4
)sql";
constexpr const char* read_ended = R"sql(
    select * from named_closing_orders
    where client_id = $1 and state <> 1 and ($2::text is null or pair = $2)
    order by ended_at desc, id desc limit $3 offset $4
)sql";
constexpr const char* count_orders = R"sql(
    select count(*) as total from closing_orders o join markets m on m.id = o.market_id
    where o.client_id = $1 and (o.state = 1) = $3 and ($2::text is null or m.pair = $2)
)sql";

struct OrderInput {
    PositionId position;
    OrderKind kind{};
    Decimal price;
    std::optional<bool> rises;        ///< of a trigger, as its client wants it; nothing: either way
    std::optional<Decimal> quantity;  ///< nothing: all of it
    std::optional<std::string> key;

    std::int64_t hash() const {
        std::string text = std::to_string(position.value) + ' ' + std::string{name_of(kind)} + ' ' +
                           price.str() + ' ' + (quantity ? quantity->str() : "all");
        if (rises) text += *rises ? " rises" : " falls";
        return crypto::content_hash(text);
    }
};

OrderInput read_order_input(Request& request) {
    OrderInput input;
    input.position = request.params.required<PositionId>("future_id");
    input.kind = request.params.choice("order_type", {"LIMIT", "TRIGGER"}) == 0
                     ? OrderKind::limit
                     : OrderKind::trigger;
    input.price = request.params.amount("price");
    if (const auto when = request.params.maybe_choice("fills_when", {"RISES", "FALLS"})) {
        if (input.kind == OrderKind::limit) throw Error{Code::invalid_parameter, "fills_when"};
        input.rises = *when == 0;
    }
    input.quantity = request.params.maybe_amount("quantity");
    input.key = read_key(request);
    return input;
}

std::optional<ClosingOrder> placed_before(pg::Transaction& tx, ClientId client,
                                          const OrderInput& input) {
    if (!input.key) return std::nullopt;
    const auto row = tx.maybe(find_order_key, {client, input.key});
    if (!row) return std::nullopt;
    ClosingOrder order = ClosingOrder::from(*row);
    if (order.hash != input.hash()) throw Error{Code::client_id_reused, "client_id"};
    tx.mark_as_change();
    return order;
}

/// Whether the mark comes to the price from below. A stop loss that the mark has passed meanwhile
/// would be a take profit.
bool rises_to(pg::Transaction& tx, const OrderInput& input, const Position& position,
              int stale_ms) {
    if (input.kind == OrderKind::limit) return position.side == futures::Side::buy_more;
    const Mark mark = fresh_mark(tx, position.market, stale_ms);
    const bool rises = mark.price < input.price;
    if (mark.price == input.price || input.rises.value_or(rises) != rises)
        throw Error{Code::stop_would_trigger, "price"};
    return rises;
}

PositionId place_new(pg::Transaction& tx, const Request& request, const Position& position,
                     const OrderInput& input) {
    if (position.state != State::open) throw Error{Code::position_not_open, "future_id"};
    if (!markets::tradable(tx.connection(), position.market))
        throw Error{Code::market_closed, "future_id"};
    if (!input.price.multiple_of(position.tick))
        throw Error{Code::off_tick, "price"}.with("tick", position.tick.str());
    const bool rises = rises_to(tx, input, position, request.config().stale_after_ms);
    return place(tx, {position, input.kind, input.price, rises,
                      input.quantity.value_or(position.quantity), input.key, input.hash()});
}

Reply place_one(const Request& request, const OrderInput& input) {
    auto db = request.db();
    pg::Transaction tx{*db};
    token::require_can_trade(tx, request.session(), token::ClientRow::held);
    const Position position = lock_for(tx, request, input.position);
    if (const auto before = placed_before(tx, position.client, input)) {
        tx.commit();
        return order_reply(*before);
    }
    const PositionId id = place_new(tx, request, position, input);
    const ClosingOrder order = read_closing_order(tx, position.client, id);
    tx.commit();
    announce(request.push(), order, order.state);
    return order_reply(order);
}

void place_order(Request& request, Later later) {
    auto password = fcgi::read_trading_password(request);
    const OrderInput input = read_order_input(request);
    request.params.refuse_others();
    guarded(std::move(later), std::move(password), [input](const Request& asked) {
        return fcgi::retried([&] { return place_one(asked, input); });
    });
}

Reply cancel_one(const Request& request, PositionId id, bool repeated) {
    auto db = request.db();
    pg::Transaction tx{*db};
    token::require_not_frozen(tx, request.session(), token::ClientRow::held);
    const ClientId client = request.client();
    const Position position = lock_for(tx, request, read_closing_order(tx, client, id).position);
    const ClosingOrder order = read_closing_order(tx, client, id);
    if (order.state == OrderState::cancelled && repeated) {
        tx.mark_as_change();
        tx.commit();
        return order_reply(order);
    }
    if (order.state != OrderState::open) throw Error{Code::order_not_open, "order_id"};
    if (being_filled(tx, request.config(), position, order))
        throw Error{Code::order_filling, "order_id"};
    cancel(tx, order);
    const ClosingOrder cancelled = read_closing_order(tx, client, id);
    tx.commit();
    announce(request.push(), cancelled, cancelled.state);
    return order_reply(cancelled);
}

Reply cancel_order(Request& request) {
    const auto id = request.params.required<PositionId>("order_id");
    const bool repeated = read_key(request).has_value();
    request.params.refuse_others();
    return fcgi::retried([&] { return cancel_one(request, id, repeated); });
}

Reply list_orders(Request& request) {
    return order_list<ClosingOrder>(request, {read_open, read_ended, count_orders});
}

using fcgi::Need;
using fcgi::Type;

constexpr fcgi::Parameter place_parameters[] = {
    {"future_id", Type::id, Need::required, "The position's ID."},
    {"order_type", Type::choice, Need::required,
     "LIMIT: closes at a mark price that is no worse than the price. TRIGGER: closes at whatever "
     "mark price first reaches the price from where it stands now: take profit or stop loss.",
     "LIMIT|TRIGGER"},
    {"price", Type::amount, Need::required, "In USDT, a multiple of the tick."},
    {"fills_when", Type::choice, Need::optional,
     "Of a TRIGGER: RISES where the mark price has to come to the price from below, FALLS where "
     "from above; refused where it stands on the other side (stop_would_trigger). From where it "
     "stands unless given.",
     "RISES|FALLS"},
    {"quantity", Type::amount, Need::optional,
     "How much of the position, in the coin: whole lots, of which both the part and the rest have "
     "the margin that opening takes at least. All of it unless given. What is open by then is "
     "never exceeded, and a rest that would be too small is closed with it."},
    {"client_id", Type::text, Need::optional,
     "The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice "
     "places one order."},
    password_parameter,
};
constexpr fcgi::Parameter cancel_parameters[] = {
    {"order_id", Type::id, Need::required, "The order's ID."},
    {"client_id", Type::text, Need::optional,
     "If given, cancelling an order that is already cancelled succeeds again."},
};
constexpr fcgi::Parameter list_parameters[] = {
    {"page", Type::integer, Need::optional, "The page, starting at 1; newest first."},
    {"per_page", Type::integer, Need::optional, "1 to 200; 50 by default."},
    {"name", Type::text, Need::optional, "Only this contract: BTCUSDT."},
    {"state", Type::choice, Need::optional,
     "OPEN, which is the default, or ENDED: filled or cancelled.", "OPEN|ENDED"},
};

constexpr fcgi::Route routes[] = {
    fcgi::Route{.method = fcgi::Method::post,
                .path = "/api/v3/futures/place-closing-order",
                .access = fcgi::Access::trading,
                .limit = fcgi::Limit::orders,
                .effect = fcgi::Effect::changes_secretly,
                .deferred = place_order}
        .by_key()
        .takes(place_parameters)
        .gives("ClosingOrderPlaced")
        .means("Places an order that closes a futures position, or a part of it, at a price to "
               "come"),
    fcgi::Route{.method = fcgi::Method::post,
                .path = "/api/v3/futures/cancel-closing-order",
                .access = fcgi::Access::client,
                .limit = fcgi::Limit::orders,
                .effect = fcgi::Effect::changes,
                .function = cancel_order}
        .by_key()
        .takes(cancel_parameters)
        .gives("ClosingOrderCancelled")
        .means("Cancels one order that closes a futures position"),
    fcgi::Route{.method = fcgi::Method::get,
                .path = "/api/v3/futures/closing-orders",
                .access = fcgi::Access::client,
                .limit = fcgi::Limit::reads,
                .effect = fcgi::Effect::reads,
                .function = list_orders}
        .by_key()
        .takes(list_parameters)
        .gives("ClosingOrders")
        .means("Lists the orders that close futures positions: those that are open, or that have "
               "ended"),
};

}  // namespace

const std::span<const fcgi::Route> closing_order_routes = routes;

}  // namespace cambio::positions
