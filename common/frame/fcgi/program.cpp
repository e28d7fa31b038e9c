#include "fcgi/program.h"

#include <charconv>
#include <chrono>
#include <cstdlib>

#include "fcgi/serve.h"

namespace cambio::fcgi {

namespace {

/// As long as a request may be under way, and as far as clocks may differ.
constexpr std::chrono::milliseconds signature_lifetime{5'000};

std::int64_t milliseconds_now() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

bool is_fresh(const std::string& timestamp, std::int64_t now) {
    std::int64_t at = 0;
    const char* const end = timestamp.data() + timestamp.size();
    const auto read = std::from_chars(timestamp.data(), end, at);
    return read.ec == std::errc{} && read.ptr == end && at > now - signature_lifetime.count() &&
           at < now + signature_lifetime.count();
}

}  // namespace

std::string signed_text(const Request& request) {
    std::string text;
    for (const auto* part :
         {&request.key_timestamp, &request.method, &request.path, &request.query}) {
        text += *part;
        text += '\n';
    }
    return text += request.body;
}

token::Session program_of(const Request& request, Services& services, bool orders) {
    auto session = services.api_keys.verify(services.pool, request.key_id, request.client_ip,
                                            signed_text(request), request.key_signature);
    const auto now = milliseconds_now();
    if (!is_fresh(request.key_timestamp, now))
        throw Error{Code::api_key_time}.with("server_time", std::to_string(now));
    const auto use = services.key_limits.charge(session.key->id, usual_weight, orders ? 1 : 0);
    if (use.excess)
        throw Error{Code::rate_limited}.with("retry_after",
                                             std::to_string(use.excess->wait.count()));
    return session;
}

}  // namespace cambio::fcgi
