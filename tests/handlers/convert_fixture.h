// What the suites of conversions share: BTC around 50,000 and ETH around 2,500, a house that can
// pay, and people who convert at a spread of 0.2 %.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

#include "support/builders.h"

namespace cambio {

using test::Answer, test::dec, test::FastCgiClient, test::HandlerProcess, test::Person, test::World;
using Fields = std::map<std::string, std::string>;

class Conversions : public testing::Test {
  protected:
    static constexpr const char* my_order = "/api/v2/my-order";
    static constexpr const char* quote_path = "/api/v3/convert/quote";
    static constexpr const char* history_path = "/api/v3/convert/history";
    static constexpr const char* cancel_path = "/api/v3/convert/cancel";

    static void SetUpTestSuite() {
        world = new World{{{"STALE_AFTER_MS", "3600000"}, {"QUOTE_SECONDS", "45"}}};
        world->liquidity("USDT", "1000000");
        world->liquidity("BTC", "20");
        world->liquidity("ETH", "400");
        set_prices();
        spot.reset(new HandlerProcess{"spot", world->config().path(), world->config().secret()});
    }
    static void TearDownTestSuite() {
        spot.reset();
        delete world;
        world = nullptr;
    }
    void TearDown() override {
        test::expect_books_balance(*world);
        set_prices();
    }

    static void set_prices() {
        set_price("BTCUSDT", "50000");
        set_price("ETHUSDT", "2500");
    }
    /// The last price, with a book of 0.1 % around it.
    static void set_price(const std::string& pair, const std::string& price,
                          std::chrono::milliseconds age = std::chrono::milliseconds{0}) {
        const Decimal half = Decimal::divide(dec(price), Decimal::of(2000), Rounding::down);
        world->quote(pair, price, age);
        world->provider_book(pair, {{(dec(price) - half).str(), "10"}},
                             {{(dec(price) + half).str(), "10"}}, age);
    }

    /// A client with 10,000 USDT, 1 BTC and 10 ETH.
    static Person person() {
        static int last = 0;
        return world->client("convert" + std::to_string(++last) + "@example.com")
            .with("USDT", "10000")
            .with("BTC", "1")
            .with("ETH", "10");
    }
    static FastCgiClient as(const Person& person) {
        FastCgiClient client = spot->client();
        client.bearer(world->token(person));
        return client;
    }
    static Answer post(FastCgiClient& client, const char* path, const Fields& fields) {
        return client.post_json(path, FastCgiClient::Params{fields.begin(), fields.end()});
    }
    static Answer post(const Person& person, const char* path, const Fields& fields) {
        auto client = as(person);
        return post(client, path, fields);
    }

    static Fields with(Fields fields, const Fields& more) {
        for (const auto& [name, value] : more) fields[name] = value;
        return fields;
    }
    static Fields order(const std::string& name, const std::string& side, const std::string& type,
                        const Fields& more) {
        return with({{"name", name},
                     {"delegate_type", side},
                     {"market_type", type},
                     {"trade_type", "convert"},
                     {"transaction_password", World::transaction_password}},
                    more);
    }
    static Fields buy(const std::string& total, const Fields& more = {}) {
        return order("BTCUSDT", "BUY", "MARKET", with({{"total", total}}, more));
    }
    static Fields sell(const std::string& coins, const Fields& more = {}) {
        return order("BTCUSDT", "SELL", "MARKET", with({{"number_of_order", coins}}, more));
    }
    static Fields limit(const std::string& side, const std::string& price, const Fields& more) {
        return order("BTCUSDT", side, "LIMIT", with({{"order_per_unit", price}}, more));
    }

    /// A quote that must be given.
    static Json::Value quoted(const Person& person, const std::string& from, const std::string& to,
                              const std::string& amount) {
        const auto answer =
            post(person, quote_path, {{"from", from}, {"to", to}, {"amount", amount}});
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.json()["quote"];
    }
    /// A conversion that must be taken.
    static Json::Value converted(const Person& person, const Fields& fields) {
        const auto answer = post(person, my_order, fields);
        EXPECT_EQ(answer.status, 200) << answer.body;
        EXPECT_EQ(answer.message(), "success") << answer.body;
        return answer.json()["conversion"];
    }
    static Json::Value newest(const Person& person) {
        return as(person).get(history_path).json()["conversions"][0];
    }

    static void expect_error(const Answer& answer, int status, const std::string& code,
                             const std::string& field = {}) {
        EXPECT_EQ(answer.status, status) << answer.body;
        EXPECT_EQ(answer.message(), code) << answer.body;
        if (field.empty()) return;
        EXPECT_EQ(answer.json()["field"].asString(), field) << answer.body;
    }
    static std::int64_t number(const char* sql, std::initializer_list<pg::Param> params = {}) {
        return world->superuser().run(sql, params)[0].integer("n");
    }

    static inline World* world = nullptr;
    static inline std::unique_ptr<HandlerProcess> spot;
};

}  // namespace cambio
