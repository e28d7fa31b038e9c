// The requests that bench_programs sends.
#pragma once

#include <sodium.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace programs {

constexpr std::size_t connections = 64;
constexpr int nearest_ticks = 20;
constexpr int wander_ticks = 40;

struct Person {
    std::string token, ed25519, seed, hmac, secret;
};

struct Market {
    std::string pair, quantity;
    double price = 0, tick = 0;
    int places = 0;
};

/// What a load is told by its command line.
struct Load {
    unsigned short port = 0;
    int seconds = 0;
    std::string way;
    Market market;
    std::vector<Person> people;
};

inline std::int64_t now_ms() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

inline std::string signature_of(const Person& person, bool ed25519, const std::string& text) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
    if (!ed25519) {
        unsigned char mac[crypto_auth_hmacsha256_BYTES];
        crypto_auth_hmacsha256_state state;
        crypto_auth_hmacsha256_init(&state,
                                    reinterpret_cast<const unsigned char*>(person.secret.data()),
                                    person.secret.size());
        crypto_auth_hmacsha256_update(&state, bytes, text.size());
        crypto_auth_hmacsha256_final(&state, mac);
        char hex[2 * sizeof mac + 1];
        return sodium_bin2hex(hex, sizeof hex, mac, sizeof mac);
    }
    unsigned char seed[crypto_sign_SEEDBYTES], half[crypto_sign_PUBLICKEYBYTES],
        key[crypto_sign_SECRETKEYBYTES], signature[crypto_sign_BYTES];
    if (sodium_base642bin(seed, sizeof seed, person.seed.data(), person.seed.size(), nullptr,
                          nullptr, nullptr, sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0)
        throw std::runtime_error{"a seed is no base64url of 32 bytes"};
    crypto_sign_seed_keypair(half, key, seed);
    crypto_sign_detached(signature, nullptr, bytes, text.size(), key);
    char base64[sodium_base64_ENCODED_LEN(sizeof signature, sodium_base64_VARIANT_ORIGINAL)];
    return sodium_bin2base64(base64, sizeof base64, signature, sizeof signature,
                             sodium_base64_VARIANT_ORIGINAL);
}

/// Base64 as a form has it.
inline std::string encoded(const std::string& text) {
    std::string form;
    for (const char c : text) {
        if (c == '+')
            form += "%2B";
        else if (c == '/')
            form += "%2F";
        else if (c == '=')
            form += "%3D";
        else
            form += c;
    }
    return form;
}

