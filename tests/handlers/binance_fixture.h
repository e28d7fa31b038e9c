// What the suites of signed calls share: the markets of spot_fixture.h, and programs with keys.
#pragma once

#include <chrono>

#include "account/api_keys.h"
#include "crypto/crypto.h"
#include "spot_fixture.h"

namespace cambio {

using Query = test::FastCgiClient::Params;

/// Which of what a program signs stands in the query; the rest is its body.
enum class Place { query, body };

/// A client's program, which signs with a shared secret.
class Program {
  public:
    Program(World& world, const HandlerProcess& process, const Person& person,
            const account::KeyScope& scope)
        : client_{process.client()} {
        pg::Transaction tx{world.app()};
        key_ = account::make_api_key(tx, world.config().hash_key(), person.id,
                                     {"A program", {}, scope}, {"127.0.0.1", "a test", {}});
        tx.commit();
        header = key_.public_id;
    }

    static std::string now(std::chrono::milliseconds later = {}) {
        const auto time = std::chrono::system_clock::now() + later;
        return std::to_string(
            std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count());
    }
    std::string sign(const std::string& text) const {
        return crypto::hex(crypto::hmac_sha256(key_.secret, text));
    }

    Answer ask(const std::string& method, const std::string& path, Query fields = {},
               Place place = Place::query) {
        fields.emplace_back("timestamp", now());
        const auto text = test::url_encoded(fields);
        return send(method, path, text + "&signature=" + sign(text), place);
    }
    /// These very bytes.
    Answer send(const std::string& method, const std::string& path, const std::string& text,
                Place place = Place::query) {
        return send(method, path, place == Place::query ? text : "",
                    place == Place::query ? "" : text);
    }
    Answer send(const std::string& method, const std::string& path, const std::string& query,
                const std::string& body) {
        std::map<std::string, std::string> variables{{"REQUEST_METHOD", method},
                                                     {"DOCUMENT_URI", "/binance/" + path},
                                                     {"QUERY_STRING", query}};
        if (!header.empty()) variables["HTTP_X_MBX_APIKEY"] = header;
        if (!body.empty()) variables["CONTENT_TYPE"] = "application/x-www-form-urlencoded";
        return client_.raw(std::move(variables), body);
    }
    void address(const std::string& ip) { client_.address(ip); }
    const account::MadeApiKey& key() const { return key_; }

  private:
    test::FastCgiClient client_;
    account::MadeApiKey key_;

  public:
    std::string header;  ///< the key that the next requests name; empty: none
};

class BinancePrograms : public Spot {
  protected:
    Program trader(const Person& who, account::KeyScope scope = {true, {}, {}, {}}) const {
        return {*world, *spot, who, scope};
    }

    static Json::Value good(const Answer& answer) {
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.json();
    }
    static void expect_refused(const Answer& answer, int status, int code,
                               const std::string& text) {
        EXPECT_EQ(answer.status, status) << answer.body;
        EXPECT_EQ(answer.json()["code"], code) << answer.body;
        EXPECT_EQ(answer.json()["msg"], text) << answer.body;
    }

    Query limit_order(const std::string& side, const std::string& price,
                      const std::string& quantity, const Query& more = {}) const {
        return with({{"symbol", pair()},
                     {"side", side},
                     {"type", "LIMIT"},
                     {"timeInForce", "GTC"},
                     {"price", price},
                     {"quantity", quantity}},
                    more);
    }
    /// A later field takes the place of an earlier one; one of the value "-" is taken away.
    static Query with(Query fields, const Query& more) {
        for (const auto& [name, value] : more) {
            std::erase_if(fields, [&](const auto& field) { return field.first == name; });
            if (value != "-") fields.emplace_back(name, value);
        }
        return fields;
    }
};

}  // namespace cambio
