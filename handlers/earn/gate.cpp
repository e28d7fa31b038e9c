#include "gate.h"

#include <memory>

namespace cambio::earn {

namespace {

constexpr int threads = 2;
constexpr std::size_t max_waiting = 100;

struct Gate {
    explicit Gate(fcgi::Services& services)
        : trading{services.pool, services.hash_keys.current()} {}
    token::TradingPasswords trading;
    fcgi::Lane lane{threads, max_waiting};
};

std::unique_ptr<Gate> gate;

/// What a notice says of it.
Json::Value in_words(const Plan& plan) {
    std::string coins;
    for (const Share& share : plan.shares) coins += (coins.empty() ? "" : ", ") + share.coin;
    Json::Value data;
    data["coins"] = coins;
    data["amount"] = plan.amount.str();
    data["cycle"] = std::string{name_of(plan.schedule.cycle)};
    return data;
}

account::Origin origin_of(const fcgi::Request& request) {
    return {request.client_ip, request.user_agent, request.place()};
}

}  // namespace

void start_gate(fcgi::Services& services) {
    gate = std::make_unique<Gate>(services);
}

void stop_gate() {
    gate.reset();
}

fcgi::Lane& password_lane() {
    return gate->lane;
}

void expect_transaction_password(const fcgi::Request& request, const std::string& password) {
    account::expect_transaction_password(gate->trading, request.session(), password);
}

void prove_start(pg::Transaction& tx, const fcgi::Request& request, const account::Proof& proof) {
    account::prove(tx, request.services().hash_keys, request.session(), account::Act::start_plan,
                   proof);
}

void started(pg::Transaction& tx, const fcgi::Request& request, const Plan& plan) {
    account::acted(tx, request.client(), account::Act::start_plan, origin_of(request),
                   in_words(plan));
}

void stopped(pg::Transaction& tx, const fcgi::Request& request, const Plan& plan) {
    constexpr auto kind = notices::Kind::plan_stopped;
    account::record(tx, request.client(), notices::name_of(kind), origin_of(request));
    notices::tell(tx, request.client(), kind, in_words(plan));
}

}  // namespace cambio::earn
