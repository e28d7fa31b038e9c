// Moving money between one's own wallets: the money, every refusal, strangers, repetitions, races.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <thread>

#include "handlers/program.h"
#include "support/builders.h"

namespace cambio {
namespace {

using ledger::Wallet;
using test::Answer, test::dec, test::FastCgiClient, test::HandlerProcess, test::Person, test::World;
using Fields = std::map<std::string, std::string>;

constexpr const char* transfer_path = "/api/v3/futures/transfer";
constexpr const char* list_path = "/api/v3/transfers";

class Transfers : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        world = new World{{{"STALE_AFTER_MS", "3600000"}}};
        world->quote("BTCUSDT", "50000");
        world->liquidity("USDT", "1000000");
        world->liquidity("BTC", "100");
        wallet.reset(
            new HandlerProcess{"wallet", world->config().path(), world->config().secret()});
    }
    static void TearDownTestSuite() {
        wallet.reset();
        delete world;
        world = nullptr;
    }
    void TearDown() override { test::expect_books_balance(*world); }

    /// A client with 1,000 USDT and 2 BTC.
    static Person person() {
        static int last = 0;
        return world->client("transfer" + std::to_string(++last) + "@example.com")
            .with("USDT", "1000")
            .with("BTC", "2");
    }
    static FastCgiClient as(const Person& person) {
        FastCgiClient client = wallet->client();
        client.bearer(world->token(person));
        return client;
    }
    static Fields move(const std::string& coin, const std::string& amount,
                       const Fields& more = {}) {
        Fields fields{{"coin_name", coin},
                      {"state", "PENDING"},
                      {"draw_type", "DRAW_IN"},
                      {"transfer_amount", amount},
                      {"transaction_password", World::transaction_password}};
        for (const auto& [name, value] : more) fields[name] = value;
        return fields;
    }
    static Answer send(FastCgiClient& client, const Fields& fields) {
        return client.post_json(transfer_path, FastCgiClient::Params{fields.begin(), fields.end()});
    }
    static Answer send(const Person& person, const Fields& fields) {
        auto client = as(person);
        return send(client, fields);
    }
    static void expect_done(const Answer& answer) {
        EXPECT_EQ(answer.status, 200) << answer.body;
        EXPECT_EQ(answer.message(), "success") << answer.body;
    }
    static void expect_error(const Answer& answer, int status, const std::string& code,
                             const std::string& field = {}) {
        EXPECT_EQ(answer.status, status) << answer.body;
        EXPECT_EQ(answer.message(), code) << answer.body;
        if (field.empty()) return;
        EXPECT_EQ(answer.json()["field"].asString(), field) << answer.body;
    }

    static inline World* world = nullptr;
    static inline std::unique_ptr<HandlerProcess> wallet;
};

TEST_F(Transfers, MoveMoneyThereAndBack) {
    const auto anna = person();
    expect_done(send(anna, move("USDT", "250.5")));
    EXPECT_EQ(anna.balance("USDT"), dec("749.5"));
    EXPECT_EQ(anna.balance("USDT", Wallet::future), dec("250.5"));
    expect_done(send(anna, move("USDT", "0.5", {{"draw_type", "DRAW_OUT"}})));
    EXPECT_EQ(anna.balance("USDT", Wallet::future), dec("250"));
    expect_done(send(anna, move("BTC", "2")));
    EXPECT_EQ(anna.balance("BTC"), Decimal{});
    EXPECT_EQ(anna.balance("BTC", Wallet::future), dec("2"));
}

TEST_F(Transfers, GoBetweenAllThreeWallets) {
    const auto anna = person();
    expect_done(send(anna, move("USDT", "100", {{"from", "SPOT"}, {"to", "FUNDING"}})));
    expect_done(send(
        anna,
        move("USDT", "60", {{"draw_type", "DRAW_OUT"}, {"from", "FUNDING"}, {"to", "FUTURE"}})));
    expect_done(send(anna, move("USDT", "10", {{"draw_type", "DRAW_OUT"}, {"to", "FUNDING"}})));
    expect_done(send(anna, move("USDT", "5", {{"draw_type", "DRAW_OUT"}, {"from", "FUNDING"}})));
    EXPECT_EQ(anna.balance("USDT"), dec("905"));
    EXPECT_EQ(anna.balance("USDT", Wallet::future), dec("50"));
    EXPECT_EQ(anna.balance("USDT", Wallet::funding), dec("45"));
}

