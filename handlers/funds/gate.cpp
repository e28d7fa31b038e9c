#include "gate.h"

#include <memory>

namespace cambio::funds {

namespace {

constexpr int message_threads = 2;
constexpr std::size_t max_waiting = 100;

struct Gate {
    explicit Gate(fcgi::Services& services)
        : trading{services.pool, services.hash_keys.current()} {}
    token::TradingPasswords trading;
    fcgi::Lane messages{message_threads, max_waiting};
};

std::unique_ptr<Gate> gate;

}  // namespace

void start_gate(fcgi::Services& services) {
    gate = std::make_unique<Gate>(services);
}

void stop_gate() {
    gate->trading.stop();
    gate.reset();
}

token::TradingPasswords& passwords() {
    return gate->trading;
}

fcgi::Lane& message_lane() {
    return gate->messages;
}

}  // namespace cambio::funds
