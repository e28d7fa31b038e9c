#include "lanes.h"

#include <memory>

#include "crypto/crypto.h"

namespace cambio::auth {

namespace {

// Two, because libsodium's hashing is limited to two at a time in a process (crypto.h). At 20 ms
// each a queue of 200 is answered within two seconds.
constexpr int password_threads = 2;
constexpr std::size_t passwords_waiting = 200;
constexpr int mail_threads = 2;
constexpr std::size_t mails_waiting = 200;
constexpr int provider_threads = 2;
constexpr std::size_t sign_ins_waiting = 100;

struct Lanes {
    std::string nobodys_hash = crypto::hash_password(crypto::random_bytes(24));
    fcgi::Lane passwords{password_threads, passwords_waiting};
    fcgi::Lane mail{mail_threads, mails_waiting};
    fcgi::Lane provider{provider_threads, sign_ins_waiting};
};

std::unique_ptr<Lanes> lanes;

}  // namespace

void start_lanes() {
    lanes = std::make_unique<Lanes>();
}
void stop_lanes() {
    lanes.reset();
}
fcgi::Lane& password_lane() {
    return lanes->passwords;
}
fcgi::Lane& mail_lane() {
    return lanes->mail;
}
fcgi::Lane& provider_lane() {
    return lanes->provider;
}
const std::string& nobodys_password_hash() {
    return lanes->nobodys_hash;
}

}  // namespace cambio::auth