TEST_F(Transfers, AreListedForTheirOwnerNewestFirst) {
    const auto anna = person(), ben = person();
    expect_done(send(anna, move("USDT", "1")));
    expect_done(send(anna, move("BTC", "0.5", {{"to", "FUNDING"}})));
    expect_done(send(anna, move("USDT", "1", {{"draw_type", "DRAW_OUT"}})));
    const auto all = as(anna).get(list_path).json();
    EXPECT_EQ(all["total"].asInt(), 3);
    ASSERT_EQ(all["transfers"].size(), 3u);
    const auto& second = all["transfers"][1];
    EXPECT_EQ(second["coin"].asString(), "BTC");
    EXPECT_EQ(second["from"].asString(), "SPOT");
    EXPECT_EQ(second["to"].asString(), "FUNDING");
    EXPECT_EQ(second["amount"].asString(), "0.5");
    const auto page = as(anna).get(list_path, {{"page", "2"}, {"per_page", "2"}}).json();
    ASSERT_EQ(page["transfers"].size(), 1u);
    EXPECT_EQ(page["total"].asInt(), 3);
    EXPECT_EQ(as(ben).get(list_path).json()["total"].asInt(), 0);
    expect_error(as(anna).get(list_path, {{"page", "0"}}), 400, "out_of_range", "page");
    expect_error(as(anna).get(list_path, {{"per_page", "201"}}), 400, "out_of_range", "per_page");
    expect_error(as(anna).get(list_path, {{"page", "x"}}), 400, "invalid_parameter", "page");
}

TEST_F(Transfers, NeverTakeMoreThanThereIs) {
    const auto anna = person();
    const auto answer = send(anna, move("USDT", "1000.01"));
    expect_error(answer, 409, "insufficient_balance", "transfer_amount");
    EXPECT_EQ(answer.json()["details"]["available"].asString(), "1000");
    EXPECT_EQ(answer.json()["details"]["wallet"].asString(), "SPOT");
    const auto back = send(anna, move("USDT", "0.01", {{"draw_type", "DRAW_OUT"}}));
    expect_error(back, 409, "insufficient_balance", "transfer_amount");
    EXPECT_EQ(back.json()["details"]["available"].asString(), "0");
    EXPECT_EQ(back.json()["details"]["wallet"].asString(), "FUTURE");
    EXPECT_EQ(anna.balance("USDT"), dec("1000"));
}

TEST_F(Transfers, RefuseEachBadField) {
    const auto anna = person();
    const auto refused = [&](const Fields& more, const std::string& code, const std::string& field,
                             int status = 400) {
        expect_error(send(anna, move("USDT", "1", more)), status, code, field);
    };
    refused({{"coin_name", "NONE"}}, "unknown_asset", "coin_name", 404);
    refused({{"coin_name", std::string(17, 'A')}}, "too_long", "coin_name");
    refused({{"state", "APPROVED"}}, "invalid_parameter", "state");
    refused({{"draw_type", "SIDEWAYS"}}, "invalid_parameter", "draw_type");
    refused({{"from", "EARN"}}, "invalid_parameter", "from");
    refused({{"from", "FUTURE"}}, "invalid_parameter", "from");
    refused({{"draw_type", "DRAW_OUT"}, {"from", "SPOT"}}, "invalid_parameter", "from");
    refused({{"to", "SPOT"}}, "invalid_parameter", "to");
    refused({{"transfer_amount", "0"}}, "not_positive", "transfer_amount");
    refused({{"transfer_amount", "-1"}}, "not_positive", "transfer_amount");
    refused({{"transfer_amount", "1e3"}}, "invalid_amount", "transfer_amount");
    refused({{"transfer_amount", ""}}, "invalid_amount", "transfer_amount");
    refused({{"transfer_amount", "0.000000001"}}, "too_many_places", "transfer_amount");
    refused({{"transfer_amount", "1000000000000000000000"}}, "out_of_range", "transfer_amount");
    refused({{"client_id", "a b"}}, "invalid_parameter", "client_id");
    refused({{"client_id", std::string(65, 'a')}}, "too_long", "client_id");
    refused({{"transaction_password", std::string(129, 'a')}}, "too_long", "transaction_password");
    refused({{"else", "1"}}, "unknown_parameter", "else");
    for (const char* name : {"coin_name", "draw_type", "transfer_amount", "transaction_password"}) {
        auto fields = move("USDT", "1");
        fields.erase(name);
        expect_error(send(anna, fields), 400, "missing_parameter", name);
    }
    expect_error(as(anna).post(transfer_path, "application/x-www-form-urlencoded",
                               "coin_name=USDT&coin_name=BTC"),
                 400, "duplicate_parameter", "coin_name");
    expect_error(as(anna).get(transfer_path), 405, "method_not_allowed");
    EXPECT_EQ(anna.balance("USDT"), dec("1000"));
}

