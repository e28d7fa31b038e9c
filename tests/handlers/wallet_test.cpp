#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "earn/products.h"
#include "earn/subscriptions.h"
#include "ledger/ledger.h"
#include "pg/pg.h"
#include "support/handler_process.h"
#include "support/redis_server.h"
#include "support/scratch_config.h"
#include "support/scratch_database.h"
#include "token/sessions.h"

namespace cambio {

namespace {

using ledger::Wallet;
using test::Answer, test::FastCgiClient, test::HandlerProcess, test::RedisServer, test::run_job,
    test::ScratchConfig, test::ScratchDatabase;

Decimal dec(const char* text) {
    return *Decimal::parse(text);
}

class WalletCalls : public testing::Test {
  protected:
    struct World {
        ScratchDatabase database;
        RedisServer redis;
        ScratchConfig config{{{"DATABASE_URL", database.app()}, {"REDIS_URL", redis.url()}}};
        pg::Connection owner{database.owner()};
        std::unique_ptr<HandlerProcess> handler;
    };

    static void SetUpTestSuite() {
        world = new World;
        // Coins of its own, whatever the catalogue holds, but for USDT, in which all is counted.
        world->owner.run(R"sql(
            insert into assets (code, name, type, icon, display_places, trade_places) values
                ('USDT', 'Tether', 'MAIN', '/icons/usdt.svg', 2, 8),
                ('XBT', 'Test Bitcoin', 'MAIN', '/icons/xbt.svg', 8, 8),
                ('XTH', 'Test "Ether" & more', 'ETH', '/icons/xth.svg', 8, 8),
                ('XNO', 'Unpriced', 'ALT', '/icons/xno.svg', 8, 8)
            on conflict (code) do nothing)sql");
        for (const char* code : {"XBT", "XTH", "XNO"})
            world->owner.run(R"sql(
                insert into markets (pair, base_id, quote_id, instrument, tick, lot,
                    minimum_quantity, minimum_total, provider_limit, position)
                select $1 || 'USDT', b.id, q.id, $1 || '-USDT', 1, 1, 1, 1, 1, 1000
                  from assets b, assets q where b.code = $1 and q.code = 'USDT')sql",
                             {code});
        price("XBT", "67482.1");
        price("XTH", "3000.5");
        world->handler = std::make_unique<HandlerProcess>("wallet", world->config.path(),
                                                          world->config.secret());
    }

    static void TearDownTestSuite() {
        delete world;
        world = nullptr;
    }

    static void price(const char* code, const char* last) {
        world->owner.run(R"sql(
            insert into quotes (market_id, last, open24h, high24h, low24h, volume24h,
                volume_usdt24h, provider_at, received_at)
            select id, $2, 1, 1, 1, 1, 1, now(), now() from markets where pair = $1 || 'USDT'
            on conflict (market_id) do update set last = excluded.last)sql",
                         {code, last});
    }

    struct Person {
        ClientId id;
        std::string token;
    };

    static Person person() {
        static int last = 0;
        const auto name = "wallet" + std::to_string(++last);
        pg::Transaction tx{world->owner};
        const auto id = tx.one(R"sql(
            insert into clients (user_unique_id, email, password_hash, transaction_password_hash,
                referral_code) values ($1, $1 || '@example.com', '', '', $1) returning id)sql",
                               {name})
                            .id<ClientId>("id");
        auto token =
            token::open_session(tx, world->config.token_secret_key(), id, "test", "127.0.0.1");
        tx.commit();
        return {id, std::move(token)};
    }

    static AssetId asset(pg::Transaction& tx, const char* code) {
        return tx.one("select id from assets where code = $1", {code}).id<AssetId>("id");
    }

    static void give(const Person& to, const char* code, const char* amount,
                     Wallet wallet = Wallet::spot, bool held = false) {
        pg::Transaction tx{world->owner};
        const auto of = asset(tx, code);
        ledger::transfer(tx, ledger::chain_account(tx, "test", of),
                         ledger::client_account(tx, to.id, wallet, held, of), dec(amount),
                         ledger::Kind::deposit, to.id.value);
        tx.commit();
    }

    /// A flexible subscription, with money from outside.
    static void subscribe(const Person& to, const char* code, const char* amount) {
        give(to, code, amount);
        pg::Transaction tx{world->owner};
        const auto product =
            earn::set_product(tx, code, {dec("1"), dec("0.000001"), dec("100000"), {}, true});
        earn::subscribe(tx, to.id, {product.id, dec(amount), 0, false, {}}, pg::now());
        tx.commit();
    }

    /// A caller from an address of its own.
    static FastCgiClient as(const Person& person) {
        static int last = 0;
        auto client = world->handler->client();
        client.address("10.1.0." + std::to_string(++last)).bearer(person.token);
        return client;
    }

    static Json::Value rows(const Person& person) {
        const auto answer = as(person).get("/api/v3/wallets/spot");
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.json()["wallet"];
    }

    static Json::Value row_of(const Json::Value& wallet, const std::string& code) {
        for (const auto& row : wallet)
            if (row["name"].asString() == code) return row;
        ADD_FAILURE() << "no row for " << code;
        return {};
    }

    static World* world;
};

