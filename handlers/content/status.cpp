// How the exchange is, for its pages and for whoever watches it.
#include <algorithm>
#include <array>

#include "fcgi/serve.h"
#include "ledger/ledger.h"
#include "log/log.h"
#include "pauses/pauses.h"
#include "routes.h"

namespace cambio::content {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Reply, fcgi::Request,
    fcgi::Route;

// What the house trades on: last prices, books and mark prices. Each is as old as the older of the
// provider's clock and ours says, and the oldest stands for all of its kind. Nobody trades on those
// of a market that is not open.
constexpr const char* oldest_prices = R"sql(
    with prices as (
        select 1 as kind, market_id, least(provider_at, received_at) as as_of from quotes
        union all
        select 2, market_id, least(provider_at, received_at) from provider_books
        union all
        select 3, market_id, least(provider_at, received_at) from marks
    )
    select distinct on (p.kind) p.kind, m.pair, p.as_of,
           greatest(0, floor(1000 * extract(epoch from now() - p.as_of)))::bigint as age_ms
      from prices p join markets m on m.id = p.market_id and m.state = 'open'
     order by p.kind, p.as_of, m.pair
)sql";
constexpr std::array<const char*, 3> kinds = {"last", "book", "mark"};

// Whether anything comes from the provider at all.
constexpr const char* newest_quote = R"sql(
    select floor(1000 * extract(epoch from now() - max(least(provider_at, received_at))))::bigint
               as age_ms
      from quotes
)sql";

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

// Fees whose refund or referrer's share house:fees cannot pay now; settle_fees counts them.
constexpr const char* waiting_fees = R"sql(
    select coalesce(sum(value::bigint), 0)::bigint as waiting
    from job_marks where name = 'fees_waiting'
)sql";

constexpr const char* find_pauses = "select what from pauses";
constexpr const char* find_halted = R"sql(
    select pair from markets where halted and state = 'open' order by position, id
)sql";

constexpr const char* count_clients = R"sql(select count(*) as clients from clients)sql";

struct OldestPrice {
    std::string market;
    pg::Time as_of;
    std::int64_t age_ms = 0;
};

struct Findings {
    std::string registered_users;
    bool postgres = false;
    std::array<std::optional<OldestPrice>, kinds.size()> oldest;
    std::optional<std::int64_t> newest_age_ms;
    ledger::LastAudit audit;
    std::int64_t closings_waiting = 0;
    std::int64_t interest_waiting = 0;
    std::int64_t fees_waiting = 0;
    std::vector<std::string> paused, halted;
};

/// What PostgreSQL knows; it being down is a finding, not an error.
Findings look(Request& request) {
    Findings found;
    try {
        auto connection = request.db();
        for (const auto row : connection->run(oldest_prices))
            found.oldest.at(static_cast<std::size_t>(row.integer("kind")) - 1) = {
                row.str("pair"), row.time("as_of"), row.integer("age_ms")};
        found.newest_age_ms = connection->run(newest_quote)[0].maybe_integer("age_ms");
        found.registered_users = connection->run(count_clients)[0].str("clients");
        found.audit = ledger::last_audit(*connection);
        found.closings_waiting = connection->run(waiting_closings)[0].integer("waiting");
        found.interest_waiting = connection->run(waiting_interest)[0].integer("waiting");
        found.fees_waiting = connection->run(waiting_fees)[0].integer("waiting");
        for (const auto row : connection->run(find_pauses)) found.paused.push_back(row.str("what"));
        for (const auto row : connection->run(find_halted)) found.halted.push_back(row.str("pair"));
        found.postgres = true;
    } catch (const pg::Failure& failure) {
        log::warn("status_without_postgres", {{"state", failure.state}});
    }
    return found;
}

/// The oldest price of all kinds.
std::optional<OldestPrice> oldest_of(const Findings& found) {
    std::optional<OldestPrice> oldest;
    for (const auto& price : found.oldest)
        if (price && (!oldest || price->age_ms > oldest->age_ms)) oldest = price;
    return oldest;
}

Json::Value prices_view(const Findings& found, bool stale, int stale_after_ms) {
    Json::Value prices;
    const auto oldest = oldest_of(found);
    prices["age_ms"] = oldest ? Json::Value{Json::Int64{oldest->age_ms}} : Json::Value{};
    prices["stale"] = stale;
    prices["stale_after_ms"] = stale_after_ms;
    prices["as_of"] = oldest ? Json::Value{pg::iso(oldest->as_of)} : Json::Value{};
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        auto& view = prices["oldest"][kinds.at(i)] = Json::nullValue;
        if (!found.oldest.at(i)) continue;
        view["market"] = found.oldest.at(i)->market;
        view["age_ms"] = Json::Int64{found.oldest.at(i)->age_ms};
    }
    return prices;
}

Json::Value paused_view(const Findings& found) {
    Json::Value view;
    for (const Pause what : pauses)
        view[std::string{name_of(what)}] =
            std::ranges::find(found.paused, name_of(what)) != found.paused.end();
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
    const auto oldest = oldest_of(found);
    const bool stale = !oldest || oldest->age_ms > config.stale_after_ms;
    const bool silent = !found.newest_age_ms || *found.newest_age_ms > config.stale_after_ms;
    const bool proved = found.audit.proof == ledger::Proof::passed;
    const bool unpaid =
        found.closings_waiting > 0 || found.interest_waiting > 0 || found.fees_waiting > 0;

    Json::Value reply;
    reply["version"] = CAMBIO_VERSION;
    reply["status"] = found.postgres && redis && !stale && proved && !unpaid ? "ok" : "degraded";
    reply["market"] = config.provider_simulated ? "simulated" : "live";
    reply["demo"] = config.demo;
    reply["live_chat_url"] = config.live_chat_url;
    reply["help_url"] = config.help_url;
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
    reply["futures"]["closings_waiting"] = Json::Int64{found.closings_waiting};
    reply["earn"]["interest_waiting"] = Json::Int64{found.interest_waiting};
    reply["fees"]["charges_waiting"] = Json::Int64{found.fees_waiting};
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
