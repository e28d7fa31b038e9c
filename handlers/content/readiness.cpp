// Whether a load balancer may send people here.
#include "fcgi/serve.h"
#include "log/log.h"
#include "pg/migrations.h"
#include "routes.h"

namespace cambio::content {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Reply, fcgi::Request,
    fcgi::Route;

constexpr const char* takes_writes = R"sql(
    select not pg_is_in_recovery() and not current_setting('transaction_read_only')::boolean as yes
)sql";

Reply readyz(Request& request) {
    // Of a database that cannot be asked nobody knows the schema.
    bool postgres = false, schema = true;
    try {
        auto connection = request.db();
        postgres = connection->run(takes_writes)[0].boolean("yes");
        schema = false;
        const auto found = pg::read_schema(*connection);
        schema = pg::fits(found);
        if (!schema) log::warn("not_ready", {{"reason", pg::explain(found, pg::known_schema())}});
    } catch (const pg::Failure& failure) {
        log::warn("not_ready", {{"state", failure.state}});
    }
    Json::Value missing = Json::arrayValue;
    if (!postgres) missing.append("postgres");
    if (!schema) missing.append("schema");
    if (!request.redis().ping()) missing.append("redis");

    Json::Value reply;
    reply["ready"] = missing.empty();
    if (missing.empty()) return Reply::json(reply);
    reply["missing"] = missing;
    return Reply::json(reply, 503);
}

constexpr Route routes[] = {
    Route{Method::get, "/readyz", Access::guest, Limit::reads, Effect::reads, readyz}
        .gives("Ready")
        .means("Tells a load balancer whether to send traffic here"),
};

}  // namespace

const std::span<const Route> readiness_routes{routes};

}  // namespace cambio::content
