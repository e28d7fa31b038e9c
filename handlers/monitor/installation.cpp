// What Prometheus reads of the whole installation: /metrics at INSIDE_PORT. However many ask, the
// database is read once in a few seconds, by a role that may only read.
#include <chrono>
#include <mutex>

#include "fcgi/serve.h"
#include "log/log.h"
#include "routes.h"
#include "watch/certificate.h"
#include "watch/figures.h"

namespace cambio::monitor {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Reply, fcgi::Request,
    fcgi::Route;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kept{5};
// Whoever scrapes waits for ten seconds.
constexpr const char* no_patience = "set statement_timeout = '4s'";

std::string read_figures(Request& request) {
    metrics::Exposition to;
    auto connection = request.db();
    connection->run(no_patience);
    watch::add_figures(to, *connection, request.services().config);
    return std::move(to).text();
}

std::string read_all(Request& request) {
    std::string figures;
    try {
        figures = read_figures(request);
    } catch (const pg::Failure& failure) {
        log::warn("no_figures", {{"state", failure.state}});
    }
    metrics::Exposition to;
    to.family("cambio_up", "gauge", "Whether PostgreSQL has answered; without it, this is all.")
        .sample({}, figures.empty() ? 0 : 1);
    to.family("cambio_redis_up", "gauge", "Whether Redis answers.")
        .sample({}, request.redis().ping() ? 1 : 0);
    to.family("cambio_build_info", "gauge", "Always 1; the version of the programs.")
        .sample({{"version", CAMBIO_VERSION}}, 1);
    if (const auto certificates = watch::shown_certificates()) {
        to.family("cambio_certificate_end_timestamp_seconds", "gauge",
                  "When the site's certificate ends, or before it that for programs.");
        if (certificates->first_end) to.sample({}, *certificates->first_end);
    }
    return std::move(to).text() + figures;
}

Reply installation(Request& request) {
    static std::mutex mutex;
    static std::string text;
    static Clock::time_point read_at;
    const std::lock_guard lock{mutex};
    if (text.empty() || Clock::now() > read_at + kept) {
        text = read_all(request);
        read_at = Clock::now();
    }
    return Reply::text(text, "text/plain; version=0.0.4");
}

constexpr Route routes[] = {
    Route{Method::get, "/internal/installation", Access::internal, Limit::none, Effect::reads,
          installation}
        .means("Tells Prometheus how the installation is"),
};

}  // namespace

const std::span<const Route> installation_routes{routes};

}  // namespace cambio::monitor
