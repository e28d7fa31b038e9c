// Subscribing: Simple Earn (flexible or for a term) and plans of Auto Invest. One call, which the
// parameter `cycles` tells apart.
#include <algorithm>
#include <charconv>
#include <optional>

#include "account/step_up_parameters.h"
#include "earn/plans.h"
#include "earn/subscriptions.h"
#include "error/error.h"
#include "fcgi/gate.h"
#include "fcgi/serve.h"
#include "gate.h"
#include "ledger/ledger.h"
#include "routes.h"
#include "token/acting.h"
#include "token/api_keys.h"
#include "views.h"

namespace cambio::earn {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr int usual_days = 5;
constexpr int usdt_places = 6;
constexpr int whole = 100;  ///< percent
constexpr std::size_t max_coins = 10;
constexpr std::size_t max_coins_bytes = 200;

// Ids are compared as bigint, which any id that a client sends fits; the column's are 32 bits.
constexpr const char* find_places = R"sql(
    select greatest(a.display_places, a.trade_places) as places
      from earn_products p join assets a on a.id = p.asset_id where p.id = $1::bigint
)sql";
constexpr const char* find_market = R"sql(
    select m.id, m.minimum_total, m.state = 'open' as open
      from markets m join assets a on a.id = m.base_id
     where a.code = $1 and m.quote_id = (select id from assets where code = 'USDT')
)sql";
constexpr const char* find_coin = R"sql(
    select a.code from earn_products p join assets a on a.id = p.asset_id where p.id = $1::bigint
)sql";
constexpr const char* find_usdt = "select id from assets where code = 'USDT'";

// -- Simple Earn

/// With at most the places that the coin is shown or traded with.
Decimal read_amount(Request& request, EarnProductId product) {
    const auto places = request.db()->run(find_places, {product});
    if (places.empty()) throw Error{Code::not_found, "earn_id"};
    return request.params.amount("amount", static_cast<int>(places[0].integer("places")));
}

SubscribeRequest read_input(Request& request) {
    auto& params = request.params;
    SubscribeRequest input;
    input.product = params.required<EarnProductId>("earn_id");
    input.amount = read_amount(request, input.product);
    const bool locked = params.choice("status", {"FLEXI_LOCK", "STAKE_LOCK"}) == 1;
    std::int64_t days = locked ? usual_days : 0;
    if (fcgi::given(params, "days")) days = params.required<std::int64_t>("days");
    if (!offered(days) || (days > 0) != locked) throw Error{Code::invalid_parameter, "days"};
    input.days = static_cast<int>(days);
    if (fcgi::given(params, "auto_renew")) input.auto_renew = params.required<bool>("auto_renew");
    if (input.auto_renew && !locked) throw Error{Code::invalid_parameter, "auto_renew"};
    input.key = fcgi::read_idempotency_key(params);
    return input;
}

Reply subscribe_to(const Request& request, const SubscribeRequest& input) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto owner = token::require_can_trade(tx, request.session());
    const auto made = subscribe(tx, owner.id, input, pg::now());
    tx.commit();
    announce(*connection, request.push(), made);
    Json::Value reply;
    reply["message"] = "success";
    reply["stake"] = subscription_view(*connection, owner.id, made.id);
    return Reply::json(reply);
}

/// A term locks what it takes for up to 180 days: a session alone, which may be stolen, starts
/// none.
void store_subscription(Request& request, Later later) {
    const SubscribeRequest input = read_input(request);
    const auto password = input.days > 0 ? fcgi::read_trading_password(request) : std::nullopt;
    request.params.refuse_others();
    if (!password) return later.answer(fcgi::retried([&] { return subscribe_to(request, input); }));
    password_lane().run(std::move(later), [&request, input, password = *password] {
        expect_transaction_password(request, password);
        return fcgi::retried([&] { return subscribe_to(request, input); });
    });
}

// -- Auto Invest

/// A share as it is written: "BTC:60".
Share read_share(std::string_view text) {
    const auto colon = text.find(':');
    Share share;
    share.coin = text.substr(0, colon);
    const auto number = colon == std::string_view::npos ? "" : text.substr(colon + 1);
    const auto [end, problem] =
        std::from_chars(number.data(), number.data() + number.size(), share.percent);
    const bool read = problem == std::errc{} && end == number.data() + number.size();
    if (!read || share.percent < 1 || share.percent > whole)
        throw Error{Code::invalid_parameter, "coins"};
    return share;
}

