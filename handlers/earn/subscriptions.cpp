// A client's subscriptions: the list, taking money back, and whether a term begins anew.
#include "earn/subscriptions.h"

#include "error/error.h"
#include "fcgi/gate.h"
#include "fcgi/serve.h"
#include "gate.h"
#include "routes.h"
#include "token/acting.h"
#include "token/api_keys.h"
#include "views.h"

namespace cambio::earn {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

// Active ones, and as many of those that ended as anybody looks at. The rate of a flexible one is
// the product's of now.
constexpr const char* list_own = R"sql(
    select s.*, a.code, a.icon,
           case when s.days = 0 and s.state = 1
                then coalesce((select apr from earn_rates r where r.product_id = s.product_id
                                order by since desc limit 1), s.apr) else s.apr end as apr_now,
           p.price_or_zero as price
      from earn_subscriptions s join assets a on a.id = s.asset_id
      join asset_prices p on p.asset_id = a.id
     where s.client_id = $1 and ($2::bigint is null or s.id = $2)
     order by s.state = 1 desc, s.id desc limit 500
)sql";

// Its interest is lost when it is redeemed now.
constexpr const char* is_running_term = R"sql(
    select exists (select from earn_subscriptions
                    where id = $1 and client_id = $2 and days > 0 and state = 1
                          and matures_on > (now() at time zone 'UTC')::date) as yes
)sql";

constexpr const char* states[] = {"ACTIVE", "REDEEMED", "MATURED"};

Json::Value midnight(const pg::Row& row, const char* column) {
    if (row.null(column)) return {};
    return row.str(column) + "T00:00:00.000Z";
}

Json::Value view_of(const pg::Row& row) {
    const Decimal balance = row.decimal("balance"), price = row.decimal("price");
    const bool active = row.integer("state") == static_cast<int>(State::active);
    Json::Value view;
    view["id"] = row.str("id");
    view["product_id"] = row.str("product_id");
    view["name"] = row.str("code");
    view["image"] = row.str("icon");
    view["apr"] = row.decimal("apr_now").str();
    view["balance"] = balance.str();
    view["base_balance"] = row.decimal("base_balance").str();
    view["usdt_value"] = Decimal::multiply(balance, price, Rounding::down).str();
    view["duration"] = static_cast<Json::Int64>(row.integer("days"));
    view["date_start"] = pg::iso(row.time("started_at"));
    view["interest_from"] = midnight(row, "first_day");
    view["date_end"] = midnight(row, "matures_on");
    view["status"] = states[static_cast<std::size_t>(row.integer("state") - 1)];
    view["accrued"] = row.decimal("accrued").str();
    view["owed"] = row.decimal("owed").str();
    view["auto_renew"] = row.boolean("auto_renew");
    view["redeemable"] = active;
    return view;
}

Reply stake(Request& request) {
    auto connection = request.db();
    Json::Value reply;
    auto& list = reply["earnStaking"] = Json::arrayValue;
    for (const auto row : connection->run(list_own, {request.client(), std::nullopt}))
        list.append(view_of(row));
    reply["products"] = product_views(*connection);
    return Reply::json(reply);
}

Reply answer(const Request& request, pg::Connection& connection, const Subscription& subscription) {
    announce(connection, request.push(), subscription);
    Json::Value reply;
    reply["message"] = "success";
    reply["stake"] = subscription_view(connection, subscription.client, subscription.id);
    return Reply::json(reply);
}

bool running_term(const Request& request, SubscriptionId id) {
    auto connection = request.db();
    return connection->run(is_running_term, {id, request.client()})[0].boolean("yes");
}

Reply redeem_one(const Request& request, const Redemption& wanted) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto owner = token::require_not_frozen(tx, request.session());
    const auto subscription = redeem(tx, owner.id, wanted, pg::now());
    tx.commit();
    return answer(request, *connection, subscription);
}

void take_out(Request& request, Later later) {
    token::expect_may_trade_anywhere(request.session());
    auto& params = request.params;
    Redemption wanted;
    wanted.subscription = params.required<SubscriptionId>("id");
    if (fcgi::given(params, "amount")) wanted.amount = params.amount("amount");
    wanted.key = fcgi::read_idempotency_key(params);
    const auto password = params.optional<std::string>("transaction_password");
    params.refuse_others();
    if (!running_term(request, wanted.subscription))
        return later.answer(fcgi::retried([&] { return redeem_one(request, wanted); }));
    // That loses its interest: a person says so.
    if (request.session().key) throw Error{Code::api_key_scope, "id"};
    if (!password) throw Error{Code::missing_parameter, "transaction_password"};
    wanted.may_break = true;
    password_lane().run(std::move(later), [&request, wanted, password = *password] {
        expect_transaction_password(request, password);
        return fcgi::retried([&] { return redeem_one(request, wanted); });
    });
}

Reply renew_one(const Request& request, SubscriptionId id, bool enabled) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto owner = token::require_not_frozen(tx, request.session());
    const auto subscription = set_auto_renew(tx, owner.id, id, enabled);
    tx.commit();
    return answer(request, *connection, subscription);
}

Reply auto_renew(Request& request) {
    token::expect_may_trade_anywhere(request.session());
    auto& params = request.params;
    const auto id = params.required<SubscriptionId>("id");
    const bool enabled = params.required<bool>("enabled");
    params.refuse_others();
    return fcgi::retried([&] { return renew_one(request, id, enabled); });
}

constexpr Parameter redeem_parameters[] = {
    {"id", Type::id, Need::required, "The subscription's ID."},
    {"amount", Type::amount, Need::optional,
     "For a flexible subscription: the amount; all of it by default. A term can only be redeemed "
     "in full, and loses its interest if it has not ended."},
    {"client_id", Type::text, Need::optional,
     "The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice is "
     "one redemption."},
    {"transaction_password", Type::secret, Need::optional,
     "The transaction password; required to redeem a term early, which no API key can."},
};
constexpr Parameter renew_parameters[] = {
    {"id", Type::id, Need::required, "The subscription's ID; it must have a term."},
    {"enabled", Type::boolean, Need::required, "Whether a new term starts when this one ends."},
};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/stake", Access::client, Limit::reads, Effect::reads, stake}
        .by_key()
        .gives("Stakes")
        .means("Lists the client's subscriptions"),
    Route{Method::post, "/api/v3/earn/redeem", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, take_out}
        .by_key()
        .takes(redeem_parameters)
        .gives("StakeChanged")
        .means("Redeems a subscription"),
    Route{Method::post, "/api/v3/earn/auto-renew", Access::client, Limit::changes, Effect::changes,
          auto_renew}
        .by_key()
        .takes(renew_parameters)
        .gives("StakeChanged")
        .means("Turns auto-renewal of a term on or off"),
};

}  // namespace

Json::Value subscription_view(pg::Connection& connection, ClientId client, SubscriptionId id) {
    const auto rows = connection.run(list_own, {client, std::optional{id.value}});
    if (rows.empty()) throw Error{Code::not_found, "id"};
    return view_of(rows[0]);
}

const std::span<const Route> subscription_routes{routes};

}  // namespace cambio::earn
