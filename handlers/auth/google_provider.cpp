#include "google_provider.h"

#include <json/value.h>

#include <chrono>
#include <memory>
#include <mutex>

#include "crypto/crypto.h"
#include "error/error.h"
#include "http/http.h"
#include "json/parse.h"
#include "log/log.h"

namespace cambio::auth {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::hours kept_for{1};
constexpr std::chrono::seconds shortest_pause{60};  ///< between two looks for changed keys
constexpr const char* callback = "/api/v3/auth/google/callback";

/// What the provider publishes of itself.
struct Provider {
    std::string issuer, authorization, token, keys_url;
    Json::Value keys;
    Clock::time_point read_at;
};

std::mutex mutex;
std::shared_ptr<const Provider> known;

Json::Value fetch(http::Client& client, const std::string& url) {
    http::Outgoing request;
    request.url = url;
    request.headers = {"Accept: application/json"};
    const auto answer = client.send(request);
    const auto value = answer.ok() ? json::parse_object(answer.body) : std::nullopt;
    if (!value) {
        log::warn(
            "google_unreachable",
            {{"url", url}, {"status", std::to_string(answer.status)}, {"reason", answer.reason}});
        throw Error{Code::unavailable};
    }
    return *value;
}

std::string address_in(const Json::Value& document, const char* name, const std::string& issuer) {
    const auto text = document[name].isString() ? document[name].asString() : std::string{};
    // What the provider is asked by https must not be lured to an address without it.
    const bool safe = text.starts_with("https://") ||
                      (text.starts_with("http://") && issuer.starts_with("http://"));
    if (!safe) throw Error{Code::unavailable};
    return text;
}

std::shared_ptr<const Provider> read_provider(const std::string& issuer) {
    http::Client client;
    const auto document = fetch(client, issuer + "/.well-known/openid-configuration");
    auto provider = std::make_shared<Provider>();
    provider->issuer = document["issuer"].isString() ? document["issuer"].asString() : "";
    if (provider->issuer != issuer) {
        log::error("google_issuer_differs", {{"issuer", issuer}});
        throw Error{Code::unavailable};
    }
    provider->authorization = address_in(document, "authorization_endpoint", issuer);
    provider->token = address_in(document, "token_endpoint", issuer);
    provider->keys_url = address_in(document, "jwks_uri", issuer);
    provider->keys = fetch(client, provider->keys_url);
    provider->read_at = Clock::now();
    return provider;
}

/// The provider as of `kept_for` ago at most, or of `shortest_pause` for one who misses a key.
std::shared_ptr<const Provider> provider_of(const Config& config, Clock::duration oldest) {
    {
        const std::lock_guard lock{mutex};
        if (known && Clock::now() - known->read_at < oldest) return known;
    }
    auto provider = read_provider(config.google_issuer);
    const std::lock_guard lock{mutex};
    known = provider;
    return provider;
}

bool has_key(const Json::Value& keys, const std::string& id) {
    for (const auto& key : keys["keys"])
        if (key.isObject() && key["kid"].isString() && key["kid"].asString() == id) return true;
    return id.empty();
}

/// RFC 7636, S256.
std::string challenge_of(const std::string& verifier) {
    return crypto::base64url(crypto::sha256(verifier));
}

std::string form(std::initializer_list<std::pair<const char*, std::string>> fields) {
    std::string text;
    for (const auto& [name, value] : fields) {
        if (!text.empty()) text += '&';
        text += std::string{name} + '=' + http::encode(value);
    }
    return text;
}

/// The identity token that the provider gives for a code.
std::string exchange(const Config& config, const Provider& provider, const GoogleVisit& visit,
                     const std::string& code) {
    http::Outgoing request;
    request.method = "POST";
    request.url = provider.token;
    request.headers = {"Content-Type: application/x-www-form-urlencoded",
                       "Accept: application/json"};
    request.body = form({{"grant_type", "authorization_code"},
                         {"code", code},
                         {"redirect_uri", config.public_url + callback},
                         {"client_id", config.google_client_id},
                         {"client_secret", config.google_client_secret},
                         {"code_verifier", visit.verifier}});
    const auto answer = http::Client{}.send(request);
    if (answer.outcome != http::Outcome::answered || answer.status >= 500) {
        log::warn("google_unreachable", {{"reason", answer.reason}});
        throw Error{Code::unavailable};
    }
    const auto reply = json::parse_object(answer.body);
    if (!answer.ok() || !reply || !(*reply)["id_token"].isString()) {
        log::warn("google_refused_code", {{"status", std::to_string(answer.status)}});
        throw Error{Code::google_failed};
    }
    return (*reply)["id_token"].asString();
}

}  // namespace

GoogleVisit visit_of(std::string_view key, const std::string& state, const std::string& browser) {
    const auto derived = [&](const char* what) {
        return crypto::base64url(crypto::keyed_hash(key, what + state + ':' + browser));
    };
    return {state, derived("google nonce:"), derived("google verifier:")};
}

std::string authorization_url(const Config& config, const GoogleVisit& visit) {
    const auto provider = provider_of(config, kept_for);
    const char* separator = provider->authorization.find('?') == std::string::npos ? "?" : "&";
    return provider->authorization + separator +
           form({{"client_id", config.google_client_id},
                 {"redirect_uri", config.public_url + callback},
                 {"response_type", "code"},
                 {"scope", "openid email"},
                 {"state", visit.state},
                 {"nonce", visit.nonce},
                 {"code_challenge", challenge_of(visit.verifier)},
                 {"code_challenge_method", "S256"},
                 {"prompt", "select_account"}});
}

token::Identity redeem(const Config& config, const GoogleVisit& visit, const std::string& code) {
    auto provider = provider_of(config, kept_for);
    const auto id_token = exchange(config, *provider, visit, code);
    if (!has_key(provider->keys, token::key_of(id_token)))
        provider = provider_of(config, shortest_pause);
    auto identity =
        token::verify_id_token(provider->keys, id_token,
                               {provider->issuer, config.google_client_id, visit.nonce, pg::now()});
    if (!identity) {
        log::warn("google_token_refused");
        throw Error{Code::google_failed};
    }
    return *std::move(identity);
}

}  // namespace cambio::auth
