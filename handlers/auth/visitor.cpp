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

/// A cookie for each client, as several may sign in in one browser. It names none of them. Its name
/// is that of the current hash key, or of one before it.
std::vector<std::string> cookie_names(const Request& request, ClientId client) {
    auto names =
        request.services().hash_keys.hashes("device cookie:" + std::to_string(client.value));
    for (auto& name : names) name = "cambio_device_" + crypto::hex(name.substr(0, 6));
    return names;
}

struct Known {
    account::KnownBrowser browser;
    std::string mark;
    bool current;  ///< its cookie has the current name
};

std::optional<Known> known_browser(const Request& request, pg::Transaction& tx, ClientId client) {
    const auto names = cookie_names(request, client);
    for (const auto& name : names) {
        const auto cookie = request.cookies.find(name);
        if (cookie == request.cookies.end()) continue;
        const auto mark = crypto::hash(cookie->second);
        if (const auto browser = account::find_browser(tx, client, mark))
            return Known{*browser, std::string{cookie->second}, name == names.front()};
    }
    return {};
}

std::string cookie_of(const Request& request, ClientId client, const std::string& mark) {
    std::string cookie = cookie_names(request, client).front() + '=' + mark +
                         "; Path=/api; HttpOnly; SameSite=Strict; Max-Age=" + a_year;
    if (request.config().public_url.starts_with("https://")) cookie += "; Secure";
    return cookie;
}

/// The mark of a browser that has none, and its cookie.
Mark new_mark(const Request& request, pg::Transaction& tx, ClientId client,
              decltype(&account::add_browser) add) {
    const auto mark = crypto::base64url(crypto::random_bytes(mark_bytes));
    const auto id = add(tx, client, crypto::hash(mark), request.services().hash_keys.id());
    return {id, cookie_of(request, client, mark)};
}

std::string subject_of(const std::string& account, const std::string& who) {
    return "login:" + account + '/' + who;
}
std::string strangers_of(const std::string& account) {
    return subject_of(account, "strangers");
}

std::string subject_of(const Visitor& visitor, const std::string& account) {
    if (!visitor.device) return subject_of(account, token::network_of(visitor.ip));
    return subject_of(account,
                      (visitor.by_link ? "link " : "device ") + std::to_string(*visitor.device));
}

}  // namespace

token::Asker Visitor::asker() const {
    if (!device) return token::Asker::guest(ip);
    return by_link ? token::Asker::browser_by_link(*device) : token::Asker::browser(*device);
}

token::Asker Visitor::asker_of_second_factor() const {
    return by_link ? token::Asker::guest(ip) : asker();
}

Visitor visitor_of(const Request& request, pg::Transaction& tx, std::optional<ClientId> account) {
    Visitor visitor{request.client_ip, {}};
    if (!account) return visitor;
    if (const auto known = known_browser(request, tx, *account)) {
        visitor.device = known->browser.id;
        visitor.by_link = known->browser.by_link;
    }
    return visitor;
}

Mark mark_device(const Request& request, pg::Transaction& tx, ClientId client) {
    const auto known = known_browser(request, tx, client);
    if (!known) return new_mark(request, tx, client, account::add_browser);
    const auto key = request.services().hash_keys.id();
    auto id = known->browser.id;
    if (known->browser.by_link) {
        const auto kept = account::keep_browser(tx, client, id, key);
        if (!kept) return new_mark(request, tx, client, account::add_browser);
        id = *kept;
    } else {
        account::see_browser(tx, id, key);
    }
    if (known->current) return {id, {}};
    return {id, cookie_of(request, client, known->mark)};
}

Mark mark_device_by_link(const Request& request, pg::Transaction& tx, ClientId client) {
    return new_mark(request, tx, client, account::add_browser_by_link);
}

std::string work_in(fcgi::Params& params) {
    return params.optional<std::string>("work", token::max_work).value_or("");
}

void expect_work(const Request& request, pg::Transaction& tx, std::string_view act,
                 const std::string& subject, const std::string& work) {
    token::expect_work(tx, request.services().hash_keys.current(),
                       {act, subject, request.config().work_bits}, work);
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