TEST_F(Transfers, AskForTheTransactionPassword) {
    const auto anna = person();
    for (int i = 0; i < 5; ++i) {
        const auto answer = send(anna, move("USDT", "1", {{"transaction_password", "wrong"}}));
        EXPECT_EQ(answer.status, 200) << answer.body;
        EXPECT_EQ(answer.message(), "wrong_transaction_password");
    }
    expect_error(send(anna, move("USDT", "1")), 429, "trading_locked");
    EXPECT_EQ(anna.balance("USDT"), dec("1000"));
}

TEST_F(Transfers, AreForProgramsThatMayTradeEverywhere) {
    const auto anna = person();
    Fields fields = move("USDT", "10", {{"client_id", "a-bot"}});
    fields.erase("transaction_password");
    const auto post = [&](const account::KeyScope& scope) {
        return Program{*world, anna, scope, *wallet}.post(transfer_path, fields);
    };
    expect_error(post({}), 403, "api_key_scope");
    expect_error(post({true, std::vector{world->market("BTCUSDT")}, {}, {}}), 403,
                 "api_key_market");
    EXPECT_EQ(anna.balance("USDT"), dec("1000"));
    expect_done(post({true, {}, {}, {}}));
    expect_done(post({true, {}, {}, {}}));
    EXPECT_EQ(anna.balance("USDT"), dec("990"));
    EXPECT_EQ(anna.balance("USDT", Wallet::future), dec("10"));
    // A person is still asked.
    expect_error(send(anna, fields), 400, "missing_parameter", "transaction_password");
}

TEST_F(Transfers, AreAllowedToWhomWithdrawalsAreRestricted) {
    const auto anna = person();
    world->superuser().run(
        "update clients set withdraw_transfer_status = 'NOT_ALLOWED' where id = $1", {anna.id});
    expect_done(send(anna, move("USDT", "1")));
    expect_done(send(anna, move("USDT", "1", {{"draw_type", "DRAW_OUT"}})));
}

TEST_F(Transfers, AreForWhoIsSignedIn) {
    const auto anna = person(), frozen = person(), revoked = person();
    FastCgiClient nobody = wallet->client();
    expect_error(send(nobody, move("USDT", "1")), 401, "unauthorized");
    expect_error(nobody.get(list_path), 401, "unauthorized");
    auto early = as(frozen);
    expect_done(send(early, move("USDT", "1")));
    auto leaving = as(revoked);
    expect_done(send(leaving, move("USDT", "1")));
    world->superuser().run("update clients set status = 'FREEZE_ACCOUNT' where id = $1",
                           {frozen.id});
    world->superuser().run("update sessions set revoked_at = now() where client_id = $1",
                           {revoked.id});
    // The process still remembers both sessions; the transaction looks again.
    expect_error(send(early, move("USDT", "1")), 403, "frozen_account");
    expect_error(send(leaving, move("USDT", "1")), 401, "unauthorized");
    EXPECT_EQ(frozen.balance("USDT"), dec("999"));
    EXPECT_EQ(revoked.balance("USDT"), dec("999"));
}

