// The ledger and its audit: what moves money, what refuses to, and what the audit finds. The last
// tests throw random and racing transfers at it and ask the audit.
#include "ledger/ledger.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <thread>

#include "error/error.h"
#include "support/builders.h"
#include "support/contracts.h"

namespace cambio::ledger {
namespace {

using test::dec;
using test::Person;
using test::World;

class Ledger : public testing::Test {
  protected:
    AccountId spot(pg::Transaction& tx, const Person& person, const char* asset = "USDT") {
        return client_account(tx, person.id, Wallet::spot, false, world_.asset(asset));
    }
    bool finds(const std::string& text) {
        pg::Connection connection{world_.database().suite()};
        const auto report = audit(connection);
        for (const std::string& finding : report.findings) {
            if (finding.find(text) != std::string::npos) return !report.passed;
        }
        ADD_FAILURE() << "the audit did not find: " << text;
        for (const std::string& finding : report.findings) ADD_FAILURE() << finding;
        return false;
    }
    void foul_play(const char* sql, std::initializer_list<pg::Param> params = {}) {
        world_.superuser().run(sql, params);
    }

    World world_;
};

TEST_F(Ledger, FindsTheAccountThatItMade) {
    const auto alice = world_.client("alice@example.com");
    const AssetId usdt = world_.asset("USDT"), btc = world_.asset("BTC");
    pg::Transaction tx{world_.app()};
    const auto first = client_account(tx, alice.id, Wallet::spot, false, usdt);
    EXPECT_EQ(client_account(tx, alice.id, Wallet::spot, false, usdt), first);
    EXPECT_NE(client_account(tx, alice.id, Wallet::spot, true, usdt), first);
    EXPECT_NE(client_account(tx, alice.id, Wallet::future, false, usdt), first);
    EXPECT_NE(client_account(tx, alice.id, Wallet::spot, false, btc), first);
    const auto house = house_account(tx, House::fees, usdt);
    EXPECT_EQ(house_account(tx, House::fees, usdt), house);
    EXPECT_NE(house_account(tx, House::dust, usdt), house);
    const auto chain = chain_account(tx, "tron", usdt);
    EXPECT_EQ(chain_account(tx, "tron", usdt), chain);
    EXPECT_NE(chain_account(tx, "ethereum", usdt), chain);
    EXPECT_TRUE(balance(tx, first).zero());
}

TEST_F(Ledger, GivesTwoTransactionsTheSameNewAccount) {
    const auto alice = world_.client("alice@example.com");
    const AssetId usdt = world_.asset("USDT");
    pg::Connection other{world_.database().suite()};
    pg::Transaction first{world_.app()};
    const AccountId made = client_account(first, alice.id, Wallet::earn, false, usdt);
    AccountId found;
    std::jthread waiting{[&] {
        pg::Transaction second{other};
        found = client_account(second, alice.id, Wallet::earn, false, usdt);
        second.commit();
    }};
    test::wait_until("the second transaction waits for the first", [&] {
        return world_.superuser()
                   .run("select count(*) as n from pg_locks where not granted")[0]
                   .integer("n") > 0;
    });
    first.commit();
    waiting.join();
    EXPECT_EQ(found, made);
}

TEST_F(Ledger, MovesMoneyAndWritesItDown) {
    auto alice = world_.client("alice@example.com").with("USDT", "100");
    auto bob = world_.client("bob@example.com");
    {
        pg::Transaction tx{world_.app()};
        transfer(tx, spot(tx, alice), spot(tx, bob), dec("30.000000000000000001"), Kind::trade, 7);
        tx.commit();
    }
    EXPECT_EQ(alice.balance("USDT"), dec("69.999999999999999999"));
    EXPECT_EQ(bob.balance("USDT"), dec("30.000000000000000001"));
    const auto written = world_.app().run("select * from ledger_transfers where kind = 7");
    ASSERT_EQ(written.size(), 1);
    EXPECT_EQ(written[0].decimal("amount"), dec("30.000000000000000001"));
    EXPECT_EQ(written[0].integer("reference"), 7);
    test::expect_books_balance(world_);
}

TEST_F(Ledger, RefusesWhatAClientDoesNotHave) {
    auto alice = world_.client("alice@example.com").with("USDT", "100");
    auto bob = world_.client("bob@example.com");
    try {
        pg::Transaction tx{world_.app()};
        transfer(tx, spot(tx, alice), spot(tx, bob), dec("100.000000000000000001"), Kind::trade, 1);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), Code::insufficient_balance);
    }
    pg::Transaction tx{world_.app()};
    EXPECT_NO_THROW(transfer(tx, spot(tx, alice), spot(tx, bob), dec("100"), Kind::trade, 1));
}

