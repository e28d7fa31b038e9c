// Orders of Binance's clients. They are placed by the program that settles the site's orders, and
// so by the same engine: it has one writer for each market.
#include <set>

#include "binance/caller.h"
#include "binance/calls.h"
#include "binance/commission.h"
#include "binance/lists.h"
#include "binance/object_text.h"
#include "binance/orders.h"
#include "binance_entry.h"
#include "routes.h"
#include "token/api_keys.h"

namespace cambio::spot {
namespace {

using fcgi::Later, fcgi::Reply, fcgi::Request;
using settlement::Order, settlement::Outcome, settlement::PlaceOrder;

void place(Request& request, Later given_later) {
    const token::Session caller = binance::caller(request, 1, 1);
    const auto prices = engine().sequencer.prices();
    const auto& market = binance::needed_market(request, *prices->directory);
    PlaceOrder order = binance::read_order(request, market);
    const auto detail = binance::read_detail(request, order);
    request.params.refuse_others();
    auto refusal = check_order(request, caller, order, *prices);
    submit(
        caller, std::move(order), std::make_shared<Later>(std::move(given_later)),
        [detail](const Request& asked, const Outcome& outcome) {
            return binance::answer(asked, view_of_placed(asked, outcome, detail));
        },
        std::move(refusal));
}

/// As an order, but it is not placed; whether the client can pay for it is not asked.
Reply test_order(Request& request) {
    const token::Session caller = binance::caller(request, 1);
    const auto prices = engine().sequencer.prices();
    const auto& market = binance::needed_market(request, *prices->directory);
    const PlaceOrder order = binance::read_order(request, market);
    binance::read_detail(request, order);
    const bool asks_for_rates =
        request.params.optional<bool>("computeCommissionRates").value_or(false);
    request.params.refuse_others();
    if (const auto refusal = check_order(request, caller, order, *prices)) throw Error{*refusal};
    Json::Value reply{Json::objectValue};
    if (asks_for_rates) {
        const auto fees = binance::fees_of(*request.db(), *prices->directory, caller.client);
        reply["standardCommissionForOrder"] = binance::rates_of(fees);
        reply["specialCommissionForOrder"] = reply["taxCommissionForOrder"] = binance::rates_of({});
        reply["discount"] = binance::no_discount();
    }
    return binance::answer(request, reply);
}

void cancel(Request& request, Later given_later) {
    const token::Session caller = binance::caller(request, 1);
    const auto prices = engine().sequencer.prices();
    const auto& market = binance::needed_market(request, *prices->directory);
    const auto name = binance::read_order_name(request);
    auto key = binance::read_order_key(request, "newClientOrderId");
    request.params.refuse_others();
    if (key.empty()) key = binance::make_order_key();
    token::expect_may_trade_in(caller, market.id);
    const auto found = binance::find_order(*request.db(), caller.client, market.id, name);
    if (!found) throw Error{Code::order_not_open, "orderId"};
    settlement::CancelOrders command;
    command.order = found->id;
    submit(caller, command, std::make_shared<Later>(std::move(given_later)),
           [key](const Request& asked, const Outcome& outcome) {
               return binance::answer(asked, view_of_cancelled(outcome.orders.front(), key));
           });
}

/// Of pairs, of which both orders end, all is told at once.
std::string view_of_all(const Request& request, const std::vector<Order>& orders) {
    const auto prices = engine().sequencer.prices();
    std::set<std::int64_t> lists;
    std::vector<std::string> ended;
    for (const Order& order : orders) {
        const auto list = order.oco_group;
        if (list.value == 0) {
            ended.push_back(view_of_cancelled(order, binance::make_order_key()));
        } else if (lists.insert(list.value).second) {
            const auto legs = binance::find_list(*request.db(), order.client, {list, {}});
            ended.push_back(binance::cancelled_list(legs, *prices->directory->find(order.market),
                                                    binance::make_order_key()));
        }
    }
    return binance::array_text(ended);
}

void cancel_all(Request& request, Later given_later) {
    const token::Session caller = binance::caller(request, 1);
    const auto prices = engine().sequencer.prices();
    settlement::CancelOrders command;
    command.market = binance::needed_market(request, *prices->directory).id;
    request.params.refuse_others();
    submit(caller, command, std::make_shared<Later>(std::move(given_later)),
           [](const Request& asked, const Outcome& outcome) {
               // What waited for its pair ends, too, and has no order that could be told.
               if (outcome.orders.empty() && outcome.ended_brackets == 0)
                   throw Error{Code::order_not_open, "symbol"};
               return binance::answer(asked, view_of_all(asked, outcome.orders));
           });
}

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Route, fcgi::Type;

constexpr auto order_parameters = binance::joined(new_order_parameters, signed_parameters);
constexpr auto test_parameters = binance::joined(
    order_parameters, std::array{Parameter{"computeCommissionRates", Type::boolean, Need::optional,
                                           "Whether the reply tells the fees."}});
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

constexpr Route routes[] = {
    binance::signed_changes(Method::post, "/binance/api/v3/order", place)
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
        .takes(test_parameters)
        .gives("BinanceOrderTested")
        .means("Checks an order that is not placed, as Binance does"),
    binance::signed_changes(Method::del, "/binance/api/v3/order", cancel)
        .takes(cancel_parameters)
        .gives("BinanceOrderCancelled")
        .means("Cancels an order, as Binance does"),
    binance::signed_changes(Method::del, "/binance/api/v3/openOrders", cancel_all)
        .takes(cancel_all_parameters)
        .gives("BinanceOrdersCancelled")
        .means("Cancels all orders of a market, as Binance does"),
};

}  // namespace

const std::span<const fcgi::Route> binance_order_routes = routes;

}  // namespace cambio::spot
