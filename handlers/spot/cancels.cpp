// Cancelling one order, or all.
#include "engine.h"
#include "fcgi/gate.h"
#include "routes.h"

namespace cambio::spot {
namespace {

using fcgi::Later;
using fcgi::Reply;
using fcgi::Request;

settlement::CancelOrders read_cancel(Request& request, const settlement::Prices& prices) {
    auto& params = request.params;
    settlement::CancelOrders cancel;
    const bool all = fcgi::given(request.params, "all") && *params.optional<bool>("all");
    if (fcgi::given(request.params, "name")) {
        const auto name = params.required<std::string>("name", 32);
        cancel.market = find_market(prices, name, "name").id;
    }
    if (fcgi::given(request.params, "order_id")) {
        if (all) throw Error{Code::invalid_parameter, "all"};
        cancel.order = params.required<OrderId>("order_id");
    } else if (!all) {
        throw Error{Code::missing_parameter, "order_id"};
    }
    cancel.repeated = !fcgi::read_idempotency_key(params).empty();
    params.refuse_others();
    return cancel;
}

void answer(Later& later, const settlement::Outcome& outcome) {
    if (outcome.error) return later.answer(*outcome.error);
    const auto prices = engine().sequencer.prices();
    std::string body = R"({"message":"success","cancelled":)";
    body += std::to_string(outcome.orders.size());
    body += ",\"orders\":[";
    for (const settlement::Order& order : outcome.orders) {
        const markets::Market* market = prices->directory->find(order.market);
        settlement::append_json(body, order, *market);
        body += ',';
    }
    if (body.back() == ',') body.pop_back();
    body += "]}";
    later.answer(Reply::raw_json(std::move(body)));
}

void cancel_order(Request& request, Later given_later) {
    const auto prices = engine().sequencer.prices();
    const settlement::CancelOrders cancel = read_cancel(request, *prices);
    const token::Session caller = request.session();
    const auto later = std::make_shared<Later>(std::move(given_later));
    try {
        engine().sequencer.submit(
            {caller, cancel, [later](settlement::Outcome&& outcome) { answer(*later, outcome); }});
    } catch (const Error& error) {
        later->answer(error);
    }
}

constexpr fcgi::Parameter cancel_parameters[] = {
    {"order_id", fcgi::Type::id, fcgi::Need::optional,
     "The order's ID; required unless all is given."},
    {"all", fcgi::Type::boolean, fcgi::Need::optional,
     "Cancels all open orders instead of one, and the pairs of take-profit and stop-loss that "
     "are due and not placed yet. What an order has filled that is cancelled with them still gets "
     "its pair."},
    {"name", fcgi::Type::text, fcgi::Need::optional, "Only this pair."},
    {"client_id", fcgi::Type::text, fcgi::Need::optional,
     "If given, cancelling an order that is already cancelled succeeds again."},
};

constexpr fcgi::Route routes[] = {
    fcgi::Route{.method = fcgi::Method::get_or_post,
                .path = "/api/v3/trades/cancel-order",
                .access = fcgi::Access::client,
                .limit = fcgi::Limit::orders,
                .effect = fcgi::Effect::changes,
                .deferred = cancel_order}
        .by_key()
        .takes(cancel_parameters)
        .gives("OrdersCancelled")
        .means("Cancels one order, or all"),
};

}  // namespace

const std::span<const fcgi::Route> cancel_routes = routes;

}  // namespace cambio::spot