TEST_F(Ledger, MovesSeveralAmountsAtOnceOrNone) {
    auto alice = world_.client("alice@example.com").with("USDT", "10");
    const auto bob = world_.client("bob@example.com"), carol = world_.client("carol@example.com");
    pg::Transaction tx{world_.app()};
    const auto a = spot(tx, alice), b = spot(tx, bob), c = spot(tx, carol);
    // Bob passes on what he is given.
    transfer_all(tx, {{a, b, dec("7"), Kind::trade, 101},
                      {b, c, dec("4"), Kind::trade, 102},
                      {a, c, dec("0"), Kind::trade, 103}});
    EXPECT_EQ(balance(tx, a), dec("3"));
    EXPECT_EQ(balance(tx, b), dec("3"));
    EXPECT_EQ(balance(tx, c), dec("4"));
    const auto rows = tx.run(
        "select * from ledger_transfers where reference > 100 "
        "order by reference");
    ASSERT_EQ(rows.size(), 2);
    EXPECT_EQ(rows[1].decimal("amount"), dec("4"));
    EXPECT_EQ(rows[1].id<AccountId>("debit"), b);
    EXPECT_EQ(rows[1].id<AccountId>("credit"), c);
    EXPECT_EQ(rows[1].integer("kind"), static_cast<int>(Kind::trade));
    EXPECT_THROW(transfer_all(tx, {{a, b, dec("2"), Kind::trade, 4}, {a, c, dec("2"), {}, 4}}),
                 Error);
    EXPECT_THROW(transfer_all(tx, {{a, a, dec("1"), Kind::trade, 4}}), std::logic_error);
    EXPECT_THROW(transfer_all(tx, {{a, b, dec("-1"), Kind::trade, 4}}), std::logic_error);
    EXPECT_THROW(transfer_all(tx, {{a, spot(tx, bob, "BTC"), dec("1"), Kind::trade, 4}}),
                 std::logic_error);
    transfer_all(tx, {});
    EXPECT_EQ(balance(tx, a), dec("3"));
    tx.commit();
    test::expect_books_balance(world_);
}

TEST_F(Ledger, LetsOnlyTheWorldBeNegative) {
    const AssetId usdt = world_.asset("USDT");
    for (const House house : {House::liquidity, House::fees, House::earn, House::rewards,
                              House::insurance, House::dust}) {
        pg::Transaction tx{world_.app()};
        EXPECT_THROW(transfer(tx, house_account(tx, house, usdt),
                              house_account(tx, House::demo, usdt), dec("1"), Kind::dust, 0),
                     Error);
    }
    pg::Transaction tx{world_.app()};
    transfer(tx, chain_account(tx, "tron", usdt), house_account(tx, House::dust, usdt), dec("1"),
             Kind::house_funding, 0);
    EXPECT_EQ(balance(tx, chain_account(tx, "tron", usdt)), dec("-1"));
}

TEST_F(Ledger, TreatsWhatDoesNotFitAsABug) {
    const AssetId usdt = world_.asset("USDT"), btc = world_.asset("BTC");
    pg::Transaction tx{world_.app()};
    const auto demo = house_account(tx, House::demo, usdt);
    const auto dust = house_account(tx, House::dust, usdt);
    EXPECT_THROW(transfer(tx, demo, dust, dec("0"), Kind::dust, 0), std::logic_error);
    EXPECT_THROW(transfer(tx, demo, dust, dec("-1"), Kind::dust, 0), std::logic_error);
    EXPECT_THROW(transfer(tx, demo, demo, dec("1"), Kind::dust, 0), std::logic_error);
    EXPECT_THROW(transfer(tx, demo, AccountId{999999}, dec("1"), Kind::dust, 0), std::logic_error);
    EXPECT_THROW(transfer(tx, demo, house_account(tx, House::dust, btc), dec("1"), Kind::dust, 0),
                 std::logic_error);
    EXPECT_THROW(house_account(tx, House{99}, usdt), std::logic_error);
}

TEST_F(Ledger, HasAGuardInTheDatabaseBehindItsOwn) {
    auto alice = world_.client("alice@example.com").with("USDT", "1");
    for (const char* sql :
         {"update ledger_accounts set balance = -1 where client_id = $1",
          "update ledger_accounts set may_be_negative = true where client_id = $1",
          "update ledger_accounts set house = 'fees' where client_id = $1",
          "update ledger_accounts set client_id = null where client_id = $1"}) {
        try {
            world_.superuser().run(sql, {alice.id});
            FAIL();
        } catch (const pg::Failure& failure) {
            EXPECT_TRUE(failure.check_violation());
        }
    }
}

