// What a client may withdraw now, and what it has withdrawn.
#include <array>
#include <chrono>
#include <regex>

#include "chain/networks.h"
#include "fcgi/gate.h"
#include "fcgi/serve.h"
#include "routes.h"
#include "token/two_factor.h"
#include "withdrawals/withdrawals.h"

namespace cambio::funds {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr std::int64_t usual_rows = 10;
constexpr std::size_t max_name = 16;

const std::string find_client = std::string{R"sql(
    select withdraw_transfer_status = 'NOT_ALLOWED' as restricted, withdraw_restriction,
           case when withdrawals_rest_until > now() then withdrawals_rest_until end as rests_until,
           one_step_withdrawal, withdrawal_whitelist, )sql"} +
                                withdrawals::daily_limit + R"sql(
      from clients where id = $1
)sql";
// The stages of each state that a list may be filtered by, in the order of the parameter's choices.
constexpr const char* history = R"sql(
    with found as (
        select id, count(*) over () as total from withdrawals
         where client_id = $1
               and ($2::text is null or asset_id = (select id from assets where code = $2))
               and ($3::timestamptz is null or requested_at >= $3)
               and ($4::timestamptz is null or requested_at < $4)
               and ($5::bigint[] is null or stage = any($5))
         order by id desc limit $6 offset $7
    )
    select n.*, t.txid, coalesce(t.confirmations, 0) as confirmations, f.total
      from found f join named_withdrawals n on n.id = f.id
      left join lateral shown_transaction(n.id) t on t.stage < 6
     order by n.id desc
)sql";

Json::Value or_null(const std::optional<std::string>& text) {
    return text ? Json::Value{*text} : Json::Value{};
}

Json::Value available_of(pg::Transaction& tx, ClientId client, int stale_after_ms) {
    Json::Value available = Json::objectValue;
    for (const auto& coin : chain::transfer_coins(tx.connection()))
        available[coin.code] = withdrawals::available(tx, client, coin.asset, stale_after_ms).str();
    return available;
}

Reply limits(Request& request) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto client = tx.one(find_client.c_str(), {request.client()});
    const auto used = withdrawals::used(tx, request.client());
    const Decimal limit = Decimal::of(client.integer("withdraw_limit"));
    Json::Value reply;
    reply["limit"] = limit.str();
    reply["used"] = used.all.str();
    reply["left"] = withdrawals::left_of(limit, used.all).str();
    auto& one_step = reply["one_step"];
    one_step["on"] = client.boolean("one_step_withdrawal");
    one_step["limit"] = withdrawals::one_step_limit.str();
    one_step["left"] = withdrawals::left_of(withdrawals::one_step_limit, used.one_step).str();
    const auto until = client.maybe_time("rests_until");
    reply["rests_until"] = or_null(until ? std::optional{pg::iso(*until)} : std::nullopt);
    reply["restricted"] = Json::nullValue;
    if (client.boolean("restricted"))
        reply["restricted"]["text"] = client.str("withdraw_restriction");
    reply["two_factor"] = token::two_factor_on(tx, request.client());
    reply["whitelist"] = client.boolean("withdrawal_whitelist");
    reply["frozen_by_audit"] = withdrawals::frozen_by_audit(*connection);
    reply["available"] = available_of(tx, request.client(), request.config().stale_after_ms);
    tx.commit();
    return Reply::json(reply);
}

/// The start of the day YYYY-MM-DD, UTC; nothing: it is no such day.
std::optional<std::chrono::sys_days> day_of(const std::string& text) {
    static const std::regex form{"([0-9]{4})-([0-9]{2})-([0-9]{2})"};
    std::smatch parts;
    if (!std::regex_match(text, parts, form)) return std::nullopt;
    const auto number = [&parts](std::size_t which) { return std::stoi(parts[which].str()); };
    const std::chrono::year_month_day day{std::chrono::year{number(1)},
                                          std::chrono::month{static_cast<unsigned>(number(2))},
                                          std::chrono::day{static_cast<unsigned>(number(3))}};
    if (!day.ok() || number(1) < 2000) return std::nullopt;
    return std::chrono::sys_days{day};
}

std::optional<pg::Time> read_day(fcgi::Params& params, const char* name) {
    if (!fcgi::given(params, name)) return std::nullopt;
    const auto day = day_of(params.required<std::string>(name));
    if (!day) throw Error{Code::invalid_parameter, name};
    return *day;
}

pg::Param read_stages(fcgi::Params& params) {
    const auto state = params.maybe_choice("status", {"FLOATING", "ONHOLD", "PROCEED", "FREEZE"});
    if (!state) return std::nullopt;
    constexpr std::array<std::string_view, 4> states = {"FLOATING", "ONHOLD", "PROCEED", "FREEZE"};
    std::vector<std::int64_t> stages;
    for (std::int64_t number = 1; number <= 9; ++number)
        if (withdrawals::state_of(static_cast<withdrawals::Stage>(number)) == states.at(*state))
            stages.push_back(number);
    return pg::Param::array(stages);
}

Reply list(Request& request) {
    const auto page = fcgi::read_page(request.params, usual_rows);
    const auto coin = fcgi::given(request.params, "coin")
                          ? std::optional{request.params.required<std::string>("coin", max_name)}
                          : std::nullopt;
    const auto from = read_day(request.params, "from");
    auto until = read_day(request.params, "to");
    if (until) *until += std::chrono::days{1};
    const auto stages = read_stages(request.params);
    auto connection = request.db();
    const auto rows = connection->run(
        history, {request.client(), coin, from, until, stages, page.limit, page.offset});
    Json::Value reply;
    auto& list = reply["withdraw"] = Json::arrayValue;
    for (const auto row : rows) list.append(withdrawals::view_of(row));
    reply["total"] = static_cast<Json::Int64>(rows.empty() ? 0 : rows[0].integer("total"));
    return Reply::json(reply);
}

constexpr Parameter list_parameters[] = {
    {"page", Type::integer, Need::optional, "The page, starting at 1; newest first."},
    {"per_page", Type::integer, Need::optional, "1 to 200; 10 by default."},
    {"coin", Type::text, Need::optional, "Only this coin: BTC."},
    {"from", Type::text, Need::optional, "The first day, UTC: 2026-11-21."},
    {"to", Type::text, Need::optional, "The last day, UTC: 2026-11-21."},
    {"status", Type::choice, Need::optional,
     "Only this state. FLOATING: submitted; ONHOLD: waiting for review; PROCEED: completed; "
     "FREEZE: stopped.",
     "FLOATING|ONHOLD|PROCEED|FREEZE"},
};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/withdrawal-limits", Access::client, Limit::reads, Effect::reads,
          limits}
        .by_key()
        .gives("WithdrawalLimits")
        .means("Shows how much can be withdrawn now"),
    Route{Method::get, "/api/v3/withdraw-history", Access::client, Limit::reads, Effect::reads,
          list}
        .by_key()
        .takes(list_parameters)
        .gives("Withdrawals")
        .means("Lists the client's withdrawals"),
};

}  // namespace

const std::span<const Route> withdrawal_list_routes{routes};

}  // namespace cambio::funds
