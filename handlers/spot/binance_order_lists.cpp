// Pairs of orders of which one ends the other (OCO), as Binance's clients place, cancel and list
// them.
#include "binance/caller.h"
#include "binance/calls.h"
#include "binance/lists.h"
#include "binance/object_text.h"
#include "binance_entry.h"
#include "routes.h"
#include "token/api_keys.h"

namespace cambio::spot {
namespace {

using binance::Legs;
using fcgi::Later, fcgi::Reply, fcgi::Request;
using settlement::Order, settlement::OrderState, settlement::Outcome, settlement::PlaceOrder;

constexpr int usual_rows = 500;
constexpr int max_rows = 1000;
constexpr int list_weight = 4;
constexpr int open_weight = 6;
constexpr int all_weight = 20;
constexpr int orders_of_a_list = 2;

constexpr const char* read_open = R"sql(
    select * from orders
    where client_id = $1 and oco_group in (
        select oco_group from orders where client_id = $1 and state = 1 and oco_group is not null)
    order by oco_group, id
)sql";

// Those from an id or a time on, or else the latest.
constexpr const char* read_since = R"sql(
    select * from orders
    where oco_group in (
        select id from orders
        where client_id = $1 and id = oco_group and id >= $2
              and ($3::timestamptz is null or created_at >= $3)
              and ($4::timestamptz is null or created_at <= $4)
        order by id limit $5)
    order by oco_group, id
)sql";
constexpr const char* read_latest = R"sql(
    select * from orders
    where oco_group in (
        select id from orders
        where client_id = $1 and id = oco_group
              and ($2::timestamptz is null or created_at <= $2)
        order by id desc limit $3)
    order by oco_group, id
)sql";

const markets::Market& market_of(const settlement::Prices& prices, const Legs& legs) {
    return *prices.directory->find(legs.front().market);
}

template <PlaceOrder (*read)(Request&, const markets::Market&)>
void place(Request& request, Later given_later) {
    const token::Session caller = binance::caller(request, 1, orders_of_a_list);
    const auto prices = engine().sequencer.prices();
    const auto& market = binance::needed_market(request, *prices->directory);
    PlaceOrder pair = read(request, market);
    const auto detail = binance::read_list_detail(request);
    request.params.refuse_others();
    auto refusal = check_order(request, caller, pair, *prices);
    submit(
        caller, std::move(pair), std::make_shared<Later>(std::move(given_later)),
        [detail](const Request& asked, const Outcome& outcome) {
            const auto known = engine().sequencer.prices();
            const auto& rules = market_of(*known, outcome.orders);
            return binance::answer(asked, binance::placed_list(outcome.orders, rules, detail));
        },
        std::move(refusal));
}

struct Cancellation {
    token::Session caller;
    OrderId list;
    std::string key;
};

Legs legs_of(const Request& request, const Cancellation& ask) {
    return binance::find_list(*request.db(), ask.caller.client, {ask.list, {}});
}

/// With one leg the other is cancelled, too, where both are open. Whichever was, a stop that is
/// reached meanwhile leaves the other one, once.
void cancel_open(const std::shared_ptr<Later>& later, const Cancellation& ask, OrderId tried) {
    const auto legs = legs_of(later->request(), ask);
    const auto found = std::ranges::find_if(legs, [&](const Order& leg) {
        return leg.state == OrderState::pending && leg.id != tried;
    });
    if (found == legs.end()) throw Error{Code::order_not_open, "orderListId"};
    settlement::CancelOrders one;
    one.order = found->id;
    send_to_engine(ask.caller, one, [later, ask, tried, id = found->id](Outcome&& outcome) {
        try {
            const bool gone = outcome.error && outcome.error->code() == Code::order_not_open;
            if (gone && tried.value == 0) return cancel_open(later, ask, id);
            if (outcome.error) throw Error{*outcome.error};
            const auto prices = engine().sequencer.prices();
            const auto ended = legs_of(later->request(), ask);
            later->answer(binance::answer(
                later->request(),
                binance::cancelled_list(ended, market_of(*prices, ended), ask.key)));
        } catch (const std::exception& problem) {
            later->answer(problem);
        }
    });
}

void cancel(Request& request, Later given_later) {
    Cancellation ask{binance::caller(request, 1), {}, {}};
    const auto prices = engine().sequencer.prices();
    const auto& market = binance::needed_market(request, *prices->directory);
    const auto name = binance::read_list_name(request, "listClientOrderId");
    ask.key = binance::read_order_key(request, "newClientOrderId");
    request.params.refuse_others();
    if (ask.key.empty()) ask.key = binance::make_order_key();
    token::expect_may_trade_in(ask.caller, market.id);
    const auto legs = binance::find_list(*request.db(), ask.caller.client, name);
    if (legs.empty() || legs.front().market != market.id)
        throw Error{Code::order_not_open, "orderListId"};
    ask.list = legs.front().oco_group;
    const auto later = std::make_shared<Later>(std::move(given_later));
    try {
        cancel_open(later, ask, {});
    } catch (const std::exception& problem) {
        later->answer(problem);
    }
}