TEST_F(Transfers, SentTwiceAreOne) {
    const auto anna = person(), ben = person();
    expect_done(send(anna, move("USDT", "10", {{"client_id", "form-1"}})));
    expect_done(send(anna, move("USDT", "10", {{"client_id", "form-1"}})));
    EXPECT_EQ(anna.balance("USDT"), dec("990"));
    expect_error(send(anna, move("USDT", "11", {{"client_id", "form-1"}})), 409, "client_id_reused",
                 "client_id");
    expect_error(send(anna, move("USDT", "10", {{"client_id", "form-1"}, {"to", "FUNDING"}})), 409,
                 "client_id_reused", "client_id");
    expect_done(send(ben, move("USDT", "11", {{"client_id", "form-1"}})));

    std::vector<std::thread> clicks;
    std::atomic<int> right = 0;
    for (int i = 0; i < 6; ++i)
        clicks.emplace_back([&, caller = std::make_shared<FastCgiClient>(as(anna))] {
            if (send(*caller, move("USDT", "10", {{"client_id", "form-2"}})).message() == "success")
                ++right;
        });
    for (auto& click : clicks) click.join();
    EXPECT_EQ(right, 6);
    EXPECT_EQ(anna.balance("USDT"), dec("980"));
    EXPECT_EQ(as(anna).get(list_path).json()["total"].asInt(), 2);
}

TEST_F(Transfers, AtOnceWithOrdersSpendNothingTwice) {
    const HandlerProcess spot{"spot", world->config().path(), world->config().secret()};
    world->provider_book("BTCUSDT", {{"49990", "10"}}, {{"50010", "10"}});
    const auto anna = person();
    std::vector<std::thread> threads;
    std::atomic<int> moved = 0, refused = 0, surprises = 0;
    const auto count = [&](const Answer& answer) {
        if (answer.message() == "success")
            ++moved;
        else if (answer.message() == "insufficient_balance")
            ++refused;
        else
            ++surprises;
    };
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&, caller = std::make_shared<FastCgiClient>(as(anna))] {
            for (int round = 0; round < 5; ++round) count(send(*caller, move("USDT", "80")));
        });
        auto trader = std::make_shared<FastCgiClient>(spot.client());
        trader->bearer(world->token(anna));
        threads.emplace_back([&, trader] {
            for (int round = 0; round < 5; ++round)
                count(trader->post_json("/api/v2/my-order",
                                        {{"name", "BTCUSDT"},
                                         {"delegate_type", "BUY"},
                                         {"market_type", "LIMIT"},
                                         {"order_per_unit", "40000"},
                                         {"number_of_order", "0.002"},
                                         {"transaction_password", World::transaction_password}}));
        });
    }
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(surprises, 0);
    EXPECT_EQ(moved + refused, 40);
    // 80 USDT each, whichever they were: twelve fit into a thousand.
    EXPECT_EQ(moved, 12);
    EXPECT_EQ(anna.balance("USDT"), dec("40"));
    EXPECT_EQ(anna.balance("USDT", Wallet::future) + anna.held("USDT"), dec("960"));
}

TEST_F(Transfers, TheFuturesWalletShowsEveryCoin) {
    const auto anna = person();
    expect_done(send(anna, move("USDT", "100")));
    expect_done(send(anna, move("BTC", "0.01")));
    const auto rows = as(anna).get("/api/v3/wallets/future").json()["wallet"];
    EXPECT_EQ(rows.size(), as(anna).get("/api/v3/wallets/spot").json()["wallet"].size());
    EXPECT_EQ(rows[0]["name"].asString(), "BTC");
    EXPECT_EQ(rows[0]["usdt_value"].asString(), "500");
    EXPECT_EQ(rows[1]["name"].asString(), "USDT");
    EXPECT_EQ(rows[1]["margin_balance"].asString(), "100");
    EXPECT_EQ(rows[1]["available"].asString(), "100");
    EXPECT_EQ(rows[1]["coin_value"].asString(), "100");
    EXPECT_EQ(rows[1]["upnl"].asString(), "0");
    EXPECT_EQ(as(anna).get("/api/v3/future-wallet").json()["wallet"], rows);
    EXPECT_EQ(wallet->client().get("/api/v3/future-wallet").status, 401);
    EXPECT_EQ(wallet->client().get("/api/v3/wallets/future").status, 401);
}