TEST_F(Ledger, AuditFindsABalanceWithoutItsTransfer) {
    auto alice = world_.client("alice@example.com").with("USDT", "100");
    test::expect_books_balance(world_);
    foul_play("update ledger_accounts set balance = balance + 1 where client_id = $1", {alice.id});
    EXPECT_TRUE(finds("balance 101.000000000000000000, but its transfers give 100"));
    EXPECT_TRUE(finds("asset USDT: all balances together give 1.0"));
}

TEST_F(Ledger, AuditFindsATransferThatChangedOrVanished) {
    auto alice = world_.client("alice@example.com").with("USDT", "100");
    foul_play("update ledger_transfers set amount = 99");
    EXPECT_TRUE(finds("but its transfers give 99"));
    foul_play("delete from ledger_transfers");
    EXPECT_TRUE(finds("balance 100.000000000000000000, but its transfers give 0"));
    foul_play("update ledger_accounts set balance = 0");
    test::expect_books_balance(world_);
    foul_play("insert into ledger_transfers values (777, 778, 1, 1, 1)");
    EXPECT_TRUE(finds("account 777: balance missing"));
}

TEST_F(Ledger, AuditFindsANegativeClient) {
    auto alice = world_.client("alice@example.com").with("USDT", "1");
    foul_play("alter table ledger_accounts drop constraint balance_not_negative");
    foul_play("update ledger_accounts set balance = -5 where client_id = $1", {alice.id});
    EXPECT_TRUE(finds(": balance -5"));
}

constexpr const char* insert_order = R"sql(
    insert into orders (id, client_id, market_id, seq, content_hash, side, type, price, quantity,
                        filled, state)
    values ($1, $2, $3, 1, 0, $4, 1, $5, $6, $7, $8)
)sql";

TEST_F(Ledger, AuditComparesHoldsWithOpenOrders) {
    auto alice = world_.client("alice@example.com").with("USDT", "1000").with("BTC", "2");
    const MarketId market = world_.market("BTCUSDT");
    const auto hold = [&](const char* asset, const char* amount) {
        pg::Transaction tx{world_.app()};
        const AssetId id = world_.asset(asset);
        transfer(tx, client_account(tx, alice.id, Wallet::spot, false, id),
                 client_account(tx, alice.id, Wallet::spot, true, id), dec(amount),
                 Kind::order_hold, 1);
        tx.commit();
    };
    // A buy of 3 at 100 with 1 filled needs 200 USDT; a sell of 2 with 0.5 filled needs 1.5 BTC.
    foul_play(insert_order, {1, alice.id, market, 1, "100", "3", "1", 1});
    foul_play(insert_order, {2, alice.id, market, 2, "100", "2", "0.5", 1});
    foul_play(insert_order, {3, alice.id, market, 2, "100", "7", "7", 2});
    foul_play(insert_order, {4, alice.id, market, 1, "100", "7", "0", 3});
    EXPECT_TRUE(finds("held 0 USDT, but the open orders {1} need 200"));
    EXPECT_TRUE(finds("held 0 BTC, but the open orders {2} need 1.5"));
    hold("USDT", "200");
    hold("BTC", "1.5");
    test::expect_books_balance(world_);
    hold("BTC", "0.000000000000000001");
    EXPECT_TRUE(finds("held 1.500000000000000001 BTC, but the open orders {2} need 1.5"));
}

class CarriedSums : public Ledger {
  protected:
    AuditReport look(AuditReach reach = AuditReach::since_last) {
        pg::Connection connection{world_.database().suite()};
        return audit_by_sums(connection, reach);
    }
    /// All transfers until now become old enough to be carried as sums.
    void let_time_pass() {
        foul_play("update ledger_transfers set at = at - interval '1 hour'");
        foul_play(
            "update audit_mark set until = until - interval '1 hour', "
            "funded_until = funded_until - interval '1 hour'");
    }
    void carry_sums() {
        let_time_pass();
        const auto report = look();
        EXPECT_TRUE(report.passed);
        ASSERT_GT(world_.app().run("select account from audit_sums").size(), 0);
    }

    Person alice_ = world_.client("alice@example.com").with("USDT", "100");
};

