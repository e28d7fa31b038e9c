// How the exchange is, for its pages and for whoever watches it.
#include "fcgi/serve.h"
#include "log/log.h"
#include "routes.h"

namespace cambio::content {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Reply, fcgi::Request,
    fcgi::Route;

// A quote is as old as the older of the provider's clock and ours says; the newest one stands for
// all.
constexpr const char* newest_quote = R"sql(
    select max(least(provider_at, received_at)) as as_of,
           floor(1000 * extract(epoch from
               now() - max(least(provider_at, received_at))))::bigint as age_ms
      from quotes
)sql";

constexpr const char* last_audit = "select at, passed from audits order by id desc limit 1";

// Closings of futures that the house cannot pay now; settle_futures counts them.
constexpr const char* waiting_closings = R"sql(
    select coalesce(sum(value::bigint), 0)::bigint as waiting
    from job_marks where name = 'futures_waiting'
)sql";

// Subscriptions whose interest house:earn cannot pay now; accrue_earn counts them.
constexpr const char* waiting_interest = R"sql(
    select coalesce(sum(value::bigint), 0)::bigint as waiting
    from job_marks where name = 'earn_waiting'
)sql";

constexpr const char* count_clients = R"sql(select count(*) as clients from clients)sql";

struct Findings {
    std::string registered_users;
    bool postgres = false;
    std::optional<pg::Time> prices_as_of;
    std::int64_t prices_age_ms = 0;
    std::optional<pg::Time> audited_at;
    bool audit_passed = false;
    std::int64_t closings_waiting = 0;
    std::int64_t interest_waiting = 0;
};

/// What PostgreSQL knows; it being down is a finding, not an error.
Findings look(Request& request) {
    Findings found;
    try {
        auto connection = request.db();
        const auto quotes = connection->run(newest_quote);
        found.prices_as_of = quotes[0].maybe_time("as_of");
        found.prices_age_ms =
            std::max<std::int64_t>(0, quotes[0].maybe_integer("age_ms").value_or(0));
        found.registered_users = connection->run(count_clients)[0].str("clients");
        if (const auto audits = connection->run(last_audit); !audits.empty()) {
            found.audited_at = audits[0].time("at");
            found.audit_passed = audits[0].boolean("passed");
        }
        found.closings_waiting = connection->run(waiting_closings)[0].integer("waiting");
        found.interest_waiting = connection->run(waiting_interest)[0].integer("waiting");
        found.postgres = true;
    } catch (const pg::Failure& failure) {
        log::warn("status_without_postgres", {{"state", failure.state}});
    }
    return found;
}

Json::Value prices_view(const Findings& found, bool stale) {
    Json::Value prices;
    prices["age_ms"] = found.prices_as_of
                           ? Json::Value{static_cast<Json::Int64>(found.prices_age_ms)}
                           : Json::Value{};
    prices["stale"] = stale;
    prices["as_of"] =
        found.prices_as_of ? Json::Value{pg::iso(*found.prices_as_of)} : Json::Value{};
    return prices;
}

Json::Value audit_view(const Findings& found) {
    Json::Value audit;
    audit["at"] = found.audited_at ? Json::Value{pg::iso(*found.audited_at)} : Json::Value{};
    audit["result"] = !found.audited_at ? "never" : found.audit_passed ? "passed" : "failed";
    return audit;
}

Reply status(Request& request) {
    const auto& config = request.config();
    const auto found = look(request);
    const bool redis = request.redis().ping();
    const bool stale = !found.prices_as_of || found.prices_age_ms > config.stale_after_ms;
    const bool audit_failed = found.audited_at && !found.audit_passed;
    const bool unpaid = found.closings_waiting > 0 || found.interest_waiting > 0;

    Json::Value reply;
    reply["version"] = CAMBIO_VERSION;
    reply["status"] =
        found.postgres && redis && !stale && !audit_failed && !unpaid ? "ok" : "degraded";
    reply["market"] = config.provider_simulated ? "simulated" : "live";
    reply["demo"] = config.demo;
    reply["live_chat_url"] = config.live_chat_url;
    reply["help_url"] = config.help_url;
    reply["operator_name"] = config.operator_name;
    reply["support_email"] = config.support_email;
    reply["sign_in"]["google"] = !config.google_client_id.empty();
    if (found.postgres) reply["registered_users"] = found.registered_users;
    reply["prices"] = prices_view(found, stale);
    reply["postgres"] = found.postgres ? "ok" : "down";
    reply["redis"] = redis ? "ok" : "down";
    reply["provider"] = stale ? "down" : "ok";
    reply["audit"] = audit_view(found);
    reply["futures"]["closings_waiting"] = Json::Int64{found.closings_waiting};
    reply["earn"]["interest_waiting"] = Json::Int64{found.interest_waiting};
    reply["time"] = pg::iso(pg::now());
    return Reply::json(reply);
}

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/status", Access::guest, Limit::reads, Effect::reads, status,
          nullptr, 1}
        .gives("Status")
        .means("Tells how the exchange is"),
};

}  // namespace

const std::span<const Route> status_routes{routes};

}  // namespace cambio::content
