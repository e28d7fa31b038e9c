// Orders of Binance's clients. They are placed by the program that settles the site's orders, and
// so by the same engine: it has one writer for each market.
#include "binance/caller.h"
#include "binance/calls.h"
#include "binance/orders.h"
#include "engine.h"
#include "routes.h"
#include "settlement/entry.h"
#include "token/api_keys.h"

namespace cambio::spot {
namespace {

using fcgi::Later, fcgi::Reply, fcgi::Request;
using settlement::Order, settlement::Outcome, settlement::PlaceOrder;

const markets::Market& market_of(const Order& order, const settlement::Prices& prices) {
    return *prices.directory->find(order.market);
}

void submit(const token::Session& caller, std::variant<PlaceOrder, settlement::CancelOrders> what,
            const std::shared_ptr<Later>& later,
            std::function<Reply(const Request&, Outcome&&)> tell) {
    const auto answer = [later, tell = std::move(tell)](Outcome&& outcome) {
        try {
            if (outcome.error) throw Error{*outcome.error};
            later->answer(tell(later->request(), std::move(outcome)));
        } catch (const std::exception& problem) {
            later->answer(problem);
        }
    };
    try {
        engine().combiner.submit({caller, std::move(what), answer});
    } catch (const Error& error) {
        later->answer(error);
    }
}

Reply tell_placed(const Request& request, const Order& order, binance::Detail detail) {
    const auto prices = engine().combiner.prices();
    const auto& market = market_of(order, *prices);
    Json::Value fills{Json::arrayValue};
    if (detail == binance::Detail::full) {
        auto connection = request.db();
        fills = binance::fills_of(*connection, order, market);
    }
    return binance::answer(request, binance::placed(order, market, detail, fills));
}

/// What an order has to pass before the engine is asked; the outcome of then where the same was
/// asked before.
std::optional<Outcome> check(const Request& request, const token::Session& caller,
                             const PlaceOrder& order, const settlement::Prices& prices) {
    token::expect_may_trade_in(caller, order.market);
    if (caller.trading_locked_until > pg::now()) throw Error{Code::trading_locked};
    return settlement::check_entry(order, prices, request.config().stale_after_ms,
                                   request.services().pool, caller.client);
}

void place(Request& request, Later given_later) {
    const token::Session caller = binance::caller(request, 1, 1);
    const auto prices = engine().combiner.prices();
    const auto& market = binance::needed_market(request, *prices->directory);
    PlaceOrder order = binance::read_order(request, market);
    const auto detail = binance::read_detail(request, order);
    request.params.refuse_others();
    if (auto before = check(request, caller, order, *prices))
        return given_later.answer(tell_placed(request, before->orders.front(), detail));
    submit(caller, std::move(order), std::make_shared<Later>(std::move(given_later)),
           [detail](const Request& asked, Outcome&& outcome) {
               return tell_placed(asked, outcome.orders.front(), detail);
           });
}

/// As an order, but it is not placed; whether the client can pay for it is not asked.
Reply test_order(Request& request) {
    const token::Session caller = binance::caller(request, 1);
    const auto prices = engine().combiner.prices();
    const auto& market = binance::needed_market(request, *prices->directory);
    const PlaceOrder order = binance::read_order(request, market);
    binance::read_detail(request, order);
    request.params.optional<bool>("computeCommissionRates");
    request.params.refuse_others();
    check(request, caller, order, *prices);
    return binance::answer(request, Json::Value{Json::objectValue});
}

void cancel(Request& request, Later given_later) {
    const token::Session caller = binance::caller(request, 1);
    const auto prices = engine().combiner.prices();
    const auto& market = binance::needed_market(request, *prices->directory);
    const auto name = binance::read_order_name(request);
    auto key = binance::read_order_key(request, "newClientOrderId");
    request.params.refuse_others();
    if (key.empty()) key = binance::make_order_key();
    token::expect_may_trade_in(caller, market.id);
    const auto found = binance::find_order(*request.db(), caller.client, market.id, name);
    if (!found) throw Error{Code::order_not_open, "orderId"};
    settlement::CancelOrders ask;
    ask.order = found->id;
    submit(caller, ask, std::make_shared<Later>(std::move(given_later)),
           [key](const Request& asked, Outcome&& outcome) {
               const auto now = engine().combiner.prices();
               const Order& order = outcome.orders.front();
               return binance::answer(asked,
                                      binance::cancelled(order, market_of(order, *now), key));
           });
}

void cancel_all(Request& request, Later given_later) {
    const token::Session caller = binance::caller(request, 1);
    const auto prices = engine().combiner.prices();
    settlement::CancelOrders ask;
    ask.market = binance::needed_market(request, *prices->directory).id;
    request.params.refuse_others();
    submit(caller, ask, std::make_shared<Later>(std::move(given_later)),
           [](const Request& asked, Outcome&& outcome) {
               if (outcome.orders.empty()) throw Error{Code::order_not_open, "symbol"};
               const auto now = engine().combiner.prices();
               Json::Value reply{Json::arrayValue};
               for (const Order& order : outcome.orders)
                   reply.append(binance::cancelled(order, market_of(order, *now),
                                                   binance::make_order_key()));
               return binance::answer(asked, reply);
           });
}

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Route, fcgi::Type;

constexpr Parameter order_parameters[] = {
    binance::symbol_parameter,
    {"side", Type::choice, Need::required, "Which side.", "BUY|SELL"},
    {"type", Type::choice, Need::required,
     "At a limit; at the market's price; at a limit that must rest; or a limit that is placed when "
     "the last price has reached the stop price.",
     "LIMIT|MARKET|LIMIT_MAKER|STOP_LOSS_LIMIT|TAKE_PROFIT_LIMIT"},
    {"timeInForce", Type::choice, Need::optional,
     "Of a limit: rests until cancelled, takes what there is, all or nothing.", "GTC|IOC|FOK"},
    {"quantity", Type::amount, Need::optional, "In the coin."},
    {"quoteOrderQty", Type::amount, Need::optional,
     "What a purchase at the market's price spends, instead of the quantity."},
    {"price", Type::amount, Need::optional, "The limit; all but market orders need it."},
    {"stopPrice", Type::amount, Need::optional, "The last price that triggers it."},
    {"newClientOrderId", Type::text, Need::optional,
     "The idempotency key, up to 36 letters, digits, '_' and '-': the same order sent twice is one "
     "order, and another order under it is refused."},
    {"newOrderRespType", Type::choice, Need::optional, "How much the reply says.",
     "ACK|RESULT|FULL"},
    {"selfTradePreventionMode", Type::choice, Need::optional,
     "What becomes of an order that meets one of its own account: the newer one ends.",
     "EXPIRE_TAKER"},
    {"strategyId", Type::integer, Need::optional, "Is not kept."},
    {"strategyType", Type::integer, Need::optional, "Is not kept."},
    {"icebergQty", Type::amount, Need::optional, "Is refused: there are no iceberg orders."},
    {"trailingDelta", Type::integer, Need::optional, "Is refused: stops do not trail."},
    {"pegPriceType", Type::text, Need::optional, "Is refused: there are no pegged orders."},
    {"pegOffsetType", Type::text, Need::optional, "Is refused: there are no pegged orders."},
    {"pegOffsetValue", Type::text, Need::optional, "Is refused: there are no pegged orders."},
    {"computeCommissionRates", Type::boolean, Need::optional, "Of a test; is not answered."},
    binance::timestamp_parameter,
    binance::window_parameter,
    binance::signature_parameter,
};
constexpr Parameter cancel_parameters[] = {
    binance::symbol_parameter,
    {"orderId", Type::id, Need::optional, "The order; or else origClientOrderId."},
    {"origClientOrderId", Type::text, Need::optional, "The newClientOrderId of the order."},
    {"newClientOrderId", Type::text, Need::optional, "What the reply calls the cancellation."},
    binance::timestamp_parameter,
    binance::window_parameter,
    binance::signature_parameter,
};
constexpr Parameter cancel_all_parameters[] = {
    binance::symbol_parameter,
    binance::timestamp_parameter,
    binance::window_parameter,
    binance::signature_parameter,
};

constexpr Route changes(Method method, std::string_view path, fcgi::DeferredFunction function) {
    return {.method = method,
            .path = path,
            .access = Access::api_key,
            .limit = Limit::none,
            .effect = Effect::changes,
            .deferred = function,
            .refusal = binance::refusal};
}

constexpr Route routes[] = {
    changes(Method::post, "/binance/api/v3/order", place)
        .takes(order_parameters)
        .gives("BinanceOrderPlaced")
        .means("Places an order, as Binance does"),
    Route{.method = Method::post,
          .path = "/binance/api/v3/order/test",
          .access = Access::api_key,
          .limit = Limit::none,
          .effect = Effect::changes,
          .function = test_order,
          .refusal = binance::refusal}
        .takes(order_parameters)
        .gives("BinanceNothing")
        .means("Checks an order that is not placed, as Binance does"),
    changes(Method::del, "/binance/api/v3/order", cancel)
        .takes(cancel_parameters)
        .gives("BinanceOrderCancelled")
        .means("Cancels an order, as Binance does"),
    changes(Method::del, "/binance/api/v3/openOrders", cancel_all)
        .takes(cancel_all_parameters)
        .gives("BinanceOrdersCancelled")
        .means("Cancels all orders of a market, as Binance does"),
};

}  // namespace

const std::span<const fcgi::Route> binance_order_routes = routes;

}  // namespace cambio::spot