TEST_F(CarriedSums, ProveTheSameAsEverythingDoes) {
    auto report = look();
    EXPECT_TRUE(report.passed);
    EXPECT_TRUE(report.everything) << "nobody has looked before";
    for (int hour = 1; hour <= 3; ++hour) {
        let_time_pass();
        alice_.with("USDT", "7").with("BTC", "0.1");
        report = look();
        pg::Connection connection{world_.database().suite()};
        const auto all = audit(connection);
        EXPECT_TRUE(report.passed && all.passed);
        EXPECT_FALSE(report.everything);
        EXPECT_EQ(report.accounts, all.accounts);
        EXPECT_EQ(report.transfers, all.transfers);
        EXPECT_EQ(report.transfers, 1 + 2 * hour);
    }
}

TEST_F(CarriedSums, FindABalanceWithoutItsTransfer) {
    carry_sums();
    foul_play("update ledger_accounts set balance = balance + 1 where client_id = $1", {alice_.id});
    const auto report = look();
    EXPECT_FALSE(report.passed);
    ASSERT_EQ(report.findings.size(), 2);
    EXPECT_NE(report.findings[0].find("balance 101.000000000000000000, but its transfers give 100"),
              std::string::npos)
        << report.findings[0];
    EXPECT_NE(report.findings[1].find("asset USDT: all balances"), std::string::npos);
}

TEST_F(CarriedSums, FindANewTransferThatChangedOrVanished) {
    carry_sums();
    alice_.with("USDT", "7");
    foul_play("update ledger_transfers set amount = 6 where amount = 7");
    EXPECT_FALSE(look().passed);
    foul_play("delete from ledger_transfers where amount = 6");
    EXPECT_FALSE(look().passed);
}

TEST_F(CarriedSums, FindAnOldTransferThatVanishedWhenEverythingIsRead) {
    carry_sums();
    foul_play("delete from ledger_transfers");
    EXPECT_TRUE(look().passed) << "the hour reads only what is new";
    const auto report = look(AuditReach::everything);
    EXPECT_FALSE(report.passed);
    EXPECT_NE(report.findings.at(0).find("but its transfers give 0"), std::string::npos)
        << report.findings[0];
}

// A second connection to the same server is as good as a standby that has replayed everything.
TEST_F(CarriedSums, AreMadeFromAStandbyWhereOneIsGiven) {
    let_time_pass();
    alice_.with("USDT", "7").with("BTC", "0.1");
    pg::Connection connection{world_.database().suite()};
    int asked = 0;
    const auto standby = [&] {
        ++asked;
        return pg::Connection{world_.database().suite()};
    };
    const auto report = audit_by_sums(connection, AuditReach::everything, standby);
    EXPECT_TRUE(report.passed && report.everything);
    EXPECT_EQ(report.transfers, audit(connection).transfers);
    EXPECT_EQ(asked, 1);
    EXPECT_GT(connection.run("select account from audit_sums").size(), 0);
    EXPECT_TRUE(audit_by_sums(connection, AuditReach::since_last, standby).passed);
    EXPECT_EQ(asked, 1) << "the hour reads what is new from where it is written";

    // One that is away, and one that has other books, leave the proof to the primary.
    const auto away = []() -> pg::Connection { throw std::runtime_error{"it is away"}; };
    EXPECT_TRUE(audit_by_sums(connection, AuditReach::everything, away).passed);
    test::ScratchDatabase other;
    const auto wrong = [&] { return pg::Connection{other.suite()}; };
    EXPECT_TRUE(audit_by_sums(connection, AuditReach::everything, wrong).passed);
    EXPECT_TRUE(look().passed);

    foul_play("delete from ledger_transfers where amount = 7");
    EXPECT_FALSE(audit_by_sums(connection, AuditReach::everything, standby).passed);
}

TEST_F(CarriedSums, ReadEverythingOnceADay) {
    carry_sums();
    EXPECT_FALSE(look().everything);
    foul_play("update audit_mark set everything_at = now() - interval '24 hours'");
    foul_play("delete from ledger_transfers");
    const auto report = look();
    EXPECT_TRUE(report.everything);
    EXPECT_FALSE(report.passed);
}

// What the operator put in it has not counted.
TEST_F(CarriedSums, ReadEverythingAfterAProgramOfBefore) {
    carry_sums();
    EXPECT_FALSE(look().everything);
    foul_play("update audit_mark set until = until + interval '1 second'");
    EXPECT_TRUE(look().everything);
    EXPECT_FALSE(look().everything);
}

// Its transaction was open while others were counted, or somebody restored it from elsewhere.
TEST_F(CarriedSums, TakeATransferThatComesLateForWhatItIs) {
    carry_sums();
    alice_.with("USDT", "7");
    foul_play("update ledger_transfers set at = at - interval '1 day' where amount = 7");
    EXPECT_TRUE(look().passed);
    EXPECT_TRUE(look().passed);
    EXPECT_EQ(look().transfers, 2);
}

