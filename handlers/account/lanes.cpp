#include "lanes.h"

#include <memory>

namespace cambio::account {

namespace {

// Two, because libsodium's hashing is limited to two at a time in a process (crypto.h).
constexpr int password_threads = 2;
constexpr int message_threads = 2;
constexpr int picture_threads = 1;
constexpr std::size_t max_waiting = 100;

struct Lanes {
    explicit Lanes(fcgi::Services& services)
        : trading{services.pool, services.hash_keys.current()} {}
    token::TradingPasswords trading;
    image::Decoder decoder = image::Decoder::beside_program();
    fcgi::Lane passwords{password_threads, max_waiting};
    fcgi::Lane messages{message_threads, max_waiting};
    fcgi::Lane pictures{picture_threads, max_waiting};
};

std::unique_ptr<Lanes> lanes;

}  // namespace

void start_lanes(fcgi::Services& services) {
    lanes = std::make_unique<Lanes>(services);
}
void stop_lanes() {
    lanes.reset();
}
fcgi::Lane& password_lane() {
    return lanes->passwords;
}
fcgi::Lane& message_lane() {
    return lanes->messages;
}
fcgi::Lane& picture_lane() {
    return lanes->pictures;
}
const image::Decoder& picture_decoder() {
    return lanes->decoder;
}
token::TradingPasswords& trading_passwords() {
    return lanes->trading;
}

}  // namespace cambio::account