std::vector<Share> read_shares(Request& request) {
    auto& params = request.params;
    std::vector<Share> shares;
    if (!fcgi::given(params, "earn_id") && !params.optional<std::string>("coins", max_coins_bytes))
        throw Error{Code::missing_parameter, "earn_id"};
    const auto coins = params.optional<std::string>("coins", max_coins_bytes).value_or("");
    if (coins.empty()) {
        const auto product = params.required<EarnProductId>("earn_id");
        const auto found = request.db()->run(find_coin, {product});
        if (found.empty()) throw Error{Code::not_found, "earn_id"};
        return {{{}, found[0].str("code"), whole}};
    }
    int sum = 0;
    for (std::size_t start = 0; start <= coins.size();) {
        const auto end = std::min(coins.find(',', start), coins.size());
        shares.push_back(read_share(std::string_view{coins}.substr(start, end - start)));
        sum += shares.back().percent;
        start = end + 1;
    }
    const bool doubled = std::ranges::any_of(shares, [&](const Share& one) {
        return std::ranges::count(shares, one.coin, &Share::coin) > 1;
    });
    if (sum != whole || doubled || shares.size() > max_coins)
        throw Error{Code::invalid_parameter, "coins"};
    return shares;
}

Schedule read_schedule(fcgi::Params& params) {
    Schedule schedule;
    schedule.cycle =
        static_cast<Cycle>(params.choice("cycles", {"Daily", "Weekly", "Bi-Weekly", "Monthly",
                                                    "1 Hour", "4 Hours", "8 Hours", "12 Hours"}) +
                           1);
    const bool day = fcgi::given(params, "day"), date = fcgi::given(params, "date");
    if (has_weekday(schedule.cycle)) {
        if (!day) throw Error{Code::missing_parameter, "day"};
        const auto weekday = weekday_of(params.required<std::string>("day"));
        if (!weekday) throw Error{Code::invalid_parameter, "day"};
        schedule.weekday = *weekday;
    } else if (has_monthday(schedule.cycle)) {
        if (!date) throw Error{Code::missing_parameter, "date"};
        const auto monthday = params.required<std::int64_t>("date");
        if (monthday < 1 || monthday > 31) throw Error{Code::out_of_range, "date"};
        schedule.monthday = static_cast<int>(monthday);
    }
    return schedule;
}

/// In the order that the spec gives the checks of an amount; each coin needs an open market.
void check_plan(pg::Transaction& tx, ClientId client, NewPlan& input) {
    Decimal minimum;
    for (Share& share : input.shares) {
        const auto market = tx.maybe(find_market, {share.coin});
        if (!market) throw Error{Code::unknown_market, "coins"};
        if (!market->boolean("open")) throw Error{Code::market_closed, "coins"};
        share.market = market->id<MarketId>("id");
        minimum =
            maximum(minimum, smallest_amount(market->decimal("minimum_total"), share.percent));
    }
    if (input.amount < minimum)
        throw Error{Code::below_minimum, "amount"}.with("minimum", minimum.str());
    if (input.amount > largest_amount)
        throw Error{Code::above_maximum, "amount"}.with("maximum", largest_amount.str());
    const auto usdt = tx.one(find_usdt).id<AssetId>("id");
    const Decimal available =
        ledger::balance(tx, ledger::client_account(tx, client, ledger::Wallet::spot, false, usdt));
    if (input.amount > available)
        throw Error{Code::insufficient_balance, "amount"}.with("available", available.str());
}

struct PlanRequest {
    NewPlan input;
    account::Proof proof;
};

PlanRequest read_plan(Request& request) {
    auto& params = request.params;
    PlanRequest given;
    auto& input = given.input;
    input.shares = read_shares(request);
    input.amount = params.amount("amount", usdt_places);
    input.schedule = read_schedule(params);
    fcgi::given(params, "status");
    input.key = fcgi::read_idempotency_key(params);
    given.proof = account::read_proof(params);
    given.proof.password = params.required<std::string>("transaction_password");
    params.refuse_others();
    return given;
}

