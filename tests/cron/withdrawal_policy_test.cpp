// What is approved without an operator: by the job alone, at prices of its own, once.
#include <gtest/gtest.h>

#include "support/builders.h"
#include "support/postgres_server.h"
#include "withdrawals/withdrawals.h"

namespace cambio::test {
namespace {

class WithdrawalPolicy : public testing::Test {
  protected:
    WithdrawalPolicy() { world.quote("ETHUSDT", "2000"); }
    void TearDown() override { expect_books_balance(world); }

    /// `worth`: what the handler has written, 0 from one that lies.
    WithdrawalId ask(const std::string& coin, const std::string& amount,
                     const std::string& worth = "0") {
        return ask(coin, amount, worth, anna);
    }
    WithdrawalId ask(const std::string& coin, const std::string& amount, const std::string& worth,
                     const Person& person) {
        withdrawals::Request asked;
        asked.client = person.id;
        asked.asset = world.asset(coin);
        asked.network = "ERC20";
        asked.address = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
        asked.amount = dec(amount);
        asked.fee = dec("0.0001");
        asked.worth = dec(worth);
        pg::Transaction tx{world.app()};
        const auto id = withdrawals::request(tx, asked, 10'000);
        tx.commit();
        return id;
    }
    /// As the program that clients talk to, in other hands: past all checks of its own.
    pg::Connection handler() {
        return pg::Connection{
            with_settings(world.database().superuser(), {{"user", "cambio_funds"}})};
    }
    static WithdrawalId write(pg::Connection& handler, const Person& person, AssetId asset,
                              const char* amount) {
        return handler
            .run(R"sql(
                insert into withdrawals (client_id, content_hash, asset_id, network, address,
                                         amount, fee, worth, one_step, confirmations_needed)
                values ($1, 0, $2, 'ERC20', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', $3,
                        0.0001, 0, true, 1) returning id)sql",
                 {person.id, asset, amount})[0]
            .id<WithdrawalId>("id");
    }
    void move(pg::Connection& handler, ledger::Kind kind, WithdrawalId id, const char* amount) {
        pg::Transaction tx{handler};
        const auto usdt = world.asset("USDT");
        const auto free = ledger::client_account(tx, anna.id, ledger::Wallet::spot, false, usdt);
        const auto held = ledger::client_account(tx, anna.id, ledger::Wallet::spot, true, usdt);
        const bool hold = kind == ledger::Kind::withdrawal_hold;
        ledger::transfer(tx, hold ? free : held, hold ? held : free, dec(amount), kind, id.value);
        tx.commit();
    }
    void look() {
        std::string output;
        EXPECT_EQ(run_job("send_withdrawals", world.config().path(), {"--once"}, &output), 0)
            << output;
    }
    void cancel(WithdrawalId id) {
        pg::Transaction tx{world.app()};
        auto withdrawal = *withdrawals::lock(tx, id);
        withdrawals::stop(tx, withdrawal, withdrawals::Stage::cancelled, "");
        tx.commit();
    }
    std::string stage(WithdrawalId id) {
        pg::Transaction tx{world.app()};
        return std::string{withdrawals::name_of(withdrawals::lock(tx, id)->stage)};
    }
    std::string looked_at(WithdrawalId id) {
        look();
        return stage(id);
    }
    /// All of anna's USDT but five come from a deposit that is not final yet.
    void lock_most() {
        world.superuser().run("insert into deposit_keys values ('policy', 1)");
        world.superuser().run(R"sql(
            with address as (
                insert into deposit_addresses (client_id, kind, key_id, derivation_index, address)
                values ($1, 'evm', 'policy', 0, '0x01') returning id)
            insert into deposits (network_id, asset_id, client_id, address_id, txid, position,
                raw_amount, amount, block_height, block_hash, confirmations, confirmations_needed,
                unlock_confirmations, state, credited, credited_at)
            select n.id, $2, $1, address.id, '0xabc', 0, 995000000, 995, 7, '0x7', 6, 6, 64, 3, 995,
                   now()
              from networks n, address where n.name = 'ERC20')sql",
                              {anna.id, world.asset("USDT")});
    }