WalletCalls::World* WalletCalls::world = nullptr;

void expect_error(const Answer& answer, int status, const std::string& code,
                  const std::string& field = "") {
    EXPECT_EQ(answer.status, status) << answer.body;
    EXPECT_EQ(answer.message(), code) << answer.body;
    EXPECT_EQ(answer.json()["field"].asString(), field) << answer.body;
}

TEST_F(WalletCalls, SpotListsEveryAssetTheRichestFirst) {
    const auto client = person();
    give(client, "USDT", "100");
    give(client, "XTH", "0.5");
    give(client, "XBT", "0.000000000000000001");
    give(client, "XBT", "0.25", Wallet::spot, true);
    const auto wallet = rows(client);
    const auto all = world->owner.run("select count(*) as count from assets")[0].integer("count");
    EXPECT_EQ(static_cast<std::int64_t>(wallet.size()), all);
    EXPECT_EQ(wallet[0]["name"].asString(), "XBT");
    EXPECT_EQ(wallet[0]["full_name"].asString(), "Test Bitcoin");
    EXPECT_EQ(wallet[0]["image"].asString(), "/icons/xbt.svg");
    EXPECT_EQ(wallet[0]["coin_value"].asString(), "0.000000000000000001");
    EXPECT_EQ(wallet[0]["freeze_value"].asString(), "0.25");
    // 0.25 × 67482.1 and 10^-18 × 67482.1, the latter rounded down to 18 places.
    EXPECT_EQ(wallet[0]["usdt_value"].asString(), "16870.525000000000067482");
    EXPECT_EQ(wallet[1]["name"].asString(), "XTH");
    EXPECT_EQ(wallet[1]["full_name"].asString(), "Test \"Ether\" & more");
    EXPECT_EQ(wallet[1]["usdt_value"].asString(), "1500.25");
    EXPECT_EQ(wallet[2]["name"].asString(), "USDT");
    EXPECT_EQ(wallet[2]["usdt_value"].asString(), "100");
    for (Json::ArrayIndex i = 3; i < wallet.size(); ++i)
        for (const char* name : {"coin_value", "freeze_value", "usdt_value"})
            EXPECT_EQ(wallet[i][name].asString(), "0");
}

TEST_F(WalletCalls, SpotOfANewClientIsAllZero) {
    for (const auto& row : rows(person())) EXPECT_EQ(row["coin_value"].asString(), "0");
}

TEST_F(WalletCalls, ACoinWithoutAPriceIsShownButCountsNothing) {
    const auto client = person();
    give(client, "XNO", "7");
    const auto row = row_of(rows(client), "XNO");
    EXPECT_EQ(row["coin_value"].asString(), "7");
    EXPECT_EQ(row["usdt_value"].asString(), "0");
}

TEST_F(WalletCalls, SpotKeepsToItsWallet) {
    const auto client = person();
    give(client, "USDT", "5", Wallet::funding);
    give(client, "USDT", "7", Wallet::future, true);
    EXPECT_EQ(row_of(rows(client), "USDT")["coin_value"].asString(), "0");
    EXPECT_EQ(row_of(rows(client), "USDT")["freeze_value"].asString(), "0");
}