TEST_F(Transfers, TheFuturesWalletCountsPositionsAtTheMark) {
    const auto anna = person(), ben = person();
    expect_done(send(anna, move("USDT", "500")));
    const auto market = world->market("BTCUSDT");
    world->superuser().run("insert into contracts values ($1, 'BTC-USDT-SWAP')", {market});
    world->superuser().run("insert into marks values ($1, 51000, now(), now())", {market});
    // Long 0.02 since 50,000 at tenfold leverage; its margin of 100 is held.
    world->superuser().run(R"sql(
        insert into positions (client_id, market_id, content_hash, side, leverage, quantity,
                               opening_price, initial_margin, margin, fee)
        values ($1, $2, 0, 1, 10, 0.02, 50000, 100, 100, 0))sql",
                           {anna.id, market});
    {
        pg::Transaction tx{world->app()};
        const auto usdt = world->asset("USDT");
        ledger::transfer(tx, ledger::client_account(tx, anna.id, Wallet::future, false, usdt),
                         ledger::client_account(tx, anna.id, Wallet::future, true, usdt),
                         dec("100"), ledger::Kind::margin_hold, 1);
        tx.commit();
    }
    const auto usdt = [](const Person& person) {
        return as(person).get("/api/v3/future-wallet").json()["wallet"][0];
    };
    EXPECT_EQ(usdt(anna)["name"].asString(), "USDT");
    EXPECT_EQ(usdt(anna)["upnl"].asString(), "20");
    EXPECT_EQ(usdt(anna)["margin_balance"].asString(), "500");
    EXPECT_EQ(usdt(anna)["available"].asString(), "400");
    EXPECT_EQ(usdt(anna)["freeze_value"].asString(), "100");
    EXPECT_EQ(usdt(ben)["upnl"].asString(), "0");
    world->superuser().run("update marks set price = 49000");
    EXPECT_EQ(usdt(anna)["upnl"].asString(), "-20");
    // What is held cannot be moved out.
    expect_error(send(anna, move("USDT", "401", {{"draw_type", "DRAW_OUT"}})), 409,
                 "insufficient_balance", "transfer_amount");
}

TEST_F(Transfers, AreNoProfitAndNoLoss) {
    const auto anna = person();
    world->superuser().run("update clients set created_at = created_at - interval '1 day'");
    ASSERT_EQ(world->job("snapshot_balances"), 0);
    expect_done(send(anna, move("BTC", "1")));
    expect_done(send(anna, move("USDT", "600", {{"to", "FUNDING"}})));
    const auto spot = as(anna).get("/api/v3/coin-spot-pnl").json();
    EXPECT_TRUE(spot["since"].isString());
    EXPECT_EQ(spot["spotProfit"].asString(), "0");
    world->quote("BTCUSDT", "50500");
    // The flow counts at the last price: what the coin gained today is the profit of the wallet in
    // which it began the day.
    EXPECT_EQ(as(anna).get("/api/v3/coin-spot-pnl").json()["spotProfit"].asString(), "1000");
    EXPECT_EQ(as(anna).get("/api/v3/coin-future-pnl").json()["futureProfit"].asString(), "0");
    EXPECT_EQ(as(anna).get("/api/v3/pnl").json()["totalPnl"].asString(), "1000");
    world->quote("BTCUSDT", "50000");
    for (const char* path : {"/api/v3/coin-spot-pnl", "/api/v3/coin-future-pnl"})
        expect_error(wallet->client().get(path), 401, "unauthorized");
}

}  // namespace
}  // namespace cambio
