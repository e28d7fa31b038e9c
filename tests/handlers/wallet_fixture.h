// What the suites of the wallet's pages share: BTC around 50,000 and ETH around 2,500, a house that
// can pay, the spot program to trade with, and people who look at their wallets.
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

class WalletPages : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        world = new World{{{"STALE_AFTER_MS", "3600000"}}};
        world->liquidity("USDT", "1000000");
        world->liquidity("BTC", "20");
        world->liquidity("ETH", "400");
        set_prices();
        spot.reset(new HandlerProcess{"spot", world->config().path(), world->config().secret()});
        wallet.reset(
            new HandlerProcess{"wallet", world->config().path(), world->config().secret()});
    }
    static void TearDownTestSuite() {
        wallet.reset();
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
    /// The last price, and a book on both sides of it that anybody can trade at that very price.
    /// The spot program takes a new book over a moment later.
    static void set_price(const std::string& pair, const std::string& price) {
        world->quote(pair, price);
        world->provider_book(pair, {{price, "10"}}, {{price, "10"}});
    }
    /// What the day began with (its candle's opening price).
    static void set_opening(const std::string& pair, const std::string& price) {
        world->superuser().run(R"sql(
            insert into candles (market_id, span, opened_at, open, high, low, close, volume, closed)
            values ($1, 1440, date_trunc('day', now() at time zone 'UTC') at time zone 'UTC',
                    $2, $2, $2, $2, 1, false)
            on conflict (market_id, span, opened_at) do update set open = excluded.open)sql",
                               {world->market(pair), price});
    }

    static Person person() {
        static int last = 0;
        return world->client("page" + std::to_string(++last) + "@example.com");
    }
    static FastCgiClient as(const Person& person, const HandlerProcess& process) {
        FastCgiClient client = process.client();
        client.bearer(world->token(person));
        return client;
    }
    static Answer ask(const Person& person, const std::string& path, const Fields& query = {}) {
        return as(person, *wallet).get(path, FastCgiClient::Params{query.begin(), query.end()});
    }
    static Json::Value got(const Person& person, const std::string& path,
                           const Fields& query = {}) {
        const auto answer = ask(person, path, query);
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.json();
    }
    static Answer send(const Person& person, const std::string& path, const Fields& fields,
                       const HandlerProcess& process) {
        return as(person, process)
            .post_json(path, FastCgiClient::Params{fields.begin(), fields.end()});
    }

    /// An order that must be taken.
    static void order(const Person& person, const std::string& pair, const std::string& side,
                      const std::string& type, const Fields& more) {
        Fields fields{{"name", pair},
                      {"delegate_type", side},
                      {"market_type", type},
                      {"trade_type", "market"},
                      {"transaction_password", World::transaction_password}};
        for (const auto& [name, value] : more) fields[name] = value;
        const auto answer = send(person, "/api/v2/my-order", fields, *spot);
        EXPECT_EQ(answer.status, 200) << answer.body;
        EXPECT_EQ(answer.message(), "success") << answer.body;
    }
    static void buy(const Person& person, const std::string& pair, const std::string& quantity) {
        order(person, pair, "BUY", "MARKET", {{"number_of_order", quantity}});
    }
    static void sell(const Person& person, const std::string& pair, const std::string& quantity) {
        order(person, pair, "SELL", "MARKET", {{"number_of_order", quantity}});
    }
    static void convert(const Person& person, const std::string& pair, const std::string& side,
                        const Fields& more) {
        Fields all{{"trade_type", "convert"}};
        all.insert(more.begin(), more.end());
        order(person, pair, side, "MARKET", all);
    }
    static void transfer(const Person& person, const std::string& coin, const std::string& amount,
                         const Fields& more = {}) {
        Fields fields{{"coin_name", coin},
                      {"draw_type", "DRAW_IN"},
                      {"transfer_amount", amount},
                      {"transaction_password", World::transaction_password}};
        for (const auto& [name, value] : more) fields[name] = value;
        const auto answer = send(person, "/api/v3/futures/transfer", fields, *wallet);
        EXPECT_EQ(answer.message(), "success") << answer.body;
    }

    static void expect_error(const Answer& answer, int status, const std::string& code,
                             const std::string& field = {}) {
        EXPECT_EQ(answer.status, status) << answer.body;
        EXPECT_EQ(answer.message(), code) << answer.body;
        if (field.empty()) return;
        EXPECT_EQ(answer.json()["field"].asString(), field) << answer.body;
    }
    /// The day that is `days` after today, UTC: 2026-11-21.
    static std::string day(int days = 0) {
        return pg::iso(pg::now() + std::chrono::days{days}).substr(0, 10);
    }

    static inline World* world = nullptr;
    static inline std::unique_ptr<HandlerProcess> spot, wallet;
};

}  // namespace cambio
