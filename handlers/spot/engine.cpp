#include "engine.h"

#include <optional>
#include <thread>

#include "convert/conversions.h"
#include "log/log.h"

namespace cambio::spot {

namespace {

/// How long a start waits for a database that is starting, too.
constexpr std::chrono::seconds patience{30};
constexpr std::chrono::milliseconds pause{200};

std::optional<Engine> running;

}  // namespace

Engine::Engine(fcgi::Services& services)
    : refused{services.pool},
      sequencer{services.config, services.push},
      passwords{services.pool, services.hash_keys.current()},
      prices{services.pool, convert::without_price_since, services.config.house_last_look,
             std::chrono::milliseconds{services.config.house_stale_after_ms}},
      waiting_holds{services.config.database_url, ledger::Kind::conversion_hold} {}

void start_engine(fcgi::Services& services) {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    for (;;) {
        try {
            running.emplace(services);
            running->sequencer.start();
            return;
        } catch (const pg::Failure& failure) {
            if (!failure.connection_lost() || std::chrono::steady_clock::now() > deadline) throw;
            log::warn("database_unavailable", {{"state", failure.state}});
            running.reset();
            std::this_thread::sleep_for(pause);
        }
    }
}

void stop_engine(fcgi::Services&) {
    // A conversion that waits for its price may still bring a password, and a password that is
    // being checked an order.
    running->prices.stop();
    running->passwords.stop();
    running->sequencer.stop();
    running->refused.stop();
    running.reset();
}

Engine& engine() {
    return *running;
}

const markets::Market& find_market(const settlement::Prices& prices, std::string_view name,
                                   std::string_view field) {
    const markets::Market* market = prices.directory->find(name);
    if (market == nullptr) throw Error{Code::unknown_market, std::string{field}};
    return *market;
}

}  // namespace cambio::spot