TEST_F(CarriedSums, LookAtHoldsAsWell) {
    carry_sums();
    pg::Transaction tx{world_.app()};
    const AssetId usdt = world_.asset("USDT");
    transfer(tx, spot(tx, alice_), client_account(tx, alice_.id, Wallet::spot, true, usdt),
             dec("1"), Kind::order_hold, 1);
    tx.commit();
    const auto report = look();
    ASSERT_EQ(report.findings.size(), 1);
    EXPECT_NE(report.findings[0].find("the open orders {} need 0"), std::string::npos);
}

/// Moves random amounts between random accounts; many are more than the payer has by then.
void move_at_random(const std::string& conninfo, const std::vector<AccountId>& accounts,
                    unsigned seed, int transfers) {
    pg::Connection connection{conninfo};
    std::mt19937 random{seed};
    std::uniform_int_distribution<std::size_t> any(0, accounts.size() - 1);
    std::uniform_int_distribution<std::int64_t> units(1, 5'000'000'000'000'000);
    for (int i = 0; i < transfers; ++i) {
        const AccountId debit = accounts[any(random)], credit = accounts[any(random)];
        if (debit == credit) continue;
        try {
            pg::Transaction tx{connection};
            transfer(tx, debit, credit, Decimal::from_units(int128{units(random)} * 1000),
                     Kind::trade, i);
            if (i % 10 != 0) tx.commit();
        } catch (const Error& error) {
            ASSERT_EQ(error.code(), Code::insufficient_balance);
        }
    }
}

TEST_F(Ledger, AuditComparesMarginsWithOpenPositions) {
    test::make_contract(world_, "F0");
    auto alice = world_.client("alice@example.com").with("USDT", "500", Wallet::future);
    const auto id = test::open(world_, alice, {.pair = "F0USDT"});
    test::expect_books_balance(world_);
    foul_play("alter table positions disable trigger position_is_history");
    foul_play("update positions set initial_margin = 99, margin = 99 where id = $1", {id});
    EXPECT_TRUE(finds("of FUTURE, but the open positions {" + std::to_string(id.value) +
                      "} have a margin of 99"));
    foul_play("delete from positions");
    EXPECT_TRUE(finds("of FUTURE, but the open positions {} have a margin of 0"));
}

TEST_F(Ledger, KeepsItsInvariantsUnderRandomTransfers) {
    std::vector<AccountId> accounts;
    for (int i = 0; i < 16; ++i) {
        auto person = world_.client("client" + std::to_string(i) + "@example.com").with("BTC", "5");
        pg::Transaction tx{world_.app()};
        accounts.push_back(spot(tx, person, "BTC"));
        tx.commit();
    }
    {
        std::vector<std::jthread> threads;
        for (unsigned seed = 1; seed <= 6; ++seed) {
            threads.emplace_back(
                [&, seed] { move_at_random(world_.database().suite(), accounts, seed, 300); });
        }
    }
    test::expect_books_balance(world_);
    const auto total = world_.app().run(
        "select sum(balance) as total, min(balance) as least from ledger_accounts "
        "where client_id is not null");
    EXPECT_EQ(total[0].decimal("total"), dec("80"));
    EXPECT_FALSE(total[0].decimal("least").negative());
    EXPECT_GT(world_.app().run("select count(*) as n from ledger_transfers")[0].integer("n"), 500);
}

TEST_F(Ledger, LetsNobodySpendTwiceInARace) {
    // 10,000 attempts by eight threads at a balance that covers 1,000 of them.
    auto alice = world_.client("alice@example.com").with("USDT", "1000.9");
    auto bob = world_.client("bob@example.com");
    AccountId from, to;
    {
        pg::Transaction tx{world_.app()};
        from = spot(tx, alice);
        to = spot(tx, bob);
        tx.commit();
    }
    std::atomic<int> spent{0}, refused{0};
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < 8; ++t) {
            threads.emplace_back([&] {
                pg::Connection connection{world_.database().suite()};
                for (int i = 0; i < 1250; ++i) {
                    try {
                        pg::Transaction tx{connection};
                        transfer(tx, from, to, dec("1"), Kind::trade, i);
                        tx.commit();
                        ++spent;
                    } catch (const Error&) {
                        ++refused;
                    }
                }
            });
        }
    }
    EXPECT_EQ(spent, 1000);
    EXPECT_EQ(refused, 9000);
    EXPECT_EQ(alice.balance("USDT"), dec("0.9"));
    EXPECT_EQ(bob.balance("USDT"), dec("1000"));
    test::expect_books_balance(world_);
}

}  // namespace
}  // namespace cambio::ledger