/// What the same key made before is answered as then: its code was used up by it. Two such requests
/// at once follow each other.
Plan find_or_make(pg::Transaction& tx, const Request& request, ClientId client,
                  const PlanRequest& given) {
    NewPlan input = given.input;
    account::lock_owner(tx, request.session());
    if (auto before = find_plan(tx, client, input)) return *std::move(before);
    check_plan(tx, client, input);
    prove_start(tx, request, given.proof);
    Plan plan = make_plan(tx, client, input, pg::now());
    started(tx, request, plan);
    return plan;
}

Reply store_plan(const Request& request, const PlanRequest& given) {
    expect_transaction_password(request, given.proof.password);
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto owner = token::require_can_trade(tx, request.session());
    const Plan plan = find_or_make(tx, request, owner.id, given);
    tx.commit();
    request.push().tell(owner.unique_id, ClientEvent::earn);
    Json::Value reply;
    reply["message"] = "success";
    reply["plan"] = plan_view(*connection, owner.id, plan.id);
    return Reply::json(reply);
}

void store(Request& request, Later later) {
    token::expect_may_trade_anywhere(request.session());
    if (!fcgi::given(request.params, "cycles"))
        return store_subscription(request, std::move(later));
    // A plan spends for as long as it runs: its owner starts it.
    if (request.session().key) throw Error{Code::api_key_scope, "cycles"};
    auto given = read_plan(request);
    password_lane().run(std::move(later), [&request, given = std::move(given)] {
        return store_plan(request, given);
    });
}

constexpr Parameter store_parameters[] = {
    {"earn_id", Type::id, Need::optional,
     "The product; for a plan, the one whose coin it buys. Required unless coins is given."},
    {"amount", Type::amount, Need::required,
     "The amount of the coin to subscribe; for a plan, the USDT spent on each purchase."},
    {"status", Type::choice, Need::optional,
     "FLEXI_LOCK: flexible; STAKE_LOCK: for a term. Required to subscribe; ignored for a plan.",
     "FLEXI_LOCK|STAKE_LOCK"},
    {"days", Type::integer, Need::optional,
     "The term in days: 5, 10, 15, 30, 60, 120 or 180; 5 by default; 0 is flexible."},
    {"auto_renew", Type::boolean, Need::optional,
     "Whether a new term starts when this one ends; false by default."},
    {"cycles", Type::choice, Need::optional, "Creates a plan that buys at this interval.",
     "Daily|Weekly|Bi-Weekly|Monthly|1 Hour|4 Hours|8 Hours|12 Hours"},
    {"day", Type::choice, Need::optional, "The day of the week, for weekly cycles.",
     "Mon|Tue|Wed|Thu|Fri|Sat|Sun"},
    {"date", Type::integer, Need::optional,
     "The day of the month, 1 to 31; in shorter months, the last day."},
    {"coins", Type::text, Need::optional,
     "For a plan with several coins: each coin with its share in percent, BTC:60,ETH:40; the "
     "shares add up to 100."},
    {"client_id", Type::text, Need::optional,
     "The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice is "
     "one subscription or plan."},
    {"transaction_password", Type::secret, Need::optional,
     "The transaction password; creating a plan requires it and a code, which no API key can. A "
     "term requires it unless the session is unlocked for trading or the call is signed with an "
     "API key."},
    account::mailed_code_parameter,
    account::two_factor_code_parameter,
    account::passkey_parameter,
};

constexpr Route routes[] = {
    Route{Method::post, "/api/v2/earn/store", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, store}
        .by_key()
        .takes(store_parameters)
        .gives("EarnStored")
        .means("Subscribes to a product, or creates an Auto Invest plan"),
};

}  // namespace

Decimal smallest_amount(Decimal minimum_total, int percent) {
    return Decimal::multiply_divide(minimum_total, Decimal::of(whole), Decimal::of(percent),
                                    Rounding::up)
        .rounded(2, Rounding::up);
}

const std::span<const Route> store_routes{routes};

}  // namespace cambio::earn
