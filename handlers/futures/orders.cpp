// Orders that open a position at a price to come: placing, taking back, listing. settle_futures
// fills them.
#include "positions/orders.h"

#include "crypto/crypto.h"
#include "guard.h"
#include "routes.h"
#include "token/acting.h"
#include "view.h"
#include "wish.h"

namespace cambio::positions {
namespace {

using fcgi::Later;
using fcgi::Reply;
using fcgi::Request;

constexpr const char* find_order_key = R"sql(
    select * from named_futures_orders where client_id = $1 and client_key = $2
)sql";
// One that is halted still gives back.
constexpr const char* find_market = R"sql(
    select k.market_id from contracts k join markets m on m.id = k.market_id where m.pair = $1
)sql";
constexpr const char* read_open = R"sql(
    select * from named_futures_orders
    where client_id = $1 and state = 1 and ($2::text is null or pair = $2)
    order by id desc limit $3 offset $4
)sql";
constexpr const char* read_ended = R"sql(
    select * from named_futures_orders
    where client_id = $1 and state <> 1 and ($2::text is null or pair = $2)
    order by ended_at desc, id desc limit $3 offset $4
)sql";
constexpr const char* count_orders = R"sql(
    select count(*) as total from futures_orders o join markets m on m.id = o.market_id
    where o.client_id = $1 and (o.state = 1) = $3 and ($2::text is null or m.pair = $2)
)sql";

struct OrderInput {
    std::string pair;
    OrderKind kind{};
    Decimal price;
    Wish wish;
};

OrderInput read_order_input(Request& request) {
    OrderInput input;
    input.pair = request.params.required<std::string>("name", 32);
    input.kind = request.params.choice("order_type", {"LIMIT", "TRIGGER"}) == 0
                     ? OrderKind::limit
                     : OrderKind::trigger;
    input.price = request.params.amount("price");
    input.wish = read_wish(request);
    input.wish.hash = crypto::content_hash(content_of(input.pair, input.wish, input.price) + ' ' +
                                           std::string{name_of(input.kind)});
    return input;
}

std::optional<Order> placed_before(pg::Transaction& tx, ClientId client, const OrderInput& input) {
    if (!input.wish.key) return std::nullopt;
    const auto row = tx.maybe(find_order_key, {client, input.wish.key});
    if (!row) return std::nullopt;
    Order order = Order::from(*row);
    if (order.wish.hash != input.wish.hash) throw Error{Code::client_id_reused, "client_id"};
    tx.mark_as_change();
    return order;
}

/// Whether the mark comes to the price from below.
bool rises_to(pg::Transaction& tx, const OrderInput& input, MarketId market, int stale_ms) {
    if (input.kind == OrderKind::limit) return input.wish.side == futures::Side::sell_empty;
    const Mark mark = fresh_mark(tx, market, stale_ms);
    if (mark.price == input.price) throw Error{Code::stop_would_trigger, "price"};
    return mark.price < input.price;
}

