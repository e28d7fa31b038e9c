// What the suites of the spot group share: markets of their own with a provider's book around 100,
// a house that can pay, and people who trade.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <memory>
#include <string>

#include "support/builders.h"
#include "support/dated_trades.h"

namespace cambio {

using test::Answer, test::dec, test::FastCgiClient, test::HandlerProcess, test::Person, test::World;
using Fields = std::map<std::string, std::string>;

constexpr const char* my_order = "/api/v2/my-order";
constexpr const char* cancel_order = "/api/v3/trades/cancel-order";
constexpr const char* open_orders = "/api/v3/trades/open-orders";
constexpr const char* order_histories = "/api/v3/trades/order-histories";

class Spot : public testing::Test {
  protected:
    static constexpr int markets = 60;

    static void SetUpTestSuite() { start({}); }

    /// With these keys of the configuration, too.
    static void start(test::ScratchConfig::Settings settings) {
        settings.try_emplace("STALE_AFTER_MS", "3600000");
        world = new World{std::move(settings)};
        make_markets();
        spot.reset(new HandlerProcess{"spot", world->config().path(), world->config().secret()});
    }

    static void TearDownTestSuite() {
        spot.reset();
        delete world;
        world = nullptr;
    }

    void SetUp() override { coin = "M" + std::to_string(next_market++); }

    /// The books balance after every test.
    void TearDown() override {
        test::expect_books_balance(*world);
        test::expect_trades_are_dated(*world);
        if (!HasFailure()) return;
        const std::string log = spot->log();
        std::cerr << log.substr(log.size() - std::min<std::size_t>(log.size(), 2000)) << '\n';
    }

    static void make_markets() {
        world->liquidity("USDT", "10000000");
        for (int i = 0; i < markets; ++i) {
            const std::string code = "M" + std::to_string(i);
            world->superuser().run(R"sql(
                with coin as (
                    insert into assets (code, name, type, icon, display_places, trade_places)
                    values ($1, 'Coin ' || $1, 'ALT', '/icons/' || $1 || '.svg', 8, 8)
                    returning id)
                insert into markets (pair, base_id, quote_id, instrument, tick, lot,
                                     minimum_quantity, minimum_total, provider_limit)
                select $1 || 'USDT', coin.id, q.id, $1 || '-USDT', 0.1, 0.001, 0.01, 5, 100
                from coin, assets q where q.code = 'USDT')sql",
                                   {code});
            world->liquidity(code, "1000");
            world->quote(code + "USDT", "100");
            world->provider_book(code + "USDT", {{"99", "10"}, {"98", "10"}, {"90", "10"}},
                                 {{"101", "10"}, {"102", "10"}, {"110", "10"}});
        }
    }

    std::string pair() const { return coin + "USDT"; }

    /// A client with 10,000 USDT and 100 of the test's coin.
    Person person() const {
        static int last = 0;
        return world->client("spot" + std::to_string(++last) + "@example.com")
            .with("USDT", "10000")
            .with(coin, "100");
    }

    static FastCgiClient as(const Person& person, const HandlerProcess& process) {
        FastCgiClient client = process.client();
        client.bearer(world->token(person));
        return client;
    }
    static FastCgiClient as(const Person& person) { return as(person, *spot); }

    Fields order(const std::string& side, const std::string& type, const Fields& more) const {
        Fields fields{{"name", pair()},
                      {"delegate_type", side},
                      {"market_type", type},
                      {"trade_type", "market"},
                      {"transaction_password", World::transaction_password}};
        for (const auto& [name, value] : more) fields[name] = value;
        return fields;
    }
    Fields limit(const std::string& side, const std::string& price, const std::string& quantity,
                 const Fields& more = {}) const {
        Fields fields =
            order(side, "LIMIT", {{"order_per_unit", price}, {"number_of_order", quantity}});
        for (const auto& [name, value] : more) fields[name] = value;
        return fields;
    }

    static Answer send(FastCgiClient& client, const std::string& path, const Fields& fields) {
        return client.post_json(path, FastCgiClient::Params{fields.begin(), fields.end()});
    }
    static Answer place(FastCgiClient& client, const Fields& fields) {
        return send(client, my_order, fields);
    }
    /// Places an order that must be accepted, and returns it.
    static Json::Value placed(FastCgiClient& client, const Fields& fields) {
        const Answer answer = place(client, fields);
        EXPECT_EQ(answer.status, 200) << answer.body;
        EXPECT_EQ(answer.message(), "success") << answer.body;
        return answer.json()["order"];
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
    static inline int next_market = 0;
    std::string coin;
};

}  // namespace cambio