    World world{{{"WITHDRAWALS_APPROVE_UP_TO", "100"}, {"STALE_AFTER_MS", "3600000"}}};
    Person anna = world.client("anna@example.com").with("USDT", "1000").with("ETH", "10");
};

TEST_F(WithdrawalPolicy, ApprovesWhatAClientAsksForInADay) {
    const auto first = ask("USDT", "60", "60"), second = ask("USDT", "60", "60"),
               third = ask("USDT", "40", "40");
    EXPECT_EQ(stage(first), "REQUESTED");
    EXPECT_EQ(looked_at(first), "APPROVED");
    EXPECT_EQ(stage(second), "REQUESTED") << "120 in a day";
    EXPECT_EQ(stage(third), "REQUESTED") << "160 in a day";
    // It is asked once: what waits for an operator goes on waiting when there is room again.
    cancel(first);
    EXPECT_EQ(looked_at(second), "REQUESTED");
    // What was asked for more than a day ago counts no more.
    world.superuser().run("set session_replication_role = replica");
    world.superuser().run(
        "update withdrawals set requested_at = requested_at - interval '24 hours 1 minute'");
    world.superuser().run("reset session_replication_role");
    const auto next = ask("USDT", "100", "100");
    EXPECT_EQ(looked_at(next), "APPROVED");
    EXPECT_EQ(looked_at(ask("USDT", "0.01", "0.01")), "REQUESTED");
}

TEST_F(WithdrawalPolicy, ValuesItAtItsOwnPriceOrTheHigherOneOfTheRequest) {
    const auto understated = ask("ETH", "0.0501"), overstated = ask("ETH", "0.01", "100.01");
    EXPECT_EQ(looked_at(understated), "REQUESTED") << "100.2 USDT";
    EXPECT_EQ(stage(overstated), "REQUESTED");
    for (const auto id : {understated, overstated}) cancel(id);
    EXPECT_EQ(looked_at(ask("ETH", "0.05")), "APPROVED");
}

// Whoever has taken the handler over writes no worth, and could cut the rest into slices.
TEST_F(WithdrawalPolicy, AddsUpWhatItFoundAndNotWhatTheRequestsSay) {
    const auto first = ask("ETH", "0.03"), second = ask("ETH", "0.03"), third = ask("ETH", "0.03");
    EXPECT_EQ(looked_at(first), "APPROVED");
    EXPECT_EQ(stage(second), "REQUESTED") << "120 in a day";
    EXPECT_EQ(stage(third), "REQUESTED");
    EXPECT_EQ(looked_at(ask("ETH", "0.03")), "REQUESTED");
}

TEST_F(WithdrawalPolicy, AddsUpWhatItWeighedBeforeAnEarlierOneHadAPrice) {
    world.quote("ETHUSDT", "2000", std::chrono::minutes{61});
    const auto earlier = ask("ETH", "0.03"), later = ask("USDT", "60", "60");
    EXPECT_EQ(looked_at(later), "APPROVED");
    EXPECT_EQ(stage(earlier), "REQUESTED");
    world.quote("ETHUSDT", "2000");
    EXPECT_EQ(looked_at(earlier), "REQUESTED") << "120 in a day";
}

TEST_F(WithdrawalPolicy, WaitsForAPriceThatCanBeTrusted) {
    world.quote("ETHUSDT", "2000", std::chrono::minutes{61});
    const auto id = ask("ETH", "0.01");
    EXPECT_EQ(looked_at(id), "REQUESTED");
    world.quote("ETHUSDT", "2000");
    EXPECT_EQ(looked_at(id), "APPROVED");
}

TEST_F(WithdrawalPolicy, LeavesToAnOperatorWhatMayNotLeaveNow) {
    const auto id = ask("USDT", "50", "50");
    world.superuser().run("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {anna.id});
    EXPECT_EQ(looked_at(id), "REQUESTED");
    world.superuser().run("update clients set status = 'ACTIVE' where id = $1", {anna.id});
    EXPECT_EQ(looked_at(id), "REQUESTED");
}

// It was asked for when the check of addresses let it through.
TEST_F(WithdrawalPolicy, LeavesToAnOperatorWhatItsNetworkCannotPay) {
    const auto odd = ask("USDT", "10", "10"), behind = ask("USDT", "10", "10");
    world.superuser().run("set session_replication_role = replica");
    world.superuser().run(
        "update withdrawals set address = '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045' "
        "where id = $1",
        {odd});
    world.superuser().run("reset session_replication_role");
    EXPECT_EQ(looked_at(odd), "REQUESTED");
    EXPECT_EQ(stage(behind), "APPROVED");
}

TEST_F(WithdrawalPolicy, ApprovesNothingWithoutItsMoney) {
    auto funds = handler();
    const auto without = write(funds, anna, world.asset("USDT"), "10");
    EXPECT_EQ(looked_at(without), "REQUESTED");
    EXPECT_EQ(looked_at(ask("USDT", "10", "10")), "REQUESTED") << "what is held is short of both";
    cancel(without);
    EXPECT_EQ(anna.held("USDT"), dec("10")) << "what is held for the other one";
    EXPECT_EQ(looked_at(ask("USDT", "10", "10")), "APPROVED");
}

TEST_F(WithdrawalPolicy, ApprovesOnlyWhatIsFinal) {
    const auto first = ask("USDT", "10", "10");
    lock_most();
    EXPECT_EQ(looked_at(first), "REQUESTED") << "5 of 1000 are final";
    world.superuser().run("update deposits set unlocked_at = now()");
    EXPECT_EQ(looked_at(first), "REQUESTED") << "it is asked once";
    EXPECT_EQ(looked_at(ask("USDT", "10", "10")), "APPROVED");
}

TEST_F(WithdrawalPolicy, WaitsForThePricesOfTheCoinsThatMayCoverIt) {
    const auto id = ask("USDT", "10", "10"), old = ask("USDT", "10", "10");
    lock_most();
    world.quote("ETHUSDT", "2000", std::chrono::minutes{61});
    world.superuser().run("set session_replication_role = replica");
    world.superuser().run(
        "update withdrawals set requested_at = now() - interval '61 minutes' where id = $1", {old});
    world.superuser().run("reset session_replication_role");
    EXPECT_EQ(looked_at(id), "REQUESTED");
    world.quote("ETHUSDT", "2000");
    world.superuser().run("update deposits set unlocked_at = now()");
    EXPECT_EQ(looked_at(id), "APPROVED");
    EXPECT_EQ(stage(old), "REQUESTED") << "after an hour it is an operator's";
}

TEST_F(WithdrawalPolicy, LeavesToAnOperatorWhatWasAskedBeforeAChangeOfSecurity) {
    const auto id = ask("USDT", "50", "50");
    world.superuser().run(
        "update clients set withdrawals_rest_until = now() + interval '1 hour' where id = $1",
        {anna.id});
    EXPECT_EQ(looked_at(id), "REQUESTED");
    world.superuser().run(
        "update clients set withdrawals_rest_until = now() - interval '1 second' where id = $1",
        {anna.id});
    EXPECT_EQ(looked_at(id), "REQUESTED");
    EXPECT_EQ(looked_at(ask("USDT", "50", "50")), "APPROVED");
}

TEST_F(WithdrawalPolicy, WaitsWhileNothingLeavesForAnybody) {
    const auto id = ask("USDT", "50", "50");
    world.operate({"pause", "withdrawals"});
    EXPECT_EQ(looked_at(id), "REQUESTED");
    world.operate({"resume", "withdrawals"});
    world.superuser().run("insert into audits (passed, accounts, transfers) values (false, 0, 0)");
    EXPECT_EQ(looked_at(id), "REQUESTED");
    world.superuser().run("insert into audits (passed, accounts, transfers) values (true, 0, 0)");
    EXPECT_EQ(looked_at(id), "APPROVED");
}

TEST_F(WithdrawalPolicy, WeighsWhatStandsBehindAnyNumberWithoutAPrice) {
    world.quote("ETHUSDT", "2000", std::chrono::minutes{61});
    for (int i = 0; i < 100; ++i) ask("ETH", "0.001");
    EXPECT_EQ(looked_at(ask("USDT", "50", "50")), "APPROVED");
}

TEST_F(WithdrawalPolicy, WeighsWhatStandsBehindAnyNumberThatWaits) {
    const auto ben = world.client("ben@example.com").with("USDT", "100");
    for (int i = 0; i < 101; ++i) ask("USDT", "0.1");
    lock_most();
    world.quote("ETHUSDT", "2000", std::chrono::minutes{61});
    EXPECT_EQ(looked_at(ask("USDT", "50", "50", ben)), "APPROVED");
}

TEST_F(WithdrawalPolicy, LeavesToAnOperatorWhoseWorthNoNumberHolds) {
    anna.with("ETH", "90000000000000000");
    const auto huge = ask("ETH", "90000000000000000");
    std::string output;
    EXPECT_EQ(run_job("send_withdrawals", world.config().path(), {"--once"}, &output), 1);
    EXPECT_EQ(stage(huge), "REQUESTED");
    world.quote("ETHUSDT", "0.000000000000000001");
    EXPECT_EQ(looked_at(huge), "REQUESTED") << "it is asked once";
    EXPECT_EQ(looked_at(ask("USDT", "50", "50")), "APPROVED");
}

// As after a transaction that failed in a block, or one that another has excluded.
TEST_F(WithdrawalPolicy, IsNotAskedAboutWhatComesBackForReview) {
    world.quote("ETHUSDT", "2000", std::chrono::minutes{61});
    const auto id = ask("ETH", "0.01");
    EXPECT_EQ(looked_at(id), "REQUESTED");
    {
        using withdrawals::Stage;
        pg::Transaction tx{world.app()};
        auto withdrawal = *withdrawals::lock(tx, id);
        for (const auto next : {Stage::approved, Stage::exported, Stage::requested})
            withdrawals::step(tx, withdrawal, next);
        tx.commit();
    }
    world.quote("ETHUSDT", "2000");
    EXPECT_EQ(looked_at(id), "REQUESTED");
}

// By anybody: the next one could cost the house as much.
TEST_F(WithdrawalPolicy, LeavesToAnOperatorWhatGoesWhereOneWasRefused) {
    const auto first = ask("ETH", "0.01");
    EXPECT_EQ(looked_at(first), "APPROVED");
    {
        using withdrawals::Stage;
        pg::Transaction tx{world.app()};
        auto withdrawal = *withdrawals::lock(tx, first);
        for (const auto next : {Stage::exported, Stage::signed_, Stage::broadcast})
            withdrawals::step(tx, withdrawal, next);
        withdrawals::fail(tx, withdrawal, "0xabc");
        tx.commit();
    }
    EXPECT_EQ(anna.balance("ETH"), dec("9.9999"));
    auto ben = world.client("ben@example.com").with("ETH", "10");
    EXPECT_EQ(looked_at(ask("ETH", "0.01", "0", ben)), "REQUESTED");
    world.superuser().run("set session_replication_role = replica");
    world.superuser().run(
        "update withdrawals set requested_at = requested_at - interval '30 days 1 minute'");
    world.superuser().run("reset session_replication_role");
    EXPECT_EQ(looked_at(ask("ETH", "0.01", "0", ben)), "APPROVED");
}

// The money of what leaves stays where it is, and what is held can be released once.
TEST_F(WithdrawalPolicy, HoldsAndReleasesByTheHandlerFitTheirWithdrawals) {
    using ledger::Kind;
    auto funds = handler();
    const auto refused = [&](Kind kind, WithdrawalId id, const char* amount) {
        try {
            move(funds, kind, id, amount);
            ADD_FAILURE() << amount;
        } catch (const pg::Failure& failure) {
            EXPECT_EQ(failure.state, "CA002") << failure.what();
        }
    };
    const auto id = ask("USDT", "50", "50");
    refused(Kind::withdrawal_release, id, "50");
    refused(Kind::withdrawal_hold, id, "50");
    EXPECT_EQ(looked_at(id), "APPROVED");
    refused(Kind::withdrawal_release, id, "50");
    const auto other = write(funds, anna, world.asset("USDT"), "10");
    refused(Kind::withdrawal_hold, other, "9");
    refused(Kind::withdrawal_hold, WithdrawalId{other.value + 1}, "10");
    move(funds, Kind::withdrawal_hold, other, "10");
    refused(Kind::withdrawal_hold, other, "10");
    EXPECT_EQ(looked_at(other), "APPROVED");
    funds.run("update withdrawals set stage = 9 where id = $1", {other});
    refused(Kind::withdrawal_release, other, "50");
    move(funds, Kind::withdrawal_release, other, "10");
    refused(Kind::withdrawal_release, other, "10");
    EXPECT_EQ(anna.held("USDT"), dec("50"));
}

TEST_F(WithdrawalPolicy, IsNotTheHandlersToApply) {
    const auto id = ask("USDT", "50", "50");
    auto funds = handler();
    const auto refused = [&](const char* statement) {
        try {
            funds.run(statement, {id});
            ADD_FAILURE() << statement;
        } catch (const pg::Failure& failure) {
            EXPECT_EQ(failure.state, "42501") << statement << ": " << failure.what();
        }
    };
    refused("update withdrawals set stage = 2 where id = $1");
    refused("update withdrawals set stage = 8 where id = $1");
    refused("update withdrawals set weighed = true where id = $1");
    refused("update withdrawals set in_doubt = false where id = $1");
    refused("update withdrawals set weighed_worth = 0 where id = $1");
    refused("update withdrawals set fee_kept = 0 where id = $1");
    refused(R"sql(
        insert into withdrawals (client_id, content_hash, asset_id, network, address, amount, fee,
                                 worth, one_step, confirmations_needed, stage)
        select client_id, 0, asset_id, network, address, amount, fee, worth, one_step,
               confirmations_needed, 2 from withdrawals where id = $1)sql");
    EXPECT_EQ(stage(id), "REQUESTED");
    funds.run("update withdrawals set stage = 9 where id = $1", {id});
    EXPECT_EQ(stage(id), "CANCELLED");
    world.superuser().run("set session_replication_role = replica");
    world.superuser().run("update withdrawals set stage = 1 where id = $1", {id});
    world.superuser().run("reset session_replication_role");
}

}  // namespace
}  // namespace cambio::test
