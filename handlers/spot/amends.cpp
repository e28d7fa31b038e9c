// Changing an open order or a pair: the request is checked here, the sequencer changes, matches and
// settles it, and the answer goes out when it is durable.
#include "engine.h"
#include "fcgi/gate.h"
#include "routes.h"
#include "settlement/entry.h"
#include "settlement/trailing.h"

namespace cambio::spot {
namespace {

using fcgi::Later;
using fcgi::Reply;
using fcgi::Request;
using settlement::AmendOrder;

constexpr const char* find_own = "select * from orders where id = $1 and client_id = $2";

constexpr const char* find_partner = R"sql(
    select * from orders where oco_group = $1 and id <> $2 and state = 1
)sql";

settlement::Order find_order(Request& request, OrderId id) {
    const auto found = request.db()->run(find_own, {id, request.session().client});
    if (found.empty()) throw Error{Code::not_found, "order_id"};
    return settlement::Order::from(found[0]);
}

/// The other leg of a pair of which both are open: it is changed with the order.
std::optional<settlement::Order> partner_of(Request& request, const settlement::Order& order) {
    if (order.oco_group.value == 0 || order.state != settlement::OrderState::pending)
        return std::nullopt;
    const auto found = request.db()->run(find_partner, {order.oco_group, order.id});
    if (found.empty()) return std::nullopt;
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

AmendOrder read_change(Request& request) {
    AmendOrder command;
    command.order = request.params.required<OrderId>("order_id");
    command.price = amount_of(request, "order_per_unit");
    command.quantity = amount_of(request, "number_of_order");
    command.stop_price = amount_of(request, "stop_price");
    command.stop_limit_price = amount_of(request, "stop_limit_price");
    constexpr const char* delta = "trailing_delta";
    if (fcgi::given(request.params, delta))
        command.trailing_delta =
            settlement::checked_trailing_delta(request.params.required<std::int64_t>(delta), delta);
    if (!command.price && !command.quantity && !command.stop_price && !command.stop_limit_price &&
        !command.trailing_delta)
        throw Error{Code::missing_parameter, "order_per_unit"};
    return command;
}

void amend_order(Request& request, Later given_later) {
    const auto prices = engine().sequencer.prices();
    AmendOrder command = read_change(request);
    command.client_key = settlement::amend_key(fcgi::read_idempotency_key(request.params));
    command.content_hash = settlement::content_hash(command);
    auto password = fcgi::read_trading_password(request);
    request.params.refuse_others();
    const token::Session caller = request.session();
    const settlement::Order order = find_order(request, command.order);
    command.market = order.market;
    command.side = order.side;
    const auto partner = partner_of(request, order);
    auto refusal = settlement::refusal_of(command, order, partner ? &*partner : nullptr, *prices);

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
     "An open order. Of a pair either leg: both are changed. One whose price has come is being "
     "filled and is changed no more (order_filling), but for a limit order that rests since."},
    {"order_per_unit", Type::amount, Need::optional,
     "The new limit price, of a pair that of its limit leg; as it is unless given. This or one of "
     "the next four is required. An order that has no such field is refused, naming the field."},
    {"number_of_order", Type::amount, Need::optional,
     "The new quantity in the coin, with what of it is filled already, of a pair that of both "
     "legs; as it is unless given. A stop order by total has none."},
    {"stop_price", Type::amount, Need::optional,
     "The new stop price of a stop order that waits, or of a pair; as it is unless given. It stays "
     "on its side of the last price. TRAILING_STOP_MARKET orders have trailing_delta in its "
     "place."},
    {"stop_limit_price", Type::amount, Need::optional,
     "The new limit price of a pair's stop leg; as it is unless given."},
    {"trailing_delta", Type::integer, Need::optional,
     "Another distance for a TRAILING_STOP_MARKET order, in basis points: its stop price starts "
     "anew from the last price. As it is unless given."},
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
        .means("Changes the prices or the quantity of an open order or a pair"),
};

}  // namespace

const std::span<const fcgi::Route> amend_routes = routes;

}  // namespace cambio::spot
