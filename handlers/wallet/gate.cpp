#include "gate.h"

#include <optional>

namespace cambio::wallet {

namespace {

std::optional<token::TradingPasswords> checker;

}  // namespace

void start_passwords(fcgi::Services& services) {
    checker.emplace(services.pool, services.hash_keys.current());
}

void stop_passwords() {
    checker.reset();
}

token::TradingPasswords& passwords() {
    return *checker;
}

}  // namespace cambio::wallet
