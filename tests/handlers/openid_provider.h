// An OpenID provider of the tests' own, which can be told to lie.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <regex>
#include <string>
#include <utility>

#include "crypto/crypto.h"
#include "support/http_server.h"
#include "support/openid_keys.h"

namespace cambio {

using test::HttpRequest, test::HttpServer, test::OpenIdKey;

constexpr const char* client_id = "our-client";
constexpr const char* client_secret = "canary-client-secret";

inline std::string parameter(const std::string& url, const std::string& name) {
    const std::regex pattern{"[?&]" + name + "=([^&]*)"};
    std::smatch match;
    return std::regex_search(url, match, pattern) ? match[1].str() : "";
}

inline std::string decoded(std::string text) {
    for (const auto& [code, sign] : {std::pair{"%3A", ":"}, {"%2F", "/"}, {"%20", " "}})
        for (auto at = text.find(code); at != std::string::npos; at = text.find(code))
            text.replace(at, 3, sign);
    return text;
}

/// Hands out one identity for each code, once, and only for the right verifier.
class Provider {
  public:
    Provider()
        : server_{HttpServer::Where::loopback,
                  [this](const HttpRequest& request) { return answer(request); }} {}

    std::string url() const { return server_.url(); }

    struct Grant {
        std::string challenge;
        Json::Value claims;
    };
    std::string grant(const std::string& challenge, Json::Value claims) {
        const std::lock_guard lock{mutex_};
        auto code = crypto::random_name(20);
        grants_[code] = {challenge, std::move(claims)};
        return code;
    }
    /// The claims that a provider makes of a person.
    Json::Value claims(const std::string& subject, const std::string& email,
                       const std::string& nonce) const {
        const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now())
                             .time_since_epoch()
                             .count();
        Json::Value value;
        value["iss"] = url();
        value["aud"] = client_id;
        value["sub"] = subject;
        value["iat"] = Json::Int64{now};
        value["exp"] = Json::Int64{now + 300};
        value["nonce"] = nonce;
        value["email"] = email;
        value["email_verified"] = true;
        return value;
    }
    void rotate_keys() {
        const std::lock_guard lock{mutex_};
        key_ = std::make_unique<OpenIdKey>("key-" + crypto::random_name(4));
    }

  private:
    std::string answer(const HttpRequest& request) {
        const std::lock_guard lock{mutex_};
        if (request.target == "/.well-known/openid-configuration") return discovery();
        if (request.target == "/jwks")
            return HttpServer::ok(test::key_set({key_.get()}).toStyledString());
        const auto found = grants_.find(parameter("?" + request.body, "code"));
        const auto verifier = parameter("?" + request.body, "code_verifier");
        const bool right = request.target == "/token" && found != grants_.end() &&
                           parameter("?" + request.body, "client_secret") == client_secret &&
                           decoded(parameter("?" + request.body, "redirect_uri")) ==
                               "http://localhost/api/v3/auth/google/callback" &&
                           crypto::base64url(crypto::sha256(verifier)) == found->second.challenge;
        if (!right)
            return "HTTP/1.1 400 Bad Request\r\nContent-Length: 25\r\n\r\n"
                   "{\"error\":\"invalid_grant\"}\n";
        Json::Value reply;
        reply["id_token"] = key_->sign(found->second.claims);
        grants_.erase(found);
        return HttpServer::ok(reply.toStyledString());
    }
    std::string discovery() {
        Json::Value document;
        document["issuer"] = url();
        document["authorization_endpoint"] = url() + "/authorize";
        document["token_endpoint"] = url() + "/token";
        document["jwks_uri"] = url() + "/jwks";
        return HttpServer::ok(document.toStyledString());
    }

    std::mutex mutex_;
    std::unique_ptr<OpenIdKey> key_ = std::make_unique<OpenIdKey>("key-1");
    std::map<std::string, Grant> grants_;
    HttpServer server_;
};

}  // namespace cambio
