// How the exchange is, for its pages and for whoever watches it.
#include <algorithm>
#include <array>
#include <chrono>
#include <mutex>

#include "fcgi/serve.h"
#include "ledger/ledger.h"
#include "log/log.h"
#include "markets/price_ages.h"
#include "pauses/pauses.h"
#include "routes.h"
#include "watch/findings.h"

namespace cambio::content {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Reply, fcgi::Request,
    fcgi::Route;

// Whether anything comes from the provider at all.
constexpr const char* newest_quote = R"sql(
    select floor(1000 * extract(epoch from now() - max(least(provider_at, received_at))))::bigint
               as age_ms
      from quotes
)sql";

constexpr const char* count_clients = R"sql(
    select count(*) as clients from clients c
     where not exists (select from demo_accounts where client_id = c.id)
)sql";
/// Counting reads them all, so it is done once in a while however often the state is asked for.
constexpr std::chrono::minutes count_kept{1};

std::string registered_users(pg::Connection& connection) {
    static std::mutex mutex;
    static std::string counted;
    static std::chrono::steady_clock::time_point counted_at;
    const std::lock_guard lock{mutex};
    const auto now = std::chrono::steady_clock::now();
    if (counted.empty() || now > counted_at + count_kept) {
        counted = connection.run(count_clients)[0].str("clients");
        counted_at = now;
    }
    return counted;
}

struct Findings {
    std::string registered_users;
    bool postgres = false;
    markets::PriceAges prices;
    std::optional<std::int64_t> newest_age_ms;
    ledger::LastAudit audit;
    watch::Waiting waiting;
    std::vector<Paused> paused;
    std::vector<std::string> halted;
};

/// What PostgreSQL knows; it being down is a finding, not an error.
Findings look(Request& request) {
    Findings found;
    try {
        auto connection = request.db();
        found.prices = markets::price_ages(*connection);
        found.newest_age_ms = connection->run(newest_quote)[0].maybe_integer("age_ms");
        found.registered_users = registered_users(*connection);
        found.audit = ledger::last_audit(*connection);
        found.waiting = watch::waiting_for_house(*connection);
        found.paused = all_paused(*connection);
        found.halted = halted_markets(*connection);
        found.postgres = true;
    } catch (const pg::Failure& failure) {
        log::warn("status_without_postgres", {{"state", failure.state}});
    }
    return found;
}

Json::Value prices_view(const Findings& found, bool stale, int stale_after_ms) {
    Json::Value prices;
    const auto oldest = found.prices.oldest();
    prices["age_ms"] = oldest ? Json::Value{Json::Int64{oldest->age_ms}} : Json::Value{};
    prices["stale"] = stale;
    prices["stale_after_ms"] = stale_after_ms;
    prices["as_of"] = oldest ? Json::Value{pg::iso(oldest->as_of)} : Json::Value{};
    for (std::size_t i = 0; i < markets::price_kinds.size(); ++i) {
        auto& view = prices["oldest"][markets::price_kinds.at(i)] = Json::nullValue;
        const auto& price = found.prices.of_kind.at(i);
        if (!price) continue;
        view["market"] = price->market;
        view["age_ms"] = Json::Int64{price->age_ms};
    }
    return prices;
}

Json::Value paused_view(const Findings& found) {
    Json::Value view;
    for (const Pause what : pauses)
        view[std::string{name_of(what)}] =
            std::ranges::find(found.paused, name_of(what), &Paused::what) != found.paused.end();
    view["markets"] = Json::arrayValue;
    for (const auto& pair : found.halted) view["markets"].append(pair);
    return view;
}

Json::Value audit_view(const ledger::LastAudit& last) {
    constexpr std::array<const char*, 4> results = {"never", "failed", "overdue", "passed"};
    Json::Value audit;
    audit["at"] = last.at ? Json::Value{pg::iso(*last.at)} : Json::Value{};
    audit["result"] = results.at(static_cast<std::size_t>(last.proof));
    return audit;
}

Reply status(Request& request) {
    const auto& config = request.config();
    const auto found = look(request);
    const bool redis = request.redis().ping();
    const bool stale = found.prices.stale(config.stale_after_ms);
    const bool silent = !found.newest_age_ms || *found.newest_age_ms > config.stale_after_ms;
    const bool proved = found.audit.proof == ledger::Proof::passed;
    const bool unpaid =
        found.waiting.closings > 0 || found.waiting.interest > 0 || found.waiting.charges > 0;

    Json::Value reply;
    reply["version"] = CAMBIO_VERSION;
    reply["status"] = found.postgres && redis && !stale && proved && !unpaid ? "ok" : "degraded";
    reply["market"] = config.provider_simulated ? "simulated" : "live";
    reply["demo"] = config.demo;
    reply["guests_see_trading"] = config.guests_see_trading;
    reply["live_chat_url"] = config.live_chat_url;
    reply["help_url"] = config.help_url;
    reply["outbox_url"] = config.demo ? config.outbox_url : "";
    reply["operator_name"] = config.operator_name;
    reply["support_email"] = config.support_email;
    reply["sign_in"]["google"] = !config.google_client_id.empty();
    if (found.postgres) reply["registered_users"] = found.registered_users;
    reply["paused"] = paused_view(found);
    reply["prices"] = prices_view(found, stale, config.stale_after_ms);
    reply["postgres"] = found.postgres ? "ok" : "down";
    reply["redis"] = redis ? "ok" : "down";
    reply["provider"] = silent ? "down" : "ok";
    reply["audit"] = audit_view(found.audit);
    reply["futures"]["closings_waiting"] = Json::Int64{found.waiting.closings};
    reply["earn"]["interest_waiting"] = Json::Int64{found.waiting.interest};
    reply["fees"]["charges_waiting"] = Json::Int64{found.waiting.charges};
    reply["time"] = pg::iso(pg::now());
    return Reply::json(reply);
}

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/status", Access::guest, Limit::reads, Effect::reads, status,
          nullptr, 1}
        .gives("Status")
        .means("Shows the state of the exchange"),
};

}  // namespace

const std::span<const Route> status_routes{routes};

}  // namespace cambio::content