TEST_F(WalletCalls, FundingListsWhatLiesThereAlone) {
    const auto client = person();
    give(client, "USDT", "100");
    give(client, "XTH", "0.5", Wallet::funding);
    const auto wallet = as(client).get("/api/v3/wallets/funding").json()["wallet"];
    EXPECT_EQ(wallet.size(), rows(client).size());
    EXPECT_EQ(wallet[0]["name"].asString(), "XTH");
    EXPECT_EQ(wallet[0]["coin_value"].asString(), "0.5");
    EXPECT_EQ(wallet[0]["usdt_value"].asString(), "1500.25");
    EXPECT_EQ(row_of(wallet, "USDT")["coin_value"].asString(), "0");
}

TEST_F(WalletCalls, WalletBalanceShowsFreeAndHeld) {
    const auto client = person();
    give(client, "XBT", "1.5");
    give(client, "XBT", "0.5", Wallet::spot, true);
    auto caller = as(client);
    const auto answer = caller.get("/api/v3/wallet-balance", {{"name", "XBT"}});
    EXPECT_EQ(answer.body, R"({"wallet":{"wallet_balance":"1.5","freeze_balance":"0.5"}})");
    EXPECT_EQ(caller.get("/api/v3/wallet-balance", {{"name", "USDT"}}).body,
              R"({"wallet":{"wallet_balance":"0","freeze_balance":"0"}})");
}

TEST_F(WalletCalls, WalletBalanceRefusesUnknownCoins) {
    auto caller = as(person());
    const auto ask = [&](const std::string& name) {
        return caller.get("/api/v3/wallet-balance", {{"name", name}});
    };
    for (const char* name : {"NOPE", "xbt", "", "XBTUSDT", "' or 1=1"})
        expect_error(ask(name), 404, "unknown_asset", "name");
    expect_error(ask(std::string(17, 'X')), 400, "too_long", "name");
    expect_error(caller.get("/api/v3/wallet-balance"), 400, "missing_parameter", "name");
}

TEST_F(WalletCalls, OverviewCountsAllWallets) {
    const auto client = person();
    EXPECT_EQ(as(client).get("/api/v3/overview").body,
              R"({"overviewTotal":"0","spotTotal":"0","futureTotal":"0","earnTotal":"0",)"
              R"("fundingTotal":"0"})");
    give(client, "USDT", "1");
    give(client, "XBT", "2", Wallet::spot, true);
    give(client, "USDT", "10", Wallet::future);
    give(client, "XTH", "0.1", Wallet::funding);
    subscribe(client, "USDT", "1000");
    EXPECT_EQ(as(client).get("/api/v3/overview").body,
              R"({"overviewTotal":"136275.25","spotTotal":"134965.2","futureTotal":"10",)"
              R"("earnTotal":"1000","fundingTotal":"300.05"})");
}

TEST_F(WalletCalls, TopAssetsAreTheMostValuableOfAllWallets) {
    const auto client = person();
    EXPECT_EQ(as(client).get("/api/v3/top-assets").body, R"({"assets":[]})");
    give(client, "USDT", "30", Wallet::funding);
    give(client, "XTH", "0.01");
    subscribe(client, "XTH", "0.01");
    give(client, "XNO", "5");
    const auto assets = as(client).get("/api/v3/top-assets").json()["assets"];
    ASSERT_EQ(assets.size(), 2u);
    EXPECT_EQ(assets[0]["name"].asString(), "XTH");
    EXPECT_EQ(assets[0]["amount"].asString(), "0.02");
    EXPECT_EQ(assets[0]["usdt_value"].asString(), "60.01");
    EXPECT_EQ(assets[0]["share"].asString(), "66.67");
    EXPECT_EQ(assets[1]["share"].asString(), "33.33");
}

