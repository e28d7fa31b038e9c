// An order in place of another one: first that one is cancelled, then this one is placed. Each is
// durable by itself.
#include "binance/caller.h"
#include "binance/calls.h"
#include "binance/object_text.h"
#include "binance_entry.h"
#include "json/write.h"
#include "routes.h"
#include "token/api_keys.h"

namespace cambio::spot {
namespace {

using fcgi::Later, fcgi::Reply, fcgi::Request;
using settlement::Outcome, settlement::PlaceOrder;

// Binance's own refusals of such a pair carry what became of both.
constexpr int failed = -2022;
constexpr int failed_in_part = -2021;

struct Replacement {
    token::Session caller;
    binance::OrderName name;
    std::string key;     ///< of the cancellation
    bool go_on = false;  ///< places the order also where the other one cannot be cancelled
    PlaceOrder order;
    binance::Detail detail = binance::Detail::full;
    // What becomes of both; the responses are JSON.
    std::string cancel_result, cancel_response;
    std::string order_result, order_response;
    bool cancelled = false;
};
using Shared = std::shared_ptr<Replacement>;

binance::OrderName read_name(Request& request) {
    binance::OrderName name;
    name.id = request.params.optional<OrderId>("cancelOrderId");
    name.key = request.params.optional<std::string>("cancelOrigClientOrderId", 64).value_or("");
    if (!name.id && name.key.empty()) throw Error{Code::missing_parameter, "orderId"};
    return name;
}

void finish(Later& later, const Replacement& pair, bool placed) {
    const Request& request = later.request();
    binance::ObjectText both;
    both.text("cancelResult", pair.cancel_result);
    both.text("newOrderResult", pair.order_result);
    both.json("cancelResponse", pair.cancel_response);
    both.json("newOrderResponse", pair.order_response);
    if (pair.cancelled && placed)
        return later.answer(binance::answer(request, std::move(both).end()));
    const bool part = pair.cancelled || placed;
    binance::ObjectText body;
    body.number("code", part ? failed_in_part : failed);
    body.text("msg",
              part ? "Order cancel-replace partially failed." : "Order cancel-replace failed.");
    body.json("data", std::move(both).end());
    Reply reply = binance::answer(request, std::move(body).end());
    reply.status = part ? 409 : 400;
    later.answer(std::move(reply));
}

/// Where nobody knows what became of a command, no refusal is told, and whoever asks again under
/// the same newClientOrderId learns it.
void expect_known(const Outcome& outcome) {
    if (outcome.error && outcome.error->code() == Code::unavailable) throw Error{*outcome.error};
}

void place(const std::shared_ptr<Later>& later, const Shared& pair) {
    send_to_engine(pair->caller, pair->order, [later, pair](Outcome&& outcome) {
        try {
            expect_known(outcome);
            const bool placed = !outcome.error;
            pair->order_result = placed ? "SUCCESS" : "FAILURE";
            pair->order_response = placed ? view_of_placed(later->request(), outcome, pair->detail)
                                          : json::compact(binance::worded(*outcome.error));
            finish(*later, *pair, placed);
        } catch (const std::exception& problem) {
            later->answer(problem);
        }
    });
}

void cancelled(const std::shared_ptr<Later>& later, const Shared& pair, const Outcome& outcome) {
    expect_known(outcome);
    pair->cancelled = !outcome.error;
    pair->cancel_result = pair->cancelled ? "SUCCESS" : "FAILURE";
    pair->cancel_response = pair->cancelled ? view_of_cancelled(outcome.orders.front(), pair->key)
                                            : json::compact(binance::worded(*outcome.error));
    if (pair->cancelled || pair->go_on) return place(later, pair);
    pair->order_result = "NOT_ATTEMPTED";
    pair->order_response = "null";
    finish(*later, *pair, false);
}

/// Whether the same request has come before: the other order was cancelled, and this one is there.
bool replaced_before(Request& request, const Replacement& pair,
                     const std::optional<settlement::Order>& other) {
    const bool cancelled = other && other->state == settlement::OrderState::disapproved &&
                           other->reason == settlement::OrderReason::user;
    if (!cancelled) return false;
    const auto placed = binance::find_order(*request.db(), pair.caller.client, pair.order.market,
                                            {{}, pair.order.client_key});
    return placed && placed->content_hash == pair.order.content_hash;
}

void replace(Request& request, Later given_later) {
    const auto pair = std::make_shared<Replacement>();
    pair->caller = binance::caller(request, 1, 1);
    const auto prices = engine().sequencer.prices();
    const auto& market = binance::needed_market(request, *prices->directory);
    pair->order = binance::read_order(request, market);
    pair->detail = binance::read_detail(request, pair->order);
    pair->go_on =
        request.params.choice("cancelReplaceMode", {"STOP_ON_FAILURE", "ALLOW_FAILURE"}) == 1;
    pair->name = read_name(request);
    pair->key = binance::read_order_key(request, "cancelNewClientOrderId");
    request.params.refuse_others();
    if (pair->key.empty()) pair->key = binance::make_order_key();
    token::expect_may_trade_in(pair->caller, market.id);
    const auto found =
        binance::find_order(*request.db(), pair->caller.client, market.id, pair->name);
    // An order that does not fit the market's rules is refused, and nothing is cancelled. So that
    // is not said where both were done before, though prices may be stale by now or the market
    // closed.
    const bool before = replaced_before(request, *pair, found);
    if (!before) {
        if (const auto refusal = check_order(request, pair->caller, pair->order, *prices))
            throw Error{*refusal};
    }
    const auto later = std::make_shared<Later>(std::move(given_later));
    if (before) return cancelled(later, pair, {{}, {*found}});
    if (!found) return cancelled(later, pair, {Error{Code::order_not_open, "orderId"}, {}});
    settlement::CancelOrders command;
    command.order = found->id;
    send_to_engine(pair->caller, command, [later, pair](Outcome&& outcome) {
        try {
            cancelled(later, pair, outcome);
        } catch (const std::exception& problem) {
            later->answer(problem);
        }
    });
}

using fcgi::Need, fcgi::Parameter, fcgi::Type;

constexpr auto replace_parameters = binance::joined(
    binance::joined(
        new_order_parameters,
        std::array{
            Parameter{"cancelReplaceMode", Type::choice, Need::required,
                      "Whether the order is placed where the other one cannot be cancelled.",
                      "STOP_ON_FAILURE|ALLOW_FAILURE"},
            Parameter{"cancelOrderId", Type::id, Need::optional,
                      "The order that is cancelled; or else cancelOrigClientOrderId."},
            Parameter{"cancelOrigClientOrderId", Type::text, Need::optional,
                      "Its newClientOrderId."},
            Parameter{"cancelNewClientOrderId", Type::text, Need::optional,
                      "What the reply calls the cancellation."},
        }),
    signed_parameters);

constexpr fcgi::Route routes[] = {
    fcgi::Route{.method = fcgi::Method::post,
                .path = "/binance/api/v3/order/cancelReplace",
                .access = fcgi::Access::api_key,
                .limit = fcgi::Limit::none,
                .effect = fcgi::Effect::changes,
                .deferred = replace,
                .refusal = binance::refusal}
        .takes(replace_parameters)
        .gives("BinanceOrderReplaced")
        .means("Cancels an order and places another, as Binance does"),
};

}  // namespace

const std::span<const fcgi::Route> binance_replace_routes = routes;

}  // namespace cambio::spot