Reply show(Request& request) {
    const auto caller = binance::caller(request, list_weight);
    const auto name = binance::read_list_name(request, "origClientOrderId");
    const auto legs = binance::find_list(*request.db(), caller.client, name);
    if (legs.empty()) throw Error{Code::not_found, "orderListId"};
    const auto prices = engine().sequencer.prices();
    return binance::answer(request, binance::stored_list(legs, market_of(*prices, legs)));
}

Reply answer_lists(const Request& request, const pg::Result& rows) {
    const auto prices = engine().sequencer.prices();
    std::vector<std::string> lists;
    for (const Legs& legs : binance::lists_of(rows))
        lists.push_back(binance::stored_list(legs, market_of(*prices, legs)));
    return binance::answer(request, binance::array_text(lists));
}

/// Apart from the threads that take orders, as lists of orders are: those of all markets may be
/// thousands.
void show_open(Request& request, Later later) {
    const auto client = binance::caller(request, open_weight).client;
    engine().lists.run_for(
        client, std::move(later),
        [&request, client] {
            return answer_lists(request, request.db()->run(read_open, {client}));
        },
        max_lists);
}

Reply read_all(Request& request, ClientId client) {
    const auto first = request.params.optional<std::int64_t>("fromId");
    const auto from = binance::read_time(request, "startTime");
    const auto to = binance::read_time(request, "endTime");
    const int most = binance::read_limit(request, usual_rows, max_rows);
    if (first && (from || to)) throw Error{Code::invalid_parameter, "combination"};
    auto connection = request.db();
    if (first || from)
        return answer_lists(
            request, connection->run(read_since, {client, first.value_or(0), from, to, most}));
    return answer_lists(request, connection->run(read_latest, {client, to, most}));
}

void show_all(Request& request, Later later) {
    const auto client = binance::caller(request, all_weight).client;
    engine().lists.run_for(
        client, std::move(later), [&request, client] { return read_all(request, client); },
        max_lists);
}

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Route, fcgi::Type;

constexpr std::array pair_parameters = {
    binance::symbol_parameter,
    Parameter{"listClientOrderId", Type::text, Need::optional,
              "The pair's own key, up to 36 letters, digits, '_' and '-': the same pair sent twice "
              "is one, and another under it is refused."},
    Parameter{"side", Type::choice, Need::required, "Which side.", "BUY|SELL"},
    Parameter{"quantity", Type::amount, Need::required, "In the coin, of either order."},
    Parameter{"newOrderRespType", Type::choice, Need::optional, "How much the reply says.",
              "ACK|RESULT|FULL"},
    Parameter{"selfTradePreventionMode", Type::choice, Need::optional,
              "What becomes of an order that meets one of its own account: the newer one ends.",
              "EXPIRE_TAKER"},
};

constexpr const char* type_meaning =
    "LIMIT_MAKER above the price of a sale or below that of a purchase; STOP_LOSS_LIMIT on the "
    "other side.";
constexpr const char* key_meaning =
    "The order's own key, as newClientOrderId is of an order; made of the other keys unless given.";
constexpr const char* no_iceberg = "Is refused: there are no iceberg orders.";
constexpr const char* no_trailing = "Is refused: stops do not trail.";
constexpr const char* no_pegging = "Is refused: there are no pegged orders.";
constexpr const char* not_kept = "Is not kept.";
constexpr const char* stop_force =
    "Of a stop order's limit: rests until cancelled, takes what there is, all or nothing.";

