// A client's program: it calls with an API key and signs each request.
#pragma once

#include <chrono>
#include <map>
#include <string>

#include "account/api_keys.h"
#include "crypto/crypto.h"
#include "json/write.h"
#include "support/builders.h"

namespace cambio {

class Program {
  public:
    using Fields = std::map<std::string, std::string>;

    /// With a new key of that person's, of the kind that shares a secret.
    Program(test::World& world, const test::Person& person, const account::KeyScope& scope,
            const test::HandlerProcess& process)
        : client_{process.client()} {
        pg::Transaction tx{world.app()};
        key = account::make_api_key(tx, world.config().hash_key(), person.id, {"A bot", {}, scope},
                                    {"127.0.0.1", "a test", {}});
        tx.commit();
    }

    test::Answer get(const std::string& path, const std::string& query = {}) {
        return send("GET", path, query, {});
    }
    test::Answer post(const std::string& path, const Fields& fields) {
        Json::Value body{Json::objectValue};
        for (const auto& [name, value] : fields) body[name] = value;
        return send("POST", path, {}, json::compact(body));
    }
    test::Answer send(const std::string& method, const std::string& path, const std::string& query,
                      const std::string& body) {
        const auto at = time();
        const auto text = at + '\n' + method + '\n' + path + '\n' + query + '\n' + body;
        return send_signed(method, path, query, body, at,
                           crypto::hex(crypto::hmac_sha256(key.secret, text)));
    }
    test::Answer send_signed(const std::string& method, const std::string& path,
                             const std::string& query, const std::string& body,
                             const std::string& at, const std::string& signature) {
        return client_.raw({{"REQUEST_METHOD", method},
                            {"DOCUMENT_URI", path},
                            {"QUERY_STRING", query},
                            {"CONTENT_TYPE", body.empty() ? "" : "application/json"},
                            {"HTTP_X_CAMBIO_KEY", key.public_id},
                            {"HTTP_X_CAMBIO_TIMESTAMP", at},
                            {"HTTP_X_CAMBIO_SIGNATURE", signature}},
                           body);
    }
    void address(const std::string& ip) { client_.address(ip); }
    /// Milliseconds since 1970, by the program's own clock.
    std::string time() const {
        const auto now = std::chrono::system_clock::now().time_since_epoch() + clock_error;
        return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
    }

    account::MadeApiKey key;
    std::chrono::milliseconds clock_error{0};

  private:
    test::FastCgiClient client_;
};

}  // namespace cambio
