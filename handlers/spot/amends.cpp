// Changing an open order: the request is checked here, the sequencer changes, matches and settles
// it, and the answer goes out when it is durable.
#include "engine.h"
#include "fcgi/gate.h"
#include "routes.h"
#include "settlement/entry.h"

namespace cambio::spot {
namespace {

using fcgi::Later;
using fcgi::Reply;
using fcgi::Request;
using settlement::AmendOrder;

constexpr const char* find_own = "select * from orders where id = $1 and client_id = $2";

settlement::Order find_order(Request& request, OrderId id) {
    const auto found = request.db()->run(find_own, {id, request.session().client});
    if (found.empty()) throw Error{Code::not_found, "order_id"};
    return settlement::Order::from(found[0]);
}

std::optional<Decimal> amount_of(Request& request, std::string_view name) {
    if (!fcgi::given(request.params, name)) return std::nullopt;
    return request.params.amount(name);
}

void answer(Later& later, const settlement::Outcome& outcome) {
    if (outcome.error) return later.answer(*outcome.error);
    const settlement::Order& order = outcome.orders.front();
    const auto prices = engine().sequencer.prices();
    std::string body = R"({"message":"success","order":)";
    settlement::append_json(body, order, *prices->directory->find(order.market));
    body += '}';
    later.answer(Reply::raw_json(std::move(body)));
}

void submit(const token::Session& caller, AmendOrder command, const std::shared_ptr<Later>& later,
            std::optional<Error> refusal) {
    try {
        engine().sequencer.submit(
            {caller, std::move(command),
             [later](settlement::Outcome&& outcome) { answer(*later, outcome); },
             std::move(refusal)});
    } catch (const Error& error) {
        later->answer(error);
    }
}

void amend_order(Request& request, Later given_later) {
    const auto prices = engine().sequencer.prices();
    AmendOrder command;
    command.order = request.params.required<OrderId>("order_id");
    command.price = amount_of(request, "order_per_unit");
    command.quantity = amount_of(request, "number_of_order");
    if (!command.price && !command.quantity) throw Error{Code::missing_parameter, "order_per_unit"};
    command.client_key = settlement::amend_key(fcgi::read_idempotency_key(request.params));
    command.content_hash = settlement::content_hash(command);
    auto password = fcgi::read_trading_password(request);
    request.params.refuse_others();
    const token::Session caller = request.session();
    const settlement::Order order = find_order(request, command.order);
    command.market = order.market;
    command.side = order.side;
    auto refusal = settlement::refusal_of(command, order, *prices);

    const auto later = std::make_shared<Later>(std::move(given_later));
    if (refusal) password.reset();
    fcgi::prove_trading_password(
        engine().passwords, later, std::move(password),
        [caller, later, command = std::move(command), refusal = std::move(refusal)]() mutable {
            submit(caller, std::move(command), later, std::move(refusal));
        });
}

using fcgi::Need;
using fcgi::Type;

constexpr fcgi::Parameter amend_parameters[] = {
    {"order_id", Type::id, Need::required,
     "A limit order that rests in the book and is no leg of a pair."},
    {"order_per_unit", Type::amount, Need::optional,
     "The new limit price; as it is unless given. This or number_of_order is required."},
    {"number_of_order", Type::amount, Need::optional,
     "The new quantity in the coin, with what of it is filled already; as it is unless given."},
    {"client_id", Type::text, Need::optional,
     "The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice is "
     "one change, and a refusal stays the answer for its key for ten minutes. Changes have keys "
     "of their own."},
    {"transaction_password", Type::secret, Need::optional,
     "The transaction password; required unless the session is unlocked for trading or the call "
     "is signed with an API key."},
};

constexpr fcgi::Route routes[] = {
    fcgi::Route{.method = fcgi::Method::post,
                .path = "/api/v3/trades/amend-order",
                .access = fcgi::Access::trading,
                .limit = fcgi::Limit::orders,
                .effect = fcgi::Effect::changes_secretly,
                .deferred = amend_order}
        .by_key()
        .takes(amend_parameters)
        .gives("OrderAmended")
        .means("Changes the price or the quantity of an open order"),
};

}  // namespace

const std::span<const fcgi::Route> amend_routes = routes;

}  // namespace cambio::spot