constexpr std::array leg_parameters = {
    Parameter{"aboveType", Type::choice, Need::required, type_meaning,
              "LIMIT_MAKER|STOP_LOSS_LIMIT"},
    Parameter{"aboveClientOrderId", Type::text, Need::optional, key_meaning},
    Parameter{"abovePrice", Type::amount, Need::required, "The limit of the order above."},
    Parameter{"aboveStopPrice", Type::amount, Need::optional,
              "The last price that triggers it, where it is a stop order."},
    Parameter{"aboveTimeInForce", Type::choice, Need::optional, stop_force, "GTC|IOC|FOK"},
    Parameter{"aboveStrategyId", Type::integer, Need::optional, not_kept},
    Parameter{"aboveStrategyType", Type::integer, Need::optional, not_kept},
    Parameter{"aboveIcebergQty", Type::amount, Need::optional, no_iceberg},
    Parameter{"aboveTrailingDelta", Type::integer, Need::optional, no_trailing},
    Parameter{"abovePegPriceType", Type::text, Need::optional, no_pegging},
    Parameter{"abovePegOffsetType", Type::text, Need::optional, no_pegging},
    Parameter{"abovePegOffsetValue", Type::text, Need::optional, no_pegging},
    Parameter{"belowType", Type::choice, Need::required, type_meaning,
              "LIMIT_MAKER|STOP_LOSS_LIMIT"},
    Parameter{"belowClientOrderId", Type::text, Need::optional, key_meaning},
    Parameter{"belowPrice", Type::amount, Need::required, "The limit of the order below."},
    Parameter{"belowStopPrice", Type::amount, Need::optional,
              "The last price that triggers it, where it is a stop order."},
    Parameter{"belowTimeInForce", Type::choice, Need::optional, stop_force, "GTC|IOC|FOK"},
    Parameter{"belowStrategyId", Type::integer, Need::optional, not_kept},
    Parameter{"belowStrategyType", Type::integer, Need::optional, not_kept},
    Parameter{"belowIcebergQty", Type::amount, Need::optional, no_iceberg},
    Parameter{"belowTrailingDelta", Type::integer, Need::optional, no_trailing},
    Parameter{"belowPegPriceType", Type::text, Need::optional, no_pegging},
    Parameter{"belowPegOffsetType", Type::text, Need::optional, no_pegging},
    Parameter{"belowPegOffsetValue", Type::text, Need::optional, no_pegging},
};
constexpr std::array old_leg_parameters = {
    Parameter{"price", Type::amount, Need::required, "The limit of the order that rests."},
    Parameter{"stopPrice", Type::amount, Need::required,
              "The last price that triggers the stop order."},
    Parameter{"stopLimitPrice", Type::amount, Need::required, "The limit of the stop order."},
    Parameter{"stopLimitTimeInForce", Type::choice, Need::required, stop_force, "GTC|IOC|FOK"},
    Parameter{"limitClientOrderId", Type::text, Need::optional, key_meaning},
    Parameter{"stopClientOrderId", Type::text, Need::optional, key_meaning},
    Parameter{"limitStrategyId", Type::integer, Need::optional, not_kept},
    Parameter{"limitStrategyType", Type::integer, Need::optional, not_kept},
    Parameter{"stopStrategyId", Type::integer, Need::optional, not_kept},
    Parameter{"stopStrategyType", Type::integer, Need::optional, not_kept},
    Parameter{"limitIcebergQty", Type::amount, Need::optional, no_iceberg},
    Parameter{"stopIcebergQty", Type::amount, Need::optional, no_iceberg},
    Parameter{"trailingDelta", Type::integer, Need::optional, no_trailing},
};
constexpr auto list_parameters =
    binance::joined(binance::joined(pair_parameters, leg_parameters), signed_parameters);
constexpr auto old_list_parameters =
    binance::joined(binance::joined(pair_parameters, old_leg_parameters), signed_parameters);

constexpr auto cancel_parameters = binance::joined(
    std::array{
        binance::symbol_parameter,
        Parameter{"orderListId", Type::id, Need::optional, "The pair; or else listClientOrderId."},
        Parameter{"listClientOrderId", Type::text, Need::optional, "The pair's own key."},
        Parameter{"newClientOrderId", Type::text, Need::optional,
                  "What the reply calls the cancellation."},
    },
    signed_parameters);
constexpr auto show_parameters = binance::joined(
    std::array{
        Parameter{"orderListId", Type::id, Need::optional, "The pair; or else origClientOrderId."},
        Parameter{"origClientOrderId", Type::text, Need::optional, "The pair's listClientOrderId."},
    },
    signed_parameters);
constexpr auto all_parameters = binance::joined(
    std::array{
        Parameter{"fromId", Type::integer, Need::optional,
                  "This pair and later ones; not with times."},
        Parameter{"startTime", Type::integer, Need::optional, "The first moment, in milliseconds."},
        Parameter{"endTime", Type::integer, Need::optional, "The last moment, in milliseconds."},
        Parameter{"limit", Type::integer, Need::optional, "500 unless given, 1000 at most."},
    },
    signed_parameters);

constexpr Route lists(std::string_view path, fcgi::DeferredFunction function) {
    auto route = binance::signed_reads(path, nullptr);
    route.deferred = function;
    return route;
}

constexpr Route routes[] = {
    binance::signed_changes(Method::post, "/binance/api/v3/orderList/oco",
                            place<binance::read_list>)
        .takes(list_parameters)
        .gives("BinanceOrderListPlaced")
        .means("Places a pair of orders, one of which ends the other, as Binance does"),
    binance::signed_changes(Method::post, "/binance/api/v3/order/oco",
                            place<binance::read_old_list>)
        .takes(old_list_parameters)
        .gives("BinanceOrderListPlaced")
        .means("Places a pair of orders, as Binance once did"),
    binance::signed_changes(Method::del, "/binance/api/v3/orderList", cancel)
        .takes(cancel_parameters)
        .gives("BinanceOrderListCancelled")
        .means("Cancels a pair of orders, as Binance does"),
    binance::signed_reads("/binance/api/v3/orderList", show)
        .takes(show_parameters)
        .gives("BinanceOrderList")
        .means("Shows a pair of orders, as Binance does"),
    lists("/binance/api/v3/openOrderList", show_open)
        .gives("BinanceOrderLists")
        .takes(signed_parameters)
        .means("Lists open pairs of orders, as Binance does"),
    lists("/binance/api/v3/allOrderList", show_all)
        .takes(all_parameters)
        .gives("BinanceOrderLists")
        .means("Lists pairs of orders, as Binance does"),
};

}  // namespace

const std::span<const fcgi::Route> binance_order_list_routes = routes;

}  // namespace cambio::spot
