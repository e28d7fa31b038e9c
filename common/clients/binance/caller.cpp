#include "binance/caller.h"

#include <algorithm>
#include <chrono>

#include "binance/calls.h"
#include "crypto/crypto.h"
#include "fcgi/limits.h"
#include "fcgi/serve.h"
#include "markets/trades.h"

namespace cambio::binance {

namespace {

using fcgi::Request;

/// A clock may be ahead of ours by so much.
constexpr std::int64_t max_ahead = 1000;
constexpr std::int64_t usual_window = 5000;
constexpr std::int64_t max_window = 60'000;
constexpr std::size_t max_signature = 512;

constexpr std::string_view signature_field = "signature=";

bool alphanumeric(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/// Where the field begins; npos: nowhere.
std::size_t find_signature(std::string_view text) {
    if (text.starts_with(signature_field)) return 0;
    const auto found = text.find('&' + std::string{signature_field});
    return found == std::string_view::npos ? found : found + 1;
}

void check_time(Request& request) {
    auto& params = request.params;
    const auto made = params.required<std::int64_t>("timestamp");
    const auto window = params.optional<Decimal>("recvWindow").value_or(Decimal::of(usual_window));
    if (window.negative() || window > Decimal::of(max_window))
        throw Error{Code::out_of_range, "recvWindow"};
    const auto now = markets::to_milliseconds(pg::now());
    if (made < 0) throw Error{Code::out_of_range, "timestamp"};
    if (made >= now + max_ahead) throw Error{Code::out_of_range, "timestamp ahead"};
    if (Decimal::of(now - made) > window) throw Error{Code::out_of_range, "timestamp"};
}

std::string signed_text(const Request& request) {
    if (request.by_gateway) return request.signed_text;
    // A name that only reads so once it is decoded stands in no text that was signed.
    const bool in_query = find_signature(request.query) != std::string::npos;
    const bool in_body = find_signature(request.body) != std::string::npos;
    if (in_query == in_body) throw Error{Code::invalid_parameter, "signature"};
    return without_signature(request.query) + without_signature(request.body);
}

/// What its connection proved by session.logon stands in for a signature. Everything else about
/// the key is asked now, as of any caller.
token::Session verify_logon(Request& request) {
    if (!request.api_key.empty()) throw Error{Code::invalid_parameter, "X-MBX-APIKEY"};
    if (request.params.optional<std::string>("signature", max_signature))
        throw Error{Code::invalid_parameter, "signature"};
    check_time(request);
    auto& services = request.services();
    return services.api_keys.find(services.pool, request.logon_key, request.client_ip);
}

/// Whether a signature of that text says no more than who asks, and when.
bool names_no_act(std::string_view text) {
    constexpr std::string_view fields[] = {"apiKey", "recvWindow", "returnRateLimits", "timestamp"};
    while (!text.empty()) {
        const auto field = text.substr(0, text.find('&'));
        if (std::ranges::find(fields, field.substr(0, field.find('='))) == std::end(fields))
            return false;
        text.remove_prefix(std::min(text.size(), field.size() + 1));
    }
    return true;
}

/// What reads an account over the WebSocket API is signed as a logon is, after which a connection
/// may do all that the key may. So such a signature is taken from the network that brought it first
/// alone: whoever has seen it elsewhere is too late. One program may bring it twice, since several
/// connections may log on within one millisecond. Without Redis the time that is signed has to do.
void keep_to_network(Request& request) {
    if (!request.by_gateway || !names_no_act(request.signed_text)) return;
    const auto name = "signature:" + crypto::hex(crypto::hash(request.signed_text));
    const auto network = fcgi::network_of(request.client_ip);
    constexpr std::chrono::milliseconds lifetime{max_window + max_ahead};
    if (request.redis().set_if_absent(name, network, lifetime) != false) return;
    if (request.redis().get(name).value_or(network) != network)
        throw Error{Code::invalid_parameter, "signature"};
}

/// A wrong signature costs its address a place among those of a second, after which nobody looks at
/// more of them from there. It costs the key nothing: whoever knows its name alone cannot use it
/// up.
token::Session verify_signature(Request& request, const std::string& signature) {
    const auto text = signed_text(request);
    auto& services = request.services();
    if (services.limits.many_forged(request.client_ip))
        throw Error{Code::rate_limited, "forged"}.with("retry_after", "1");
    try {
        return services.api_keys.verify(services.pool, request.api_key, request.client_ip, text,
                                        signature);
    } catch (const Error& error) {
        services.limits.count_if_forged(request.client_ip, error);
        throw;
    }
}

token::Session verify(Request& request) {
    if (logged_on(request)) return verify_logon(request);
    if (request.api_key.size() != token::api_key_length ||
        !std::ranges::all_of(request.api_key, alphanumeric))
        throw Error{Code::invalid_parameter, "X-MBX-APIKEY"};
    const auto signature = request.params.required<std::string>("signature", max_signature);
    check_time(request);
    auto session = verify_signature(request, signature);
    keep_to_network(request);
    return session;
}

const char* words_of(token::KeyLimit limit) {
    switch (limit) {
        case token::KeyLimit::weight:
            return "1 MINUTE";
        case token::KeyLimit::orders_per_10s:
            return "10 SECOND";
        case token::KeyLimit::orders_per_day:
            break;
    }
    return "1 DAY";
}

std::int64_t max_of(token::KeyLimit limit, const Config::KeyBudget& budget) {
    switch (limit) {
        case token::KeyLimit::weight:
            return budget.weight_per_minute;
        case token::KeyLimit::orders_per_10s:
            return budget.orders_per_10s;
        case token::KeyLimit::orders_per_day:
            break;
    }
    return budget.orders_per_day;
}

void charge(Request& request, ApiKeyId key, int weight, int orders) {
    auto& limits = request.services().key_limits;
    const auto use = limits.charge(key, weight, orders);
    const auto note = [&](const char* name, std::int64_t number) {
        request.reply_headers.emplace_back(name, std::to_string(number));
    };
    note("X-MBX-USED-WEIGHT", use.weight);
    note("X-MBX-USED-WEIGHT-1M", use.weight);
    if (orders > 0) {
        note("X-MBX-ORDER-COUNT-10S", use.orders_10s);
        note("X-MBX-ORDER-COUNT-1D", use.orders_day);
    }
    if (!use.excess) return;
    const auto limit = use.excess->limit;
    throw Error{Code::rate_limited, limit == token::KeyLimit::weight ? "" : "orders"}
        .with("retry_after", std::to_string(use.excess->wait.count()))
        .with("limit", std::to_string(max_of(limit, limits.budget())))
        .with("interval", words_of(limit));
}

}  // namespace

bool logged_on(const Request& request) {
    return request.by_gateway && !request.logon_key.empty();
}

token::Session caller(Request& request, int weight, int orders) {
    token::Session session;
    try {
        session = verify(request);
    } catch (const Error& error) {
        if (error.code() != Code::rate_limited) weigh(request, weight);
        throw;
    }
    charge(request, session.key->id, weight, orders);
    return session;
}

std::string without_signature(std::string_view text) {
    const auto from = find_signature(text);
    if (from == std::string_view::npos) return std::string{text};
    const auto end = text.find('&', from);
    std::string rest{text.substr(0, from)};
    if (end != std::string_view::npos)
        rest += text.substr(end + 1);
    else if (!rest.empty())
        rest.pop_back();
    return rest;
}

}  // namespace cambio::binance