TEST_F(WalletCalls, ProfitIsCountedFromTheDaysSnapshotWithoutWhatCameIn) {
    const auto client = person();
    world->owner.run("update clients set created_at = created_at - interval '1 day' where id = $1",
                     {client.id});
    give(client, "XTH", "1");
    give(client, "USDT", "1000", Wallet::future);
    const auto before = as(client).get("/api/v3/pnl").json();
    EXPECT_TRUE(before["since"].isNull());
    EXPECT_EQ(before["totalPnl"].asString(), "0");
    EXPECT_EQ(before["totalPercentage"].asString(), "0");

    ASSERT_EQ(run_job("snapshot_balances", world->config.path()), 0);
    price("XTH", "3300.55");
    give(client, "USDT", "500");
    const auto after = as(client).get("/api/v3/pnl").json();
    EXPECT_TRUE(after["since"].isString());
    EXPECT_EQ(after["pnl"]["value"].asString(), "300.05");
    // Of 3000.5 then and 500 since.
    EXPECT_EQ(after["pnl"]["percentage"].asString(), "8.57");
    EXPECT_EQ(after["futurePnl"].asString(), "0");
    EXPECT_EQ(after["totalPnl"].asString(), "300.05");
    EXPECT_EQ(after["totalPercentage"].asString(), "6.67");
    // The day has one beginning.
    ASSERT_EQ(run_job("snapshot_balances", world->config.path()), 0);
    EXPECT_EQ(as(client).get("/api/v3/pnl").json()["totalPnl"].asString(), "300.05");
    price("XTH", "3000.5");
    EXPECT_EQ(as(person()).get("/api/v3/pnl").json()["totalPnl"].asString(), "0");
}

TEST_F(WalletCalls, NobodySeesWhatIsAnothers) {
    const auto rich = person();
    const auto poor = person();
    give(rich, "USDT", "1000000");
    EXPECT_EQ(row_of(rows(poor), "USDT")["coin_value"].asString(), "0");
}

TEST_F(WalletCalls, AnAnswerIsNeverOlderThanItsQuestion) {
    const auto client = person();
    auto caller = as(client);
    Decimal expected;
    for (int i = 0; i < 30; ++i) {
        give(client, "USDT", "1");
        expected += Decimal::of(1);
        EXPECT_EQ(caller.get("/api/v3/wallet-balance", {{"name", "USDT"}})
                      .json()["wallet"]["wallet_balance"]
                      .asString(),
                  expected.str());
    }
}

TEST_F(WalletCalls, ManyQuestionsAtOnceGetEachItsOwnAnswer) {
    std::vector<std::thread> threads;
    std::atomic<int> right = 0;
    for (int i = 1; i <= 12; ++i) {
        const auto client = person();
        const auto amount = std::to_string(i);
        give(client, "USDT", amount.c_str());
        threads.emplace_back([&, amount, caller = std::make_shared<FastCgiClient>(as(client))] {
            for (int round = 0; round < 20; ++round) {
                const auto answer = caller->get("/api/v3/wallet-balance", {{"name", "USDT"}});
                if (answer.json()["wallet"]["wallet_balance"].asString() == amount) ++right;
            }
        });
    }
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(right, 12 * 20);
}

TEST_F(WalletCalls, ANewAssetIsKnownAtOnce) {
    const auto client = person();
    EXPECT_EQ(as(client).get("/api/v3/wallets/spot").status, 200);
    world->owner.run(R"sql(insert into assets (code, name, type, icon, display_places, trade_places)
        values ('XNEW', 'New', 'ALT', '', 2, 8))sql");
    give(client, "XNEW", "3");
    EXPECT_EQ(row_of(rows(client), "XNEW")["coin_value"].asString(), "3");
}

TEST_F(WalletCalls, WhoIsNotSignedInSeesNothing) {
    const auto client = person();
    const auto frozen = person();
    world->owner.run("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {frozen.id});
    const auto revoked = person();
    world->owner.run("update sessions set revoked_at = now() where client_id = $1", {revoked.id});
    auto forged = client;
    forged.token.back() = forged.token.back() == 'A' ? 'Q' : 'A';
    for (const char* path : {"/api/v3/wallets/spot", "/api/v3/wallet-balance", "/api/v3/overview",
                             "/api/v3/top-assets", "/api/v3/pnl"}) {
        const FastCgiClient::Params query{{"name", "USDT"}};
        expect_error(as({ClientId{}, ""}).get(path, query), 401, "unauthorized");
        expect_error(as(forged).get(path, query), 401, "unauthorized");
        expect_error(as(revoked).get(path, query), 401, "unauthorized");
        expect_error(as(frozen).get(path, query), 403, "frozen_account");
        expect_error(as(client).post_json(path, FastCgiClient::Params{}), 405,
                     "method_not_allowed");
    }
}

}  // namespace

}  // namespace cambio
