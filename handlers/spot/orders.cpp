// Placing an order: the request is checked here, the sequencer matches and settles it, and the
// answer goes out when it is durable.
#include <algorithm>

#include "amounts.h"
#include "convert.h"
#include "crypto/crypto.h"
#include "engine.h"
#include "fcgi/gate.h"
#include "routes.h"
#include "settlement/brackets.h"
#include "settlement/entry.h"
#include "settlement/rules.h"

namespace cambio::spot {
namespace {

using fcgi::Later;
using fcgi::Reply;
using fcgi::Request;
using settlement::PlaceOrder;

/// As they stand in the parameter market_type.
enum class OrderType {
    market,
    limit,
    stop_limit,
    oco,
    stop_market,
    take_profit_limit,
    take_profit_market,
    trailing_stop_market
};

bool is_market(OrderType type) {
    return type == OrderType::market || type == OrderType::stop_market ||
           type == OrderType::take_profit_market || type == OrderType::trailing_stop_market;
}

/// From where the price must come to an order's stop. A stop limit takes either way.
settlement::Direction direction_of(OrderType type, matching::Side side) {
    using settlement::Direction;
    const bool buy = side == matching::Side::buy;
    switch (type) {
        case OrderType::stop_market:
        case OrderType::trailing_stop_market:
            return buy ? Direction::rises : Direction::falls;
        case OrderType::take_profit_limit:
        case OrderType::take_profit_market:
            return buy ? Direction::falls : Direction::rises;
        default:
            return Direction::none;
    }
}

std::optional<Decimal> amount_of(Request& request, std::string_view name) {
    if (!fcgi::given(request.params, name)) return std::nullopt;
    return request.params.amount(name);
}

matching::TimeInForce read_time_in_force(Request& request, settlement::OrderKind kind) {
    std::size_t choice = 0;
    if (fcgi::given(request.params, "time_in_force")) {
        choice = request.params.choice("time_in_force", {"GTC", "IOC", "FOK"});
    }
    const auto value = static_cast<matching::TimeInForce>(choice);
    // A market order never rests.
    const bool market = kind == settlement::OrderKind::market;
    return market && value == matching::TimeInForce::gtc ? matching::TimeInForce::ioc : value;
}

/// A limit order counts by its quantity; a total alone stands for what it buys at the limit.
void read_limit_amounts(Request& request, const markets::Market& market, PlaceOrder& order) {
    const auto price = amount_of(request, "order_per_unit");
    const auto quantity = amount_of(request, "number_of_order");
    const auto total = amount_of(request, "total");
    if (!price) throw Error{Code::missing_parameter, "order_per_unit"};
    if (!quantity && !total) throw Error{Code::missing_parameter, "number_of_order"};
    order.price = *price;
    if (!quantity) {
        const Decimal bought = Decimal::divide(*total, *price, Rounding::down);
        const int128 lots = bought.units() / market.lot.units();
        if (lots == 0) {
            throw settlement::below_minimum(order.side, "total", market.minimum_total);
        }
        order.quantity = Decimal::from_units(lots * market.lot.units());
        return;
    }
    order.quantity = *quantity;
    const int places = std::min(market.quote.trade_places, total_places);
    if (total) check_total(*price, *quantity, *total, places);
}

/// A market order counts by its quantity where there is one, a buy otherwise by its total.
void read_market_amounts(Request& request, PlaceOrder& order) {
    amount_of(request, "order_per_unit");
    const auto quantity = amount_of(request, "number_of_order");
    const auto total = amount_of(request, "total");
    if (quantity) {
        order.quantity = *quantity;
    } else if (total && order.side == matching::Side::buy) {
        order.total = *total;
    } else {
        throw Error{Code::missing_parameter, "number_of_order"};
    }
}

/// Of a stop that follows the price. Elsewhere it would be forgotten silently.
int read_trailing_delta(Request& request, OrderType type) {
    constexpr const char* name = "trailing_delta";
    const bool wanted = type == OrderType::trailing_stop_market;
    if (!fcgi::given(request.params, name)) {
        if (wanted) throw Error{Code::missing_parameter, name};
        return 0;
    }
    if (!wanted) throw Error{Code::invalid_parameter, name};
    return settlement::checked_trailing_delta(request.params.required<std::int64_t>(name), name);
}

/// The prices of orders that wait for one.
void read_stop_prices(Request& request, OrderType type, PlaceOrder& order) {
    const auto read = [&](const char* name, bool wanted) {
        const auto price = amount_of(request, name);
        if (price && !wanted) throw Error{Code::invalid_parameter, name};
        if (!price && wanted) throw Error{Code::missing_parameter, name};
        return price.value_or(Decimal{});
    };
    order.trailing_delta = read_trailing_delta(request, type);
    order.stop_price = read("stop_price", type != OrderType::market && type != OrderType::limit &&
                                              type != OrderType::trailing_stop_market);
    order.stop_limit_price = read("stop_limit_price", type == OrderType::oco);
    order.stop_from = direction_of(type, order.side);
    // Who sends a limit with it means another type of order.
    if (order.stop() && is_market(type) && fcgi::given(request.params, "order_per_unit")) {
        throw Error{Code::invalid_parameter, "order_per_unit"};
    }
}

/// Of an order that waits for no price itself. Elsewhere it would be forgotten silently.
settlement::Bracket read_bracket(Request& request, OrderType type, settlement::Side side,
                                 const markets::Market& market) {
    std::optional<Decimal> prices[3];
    constexpr const char* names[] = {"take_profit", "stop_loss", "stop_loss_limit"};
    const char* first = nullptr;
    for (std::size_t i = 0; i < std::size(names); ++i) {
        prices[i] = amount_of(request, names[i]);
        if (prices[i] && first == nullptr) first = names[i];
    }
    if (first == nullptr) return {};
    if (type != OrderType::market && type != OrderType::limit)
        throw Error{Code::bracket_order_type, first};
    const auto& [profit, stop, stop_limit] = prices;
    if (!profit) throw Error{Code::missing_parameter, "take_profit"};
    if (!stop) throw Error{Code::missing_parameter, "stop_loss"};
    const Decimal limit = stop_limit ? *stop_limit
                                     : settlement::usual_stop_loss_limit(
                                           market, side, *stop, request.config().price_protection);
    return {*profit, *stop, limit};
}

PlaceOrder read_order(Request& request, const settlement::Prices& prices) {
    auto& params = request.params;
    const markets::Market& market =
        find_market(prices, params.required<std::string>("name", 32), "name");
    PlaceOrder order;
    order.market = market.id;
    order.side = params.choice("delegate_type", {"BUY", "SELL"}) == 0 ? matching::Side::buy
                                                                      : matching::Side::sell;
    const auto type = static_cast<OrderType>(params.choice(
        "market_type", {"MARKET", "LIMIT", "STOP_LIMIT", "OCO", "STOP_MARKET", "TAKE_PROFIT_LIMIT",
                        "TAKE_PROFIT_MARKET", "TRAILING_STOP_MARKET"}));
    order.kind = is_market(type) ? settlement::OrderKind::market : settlement::OrderKind::limit;
    order.time_in_force = read_time_in_force(request, order.kind);
    if (fcgi::given(request.params, "post_only"))
        order.post_only = *params.optional<bool>("post_only");
    const bool may_rest =
        type == OrderType::limit && order.time_in_force == matching::TimeInForce::gtc;
    if (order.post_only && !may_rest) throw Error{Code::invalid_parameter, "post_only"};
    if (order.kind == settlement::OrderKind::limit) {
        read_limit_amounts(request, market, order);
    } else {
        read_market_amounts(request, order);
    }
    read_stop_prices(request, type, order);
    order.bracket = read_bracket(request, type, order.side, market);
    order.client_key = fcgi::read_idempotency_key(request.params);
    order.content_hash = settlement::content_hash(order);
    return order;
}

void answer(Later& later, const settlement::Outcome& outcome) {
    if (outcome.error) return later.answer(*outcome.error);
    const settlement::Order& order = outcome.orders.front();
    const auto prices = engine().sequencer.prices();
    const markets::Market* market = prices->directory->find(order.market);
    std::string body = R"({"message":"success","order":)";
    settlement::append_json(body, order, *market);
    if (order.oco_group.value != 0) {
        body += ",\"orders\":[";
        for (const settlement::Order& leg : outcome.orders) {
            settlement::append_json(body, leg, *market);
            body += ',';
        }
        body.back() = ']';
    }
    body += '}';
    later.answer(Reply::raw_json(std::move(body)));
}

void submit(const token::Session& caller, PlaceOrder order, std::shared_ptr<Later> later,
            std::optional<Error> refusal = std::nullopt) {
    try {
        engine().sequencer.submit(
            {caller, std::move(order),
             [later](settlement::Outcome&& outcome) { answer(*later, outcome); },
             std::move(refusal)});
    } catch (const Error& error) {
        later->answer(error);
    }
}

bool is_conversion(Request& request) {
    return fcgi::given(request.params, "trade_type") &&
           request.params.choice("trade_type", {"market", "convert"}) == 1;
}

void my_order(Request& request, Later given_later) {
    if (is_conversion(request)) return place_conversion(request, std::move(given_later));
    const auto prices = engine().sequencer.prices();
    PlaceOrder order = read_order(request, *prices);
    auto password = fcgi::read_trading_password(request);
    request.params.refuse_others();
    const token::Session caller = request.session();
    auto refusal = settlement::refusal_of(order, *prices, request.config().stale_after_ms);

    const auto later = std::make_shared<Later>(std::move(given_later));
    if (refusal) password.reset();
    fcgi::prove_trading_password(
        engine().passwords, later, std::move(password),
        [caller, later, order = std::move(order), refusal = std::move(refusal)]() mutable {
            submit(caller, std::move(order), later, std::move(refusal));
        });
}

using fcgi::Need;
using fcgi::Type;

constexpr fcgi::Parameter order_parameters[] = {
    {"name", Type::text, Need::required, "The pair: BTCUSDT."},
    {"delegate_type", Type::choice, Need::required, "Which side.", "BUY|SELL"},
    {"market_type", Type::choice, Need::required,
     "MARKET: at the market price, no further from the best price and from the provider's than "
     "price.protection in GET /api/v3/getOrder says (a share). LIMIT: at the given price. "
     "STOP_LIMIT: at the given price once the last price has reached the stop price. "
     "STOP_MARKET: at the market price once the last price has risen to the stop price of a BUY "
     "or fallen to that of a SELL. TAKE_PROFIT_LIMIT, TAKE_PROFIT_MARKET: the same once it has "
     "fallen to the stop price of a BUY or risen to that of a SELL. TRAILING_STOP_MARKET: as "
     "STOP_MARKET, with a stop price that follows the last price at the distance trailing_delta "
     "when it rises for a SELL or falls for a BUY, and never moves back. Stops that trade at "
     "the market price ignore what is traded further from the provider's price than that share, "
     "and wait where nobody trades so near it. OCO: a limit order and a stop order, one of "
     "which cancels the other.",
     "MARKET|LIMIT|STOP_LIMIT|OCO|STOP_MARKET|TAKE_PROFIT_LIMIT|TAKE_PROFIT_MARKET|"
     "TRAILING_STOP_MARKET"},
    {"trade_type", Type::choice, Need::optional,
     "market: an order in the book (the default); convert: a conversion against the house.",
     "market|convert"},
    {"to_coin", Type::text, Need::optional,
     "For a conversion that sells: the coin received; USDT by default."},
    {"quote_id", Type::id, Need::optional,
     "For a MARKET conversion: the quote whose rate it uses."},
    {"order_per_unit", Type::amount, Need::optional,
     "The limit price; required for LIMIT, STOP_LIMIT, TAKE_PROFIT_LIMIT and OCO. For STOP_LIMIT "
     "and TAKE_PROFIT_LIMIT, it applies once the order is triggered; for OCO, it is the price of "
     "the limit leg."},
    {"stop_price", Type::amount, Need::optional,
     "The last price that triggers the order, or the stop leg of an OCO pair; required for all "
     "but MARKET, LIMIT and TRAILING_STOP_MARKET orders. A trade far from the provider's price "
     "triggers none."},
    {"trailing_delta", Type::integer, Need::optional,
     "How far the stop price of a TRAILING_STOP_MARKET order stays from the highest last price "
     "since it was placed (SELL) or the lowest (BUY), in basis points: 100 is 1 %; 10 to 2000. It "
     "moves in steps of at least a hundredth of that distance. At most 20 in one market."},
    {"stop_limit_price", Type::amount, Need::optional,
     "The limit price of an OCO pair's stop leg once it is triggered; required for OCO."},
    {"take_profit", Type::amount, Need::optional,
     "For LIMIT and MARKET orders, together with stop_loss: once the order is done, an OCO pair "
     "on the other side is placed for what it has filled, also where the rest was cancelled. "
     "This is the price of the pair's limit leg: above the order's limit (of a MARKET order, the "
     "last price) for a BUY, below it for a SELL. A BUY's pair sells what was received, without "
     "the fee; a SELL's pair buys the same quantity back, or as much as the proceeds pay for at "
     "its higher limit. What is to be had at this price or better when the pair is placed is "
     "taken at once, by an IOC order, and the pair is for the rest. The first of these orders has "
     "the client_id 'bracket:' and the order's ID; the limit leg behind an IOC order has ':rest' "
     "behind that. Where the limit leg cannot rest beside the "
     "client's other orders, the stop leg is placed alone. A pair that cannot be placed, because "
     "the balance is used elsewhere, is given up: a notification tells so, and bracket_reason in "
     "the order history says why."},
    {"stop_loss", Type::amount, Need::optional,
     "The last price that triggers the stop leg of that pair: below the limit and the last price "
     "for a BUY, above them for a SELL. Where the price has passed it by the time the pair is "
     "placed, it is triggered at once. Required with take_profit."},
    {"stop_loss_limit", Type::amount, Need::optional,
     "The limit price of that stop leg once it is triggered; by default as far beyond stop_loss as "
     "a market order may trade (price.protection in GET /api/v3/getOrder)."},
    {"number_of_order", Type::amount, Need::optional,
     "The quantity in the coin; required unless total is given."},
    {"total", Type::amount, Need::optional,
     "The amount to spend, in the quote coin. It replaces the quantity of a buy; otherwise it is "
     "price times quantity, which is checked for orders with a limit price. A STOP_MARKET, "
     "TAKE_PROFIT_MARKET or TRAILING_STOP_MARKET buy by quantity holds what it may cost at its "
     "stop price when it is placed and spends no more."},
    {"time_in_force", Type::choice, Need::optional,
     "GTC: good till cancelled; IOC: immediate or cancel; FOK: fill or kill. For a stop order, it "
     "applies after the trigger.",
     "GTC|IOC|FOK"},
    {"post_only", Type::boolean, Need::optional,
     "If true, the order is refused instead of trading at once; for limit orders that rest in the "
     "book. The limit leg of an OCO pair is always post-only."},
    {"client_id", Type::text, Need::optional,
     "The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice is "
     "one order, and a refusal stays the answer for its key for ten minutes. Orders and "
     "conversions have separate keys."},
    {"transaction_password", Type::secret, Need::optional,
     "The transaction password; required unless the session is unlocked for trading or the call "
     "is signed with an API key."},
};

constexpr fcgi::Route routes[] = {
    fcgi::Route{.method = fcgi::Method::post,
                .path = "/api/v2/my-order",
                .access = fcgi::Access::trading,
                .limit = fcgi::Limit::orders,
                .effect = fcgi::Effect::changes_secretly,
                .deferred = my_order}
        .by_key()
        .takes(order_parameters)
        .gives("OrderPlaced")
        .means("Places an order"),
};

}  // namespace

const std::span<const fcgi::Route> order_routes = routes;

}  // namespace cambio::spot
