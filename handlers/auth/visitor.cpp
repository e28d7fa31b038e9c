#include "visitor.h"

#include <algorithm>

#include "account/browsers.h"
#include "crypto/crypto.h"
#include "fcgi/serve.h"
#include "token/attempts.h"
#include "token/work.h"

namespace cambio::auth {

namespace {

using fcgi::Request;

constexpr std::size_t mark_bytes = 24;
constexpr int max_wrong_of_strangers = 20;
/// What strangers may ask for before it costs work, times RATE_LIMIT_FACTOR.
constexpr std::int64_t free_tries = 3;
constexpr const char* a_year = "31536000";

constexpr const char* find_device = R"sql(
    select id from device_marks where client_id = $1 and mark_hash = $2
)sql";

/// A cookie for each client, as several may sign in in one browser. It names none of them. Its name
/// is that of the current hash key, or of one before it.
std::vector<std::string> cookie_names(const Request& request, ClientId client) {
    auto names =
        request.services().hash_keys.hashes("device cookie:" + std::to_string(client.value));
    for (auto& name : names) name = "cambio_device_" + crypto::hex(name.substr(0, 6));
    return names;
}

struct KnownBrowser {
    std::int64_t id;
    std::string mark;
    bool current;  ///< its cookie has the current name
};

std::optional<KnownBrowser> known_browser(const Request& request, pg::Transaction& tx,
                                          ClientId client) {
    const auto names = cookie_names(request, client);
    for (const auto& name : names) {
        const auto cookie = request.cookies.find(name);
        if (cookie == request.cookies.end()) continue;
        const auto mark = crypto::hash(cookie->second);
        if (const auto device = tx.maybe(find_device, {client, pg::Param::bytes(mark)}))
            return KnownBrowser{device->integer("id"), std::string{cookie->second},
                                name == names.front()};
    }
    return {};
}

std::string cookie_of(const Request& request, ClientId client, const std::string& mark) {
    std::string cookie = cookie_names(request, client).front() + '=' + mark +
                         "; Path=/api; HttpOnly; SameSite=Strict; Max-Age=" + a_year;
    if (request.config().public_url.starts_with("https://")) cookie += "; Secure";
    return cookie;
}

std::string subject_of(const std::string& account, const std::string& who) {
    return "login:" + account + '/' + who;
}
std::string strangers_of(const std::string& account) {
    return subject_of(account, "strangers");
}

std::string subject_of(const Visitor& visitor, const std::string& account) {
    return subject_of(account, visitor.device ? "device " + std::to_string(*visitor.device)
                                              : token::network_of(visitor.ip));
}

}  // namespace

token::Asker Visitor::asker() const {
    return device ? token::Asker::browser(*device) : token::Asker::guest(ip);
}

Visitor visitor_of(const Request& request, pg::Transaction& tx, std::optional<ClientId> account) {
    Visitor visitor{request.client_ip, {}};
    if (!account) return visitor;
    if (const auto known = known_browser(request, tx, *account)) visitor.device = known->id;
    return visitor;
}

Mark mark_device(const Request& request, pg::Transaction& tx, ClientId client) {
    const auto& key = request.services().hash_keys.id();
    if (const auto known = known_browser(request, tx, client)) {
        account::see_browser(tx, known->id, key);
        if (known->current) return {known->id, {}};
        return {known->id, cookie_of(request, client, known->mark)};
    }
    const auto mark = crypto::base64url(crypto::random_bytes(mark_bytes));
    const auto id = account::add_browser(tx, client, crypto::hash(mark), key);
    return {id, cookie_of(request, client, mark)};
}

std::string work_in(fcgi::Params& params) {
    return params.optional<std::string>("work", token::max_work).value_or("");
}

void expect_work(const Request& request, pg::Transaction& tx, std::string_view act,
                 const std::string& subject, std::int64_t tries, const std::string& work) {
    const auto& config = request.config();
    const auto free = free_tries * config.rate_limit_factor;
    token::expect_work(tx, request.services().hash_keys.current(),
                       {act, subject, token::work_bits(config.work_bits, tries, free)}, work);
}

void expect_work_for_code(const Request& request, pg::Transaction& tx, const Visitor& visitor,
                          token::Purpose purpose, const std::string& address,
                          const std::string& work) {
    if (visitor.device) return;
    const auto tries = token::codes_of_strangers(tx, purpose, address, visitor.asker());
    expect_work(request, tx, "code", address, tries, work);
}

SignInAttempt::SignInAttempt(const Request& request, pg::Transaction& tx, const Visitor& visitor,
                             const std::string& account, const std::string& work)
    : tx_{tx},
      stranger_{!visitor.device},
      subject_{subject_of(visitor, account)},
      strangers_{strangers_of(account)},
      network_{"sign-in:" + token::network_of(visitor.ip)} {
    if (stranger_) token::begin_attempt(tx, strangers_, max_wrong_of_strangers);
    token::begin_attempt(tx, subject_);
    if (!stranger_) return;
    const auto tries =
        std::max(token::wrong_attempts(tx, strangers_), token::wrong_attempts(tx, network_));
    expect_work(request, tx, "login", account, tries, work);
}

bool SignInAttempt::wrong() {
    const bool locked = token::count_wrong_attempt(tx_, subject_);
    if (!stranger_) return locked;
    token::count_wrong_attempt(tx_, network_);
    return token::count_wrong_attempt(tx_, strangers_, max_wrong_of_strangers) || locked;
}

void SignInAttempt::right() {
    token::forget_attempts(tx_, subject_);
}

void forgive_sign_in(pg::Transaction& tx, const Visitor& visitor, const std::string& account) {
    token::forget_attempts(tx, strangers_of(account));
    token::forget_attempts(tx, subject_of(visitor, account));
}

}  // namespace cambio::auth