inline std::string post(const std::string& path, const std::string& type, const std::string& header,
                        const std::string& body) {
    return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + type + "\r\n" +
           header + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// Writes the requests of one client, each of which is another order.
class Writer {
  public:
    Writer(const Load& load, std::size_t number)
        : market_{load.market},
          person_{load.people[number % load.people.size()]},
          way_{load.way},
          name_{"load-" + std::to_string(now_ms()) + "-" + std::to_string(number) + "-"},
          random_{number + static_cast<std::size_t>(now_ms())} {}

    std::string next() {
        const auto side = random_() % 2 == 0 ? "BUY" : "SELL";
        const int ticks = static_cast<int>(random_() % (2 * nearest_ticks + 1)) - nearest_ticks;
        char price[40];
        std::snprintf(price, sizeof price, "%.*f", market_.places,
                      market_.price + market_.tick * (ticks + middle()));
        const auto id = name_ + std::to_string(++count_);
        if (way_ == "site") return of_site(id, side, price);
        if (way_ == "ws-logon") return of_logon(id, side, price);
        const bool ed25519 = way_.ends_with("ed25519");
        return way_.starts_with("rest") ? of_rest(id, side, price, ed25519)
                                        : of_socket(id, side, price, ed25519);
    }

    /// What a connection sends first that signs no more.
    std::string logon() const {
        return of_method("session.logon", "logon",
                         signed_parameters({{"apiKey", person_.ed25519},
                                            {"recvWindow", "60000"},
                                            {"timestamp", std::to_string(now_ms())}},
                                           true));
    }

    std::string cancel_all() const {
        return post("/api/v3/trades/cancel-order", "application/json", bearer(),
                    R"({"all":"true"})");
    }

  private:
    /// The middle of the prices wanders by 40 ticks, as in orders.lua, so that what rests far from
    /// it is met in its turn.
    int middle() const {
        const double phase = static_cast<double>(count_ * connections % 8000) / 2000;
        return static_cast<int>(std::floor(wander_ticks * (phase < 2 ? phase - 1 : 3 - phase)));
    }

    std::string bearer() const { return "Authorization: Bearer " + person_.token; }

    std::string of_site(const std::string& id, const char* side, const char* price) const {
        return post("/api/v2/my-order", "application/json", bearer(),
                    R"({"name":")" + market_.pair + R"(","delegate_type":")" + side +
                        R"(","number_of_order":")" + market_.quantity + R"(","order_per_unit":")" +
                        price +
                        R"(","trade_type":"market","market_type":"LIMIT","transaction_password":)" +
                        R"("bench trading 1","client_id":")" + id + R"("})");
    }

    std::string of_rest(const std::string& id, const char* side, const char* price,
                        bool ed25519) const {
        const auto text = "symbol=" + market_.pair + "&side=" + side +
                          "&type=LIMIT&timeInForce=GTC&quantity=" + market_.quantity +
                          "&price=" + price + "&newClientOrderId=" + id +
                          "&recvWindow=60000&timestamp=" + std::to_string(now_ms());
        return post("/binance/api/v3/order", "application/x-www-form-urlencoded",
                    "X-MBX-APIKEY: " + (ed25519 ? person_.ed25519 : person_.hmac),
                    text + "&signature=" + encoded(signature_of(person_, ed25519, text)));
    }

    using Parameters = std::vector<std::pair<std::string, std::string>>;

    /// What every order says over the WebSocket API, its parameters by their names.
    Parameters order(const std::string& id, const char* side, const char* price) const {
        return {{"newClientOrderId", id},
                {"price", price},
                {"quantity", market_.quantity},
                {"recvWindow", "60000"},
                {"side", side},
                {"symbol", market_.pair},
                {"timeInForce", "GTC"},
                {"timestamp", std::to_string(now_ms())},
                {"type", "LIMIT"}};
    }

    static std::string json_of(const Parameters& parameters) {
        std::string json;
        for (const auto& [name, value] : parameters)
            json += (json.empty() ? "\"" : ",\"") + name +
                    (name == "timestamp" ? "\":" + value : "\":\"" + value + "\"");
        return json;
    }

    /// The parameters have to stand by their names.
    std::string signed_parameters(const Parameters& parameters, bool ed25519) const {
        std::string text;
        for (const auto& [name, value] : parameters)
            text += (text.empty() ? "" : "&") + name + "=" + value;
        return json_of(parameters) + R"(,"signature":")" + signature_of(person_, ed25519, text) +
               '"';
    }

    static std::string of_method(const std::string& method, const std::string& id,
                                 const std::string& parameters) {
        return R"({"id":")" + id + R"(","method":")" + method + R"(","params":{)" + parameters +
               "}}";
    }

    std::string of_logon(const std::string& id, const char* side, const char* price) const {
        return of_method("order.place", id, json_of(order(id, side, price)));
    }

    std::string of_socket(const std::string& id, const char* side, const char* price,
                          bool ed25519) const {
        auto parameters = order(id, side, price);
        parameters.emplace(parameters.begin(), "apiKey", ed25519 ? person_.ed25519 : person_.hmac);
        return of_method("order.place", id, signed_parameters(parameters, ed25519));
    }

    Market market_;
    Person person_;
    std::string way_, name_;
    std::mt19937_64 random_;
    std::size_t count_ = 0;
};

}  // namespace programs
