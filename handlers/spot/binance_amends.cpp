// Orders that become smaller and keep their place in the queue, as Binance has it.
#include "binance/caller.h"
#include "binance/calls.h"
#include "binance/orders.h"
#include "binance_entry.h"
#include "routes.h"
#include "settlement/entry.h"

namespace cambio::spot {
namespace {

using fcgi::Later, fcgi::Reply, fcgi::Request;
using settlement::AmendOrder, settlement::Outcome;

constexpr const char* last_change = R"sql(
    select max(id) as id from order_amendments where order_id = $1
)sql";

Reply tell(const Request& request, const Outcome& outcome) {
    const auto prices = engine().sequencer.prices();
    const settlement::Order& order = outcome.orders.front();
    const auto& market = *prices->directory->find(order.market);
    const auto change = request.db()->run(last_change, {order.id})[0].integer("id");
    return binance::answer(request, binance::amended(order, market, change));
}

void keep_priority(Request& request, Later given_later) {
    const token::Session caller = binance::caller(request, 4);
    const auto prices = engine().sequencer.prices();
    const auto& market = binance::needed_market(request, *prices->directory);
    const auto name = binance::read_order_name(request);
    AmendOrder command;
    command.only_reduce = true;
    command.quantity = request.params.amount("newQty");
    command.client_key =
        settlement::amend_key(binance::read_order_key(request, "newClientOrderId"));
    request.params.refuse_others();
    token::expect_may_trade_in(caller, market.id);
    if (caller.trading_locked_until > pg::now()) throw Error{Code::trading_locked};
    const auto found = binance::find_order(*request.db(), caller.client, market.id, name);
    if (!found) throw Error{Code::not_found, "orderId"};
    command.order = found->id;
    command.market = found->market;
    command.side = found->side;
    command.content_hash = settlement::content_hash(command);
    auto refusal = settlement::refusal_of(command, *found, nullptr, *prices);
    submit(caller, std::move(command), std::make_shared<Later>(std::move(given_later)), tell,
           std::move(refusal));
}

using fcgi::Need, fcgi::Parameter, fcgi::Type;

constexpr Parameter parameters[] = {
    binance::symbol_parameter,
    {"orderId", Type::id, Need::optional, "The order; or else origClientOrderId."},
    {"origClientOrderId", Type::text, Need::optional, "The newClientOrderId of the order."},
    {"newClientOrderId", Type::text, Need::optional,
     "The idempotency key of the change; the order keeps its own."},
    {"newQty", Type::amount, Need::required,
     "The new quantity in the coin, with what is filled: less than before."},
    binance::timestamp_parameter,
    binance::window_parameter,
    binance::signature_parameter,
};

constexpr fcgi::Route routes[] = {
    fcgi::Route{.method = fcgi::Method::put,
                .path = "/binance/api/v3/order/amend/keepPriority",
                .access = fcgi::Access::api_key,
                .limit = fcgi::Limit::none,
                .effect = fcgi::Effect::changes,
                .deferred = keep_priority,
                .refusal = binance::refusal}
        .takes(parameters)
        .gives("BinanceOrderAmended")
        .means("Makes an order smaller, as Binance does"),
};

}  // namespace

const std::span<const fcgi::Route> binance_amend_routes = routes;

}  // namespace cambio::spot