Reply place_one(const Request& request, const OrderInput& input) {
    const ClientId client = request.client();
    auto db = request.db();
    pg::Transaction tx{*db};
    token::require_can_trade(tx, request.session(), token::ClientRow::held);
    if (const auto before = placed_before(tx, client, input)) {
        tx.commit();
        return order_reply(*before);
    }
    const Contract contract = read_contract(tx, input.pair);
    token::expect_may_trade_in(request.session(), contract.market);
    if (!input.price.multiple_of(contract.tick))
        throw Error{Code::off_tick, "price"}.with("tick", contract.tick.str());
    measure(input.wish, contract, input.price);
    check_targets(input.wish.targets, input.wish.side, input.price, contract.tick);
    const bool rises = rises_to(tx, input, contract.market, request.config().stale_after_ms);
    const PositionId id = place(tx, {client, contract, input.kind, input.price, rises, input.wish});
    const Order order = read_order(tx, client, id);
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

struct Cancelling {
    std::optional<PositionId> id;  ///< nothing: all
    std::optional<std::string> pair;
    bool repeated = false;
};

Cancelling read_cancelling(Request& request) {
    auto& params = request.params;
    Cancelling wish;
    const bool all = fcgi::given(params, "all") && *params.optional<bool>("all");
    if (fcgi::given(params, "name")) wish.pair = params.required<std::string>("name", 32);
    if (fcgi::given(params, "order_id")) {
        if (all) throw Error{Code::invalid_parameter, "all"};
        wish.id = params.required<PositionId>("order_id");
    } else if (!all) {
        throw Error{Code::missing_parameter, "order_id"};
    }
    wish.repeated = read_key(request).has_value();
    params.refuse_others();
    return wish;
}

/// The one order, locked; empty: it was cancelled before, which is well.
std::vector<Order> lock_one(pg::Transaction& tx, const Request& request, const Cancelling& wish) {
    const Order order = read_order(tx, request.client(), *wish.id);
    token::expect_may_trade_in(request.session(), order.contract.market);
    auto orders = lock_orders(tx, {order.id});
    const OrderState state = orders.front().state;
    if (state == OrderState::cancelled && wish.repeated) return {};
    if (state != OrderState::open) throw Error{Code::order_not_open, "order_id"};
    return orders;
}

/// All that this session may trade.
std::vector<Order> lock_all(pg::Transaction& tx, const Request& request, const Cancelling& wish) {
    std::optional<MarketId> market;
    if (wish.pair) {
        const auto row = tx.maybe(find_market, {*wish.pair});
        if (!row) throw Error{Code::unknown_market, "name"};
        market = row->id<MarketId>("market_id");
        token::expect_may_trade_in(request.session(), *market);
    }
    auto orders = lock_orders(tx, open_orders(tx, request.client(), market));
    const auto& key = request.session().key;
    std::erase_if(orders, [&](const Order& order) {
        return order.state != OrderState::open ||
               (key && !key->may_trade_in(order.contract.market));
    });
    return orders;
}

Reply cancel_some(const Request& request, const Cancelling& wish) {
    auto db = request.db();
    pg::Transaction tx{*db};
    token::require_not_frozen(tx, request.session(), token::ClientRow::held);
    auto orders = wish.id ? lock_one(tx, request, wish) : lock_all(tx, request, wish);
    const auto filling = being_filled(tx, orders, request.config().house_stale_after_ms);
    if (wish.id && !filling.empty()) throw Error{Code::order_filling, "order_id"};
    std::erase_if(orders, [&](const Order& order) { return filling.contains(order.id); });
    cancel(tx, orders);
    Json::Value reply;
    reply["message"] = "success";
    reply["cancelled"] = Json::UInt64{orders.size()};
    reply["orders"] = Json::arrayValue;
    for (const Order& order : orders)
        reply["orders"].append(json_of(read_order(tx, order.client, order.id)));
    tx.commit();
    for (const Order& order : orders) announce(request.push(), order, OrderState::cancelled);
    return Reply::json(reply);
}

Reply cancel_order(Request& request) {
    const Cancelling wish = read_cancelling(request);
    return fcgi::retried([&] { return cancel_some(request, wish); });
}

Reply list_orders(Request& request) {
    return order_list<Order>(request, {read_open, read_ended, count_orders});
}

using fcgi::Need;
using fcgi::Type;

constexpr fcgi::Parameter place_parameters[] = {
    {"name", Type::text, Need::required, "The contract: BTCUSDT."},
    {"order_type", Type::choice, Need::required,
     "LIMIT: fills at a mark price that is no worse than the price. TRIGGER: fills at whatever "
     "mark price first reaches the price from where it stands now.",
     "LIMIT|TRIGGER"},
    {"price", Type::amount, Need::required, "In USDT, a multiple of the tick."},
    {"delegate_type", Type::choice, Need::required, "BUY_MORE: long; SELL_EMPTY: short.",
     "BUY_MORE|SELL_EMPTY"},
    {"margin", Type::amount, Need::required,
     "USDT from the FUTURE wallet, rounded down to whole lots when the order is filled. It is held "
     "until then together with the fee, which is charged on top."},
    {"leverage", Type::integer, Need::required, "10, 15 or 20."},
    {"take_profit", Type::amount, Need::optional, "Closes the position at this mark price."},
    {"stop_loss", Type::amount, Need::optional,
     "Closes the position at this mark price, with a loss."},
    {"client_id", Type::text, Need::optional,
     "The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice "
     "places one order."},
    password_parameter,
};
constexpr fcgi::Parameter cancel_parameters[] = {
    {"order_id", Type::id, Need::optional, "The order's ID; required unless all is given."},
    {"all", Type::boolean, Need::optional,
     "Cancels all open orders instead of one, but those that have reached their price."},
    {"name", Type::text, Need::optional, "With all: only this contract."},
    {"client_id", Type::text, Need::optional,
     "If given, cancelling an order that is already cancelled succeeds again."},
};
constexpr fcgi::Parameter list_parameters[] = {
    {"page", Type::integer, Need::optional, "The page, starting at 1; newest first."},
    {"per_page", Type::integer, Need::optional, "1 to 200; 50 by default."},
    {"name", Type::text, Need::optional, "Only this contract: BTCUSDT."},
    {"state", Type::choice, Need::optional,
     "OPEN, which is the default, or ENDED: filled, cancelled or refused.", "OPEN|ENDED"},
};

constexpr fcgi::Route routes[] = {
    fcgi::Route{.method = fcgi::Method::post,
                .path = "/api/v3/futures/place-order",
                .access = fcgi::Access::trading,
                .limit = fcgi::Limit::orders,
                .effect = fcgi::Effect::changes_secretly,
                .deferred = place_order}
        .by_key()
        .takes(place_parameters)
        .gives("FuturesOrderPlaced")
        .means("Places an order that opens a futures position at a price to come"),
    fcgi::Route{.method = fcgi::Method::post,
                .path = "/api/v3/futures/cancel-order",
                .access = fcgi::Access::client,
                .limit = fcgi::Limit::orders,
                .effect = fcgi::Effect::changes,
                .function = cancel_order}
        .by_key()
        .takes(cancel_parameters)
        .gives("FuturesOrdersCancelled")
        .means("Cancels one futures order, or all"),
    fcgi::Route{.method = fcgi::Method::get,
                .path = "/api/v3/futures/orders",
                .access = fcgi::Access::client,
                .limit = fcgi::Limit::reads,
                .effect = fcgi::Effect::reads,
                .function = list_orders}
        .by_key()
        .takes(list_parameters)
        .gives("FuturesOrders")
        .means("Lists the futures orders that are open, or that have ended"),
};

}  // namespace

const std::span<const fcgi::Route> order_routes = routes;

}  // namespace cambio::positions
