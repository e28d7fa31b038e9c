// Reversing a position with the rights of an installation's programs, which the suites' own role
// has all of: the handler asks for it, and the job does it.
#include "positions/reversals.h"

#include <gtest/gtest.h>

#include "config/config.h"
#include "positions/endings.h"
#include "support/builders.h"
#include "support/contracts.h"
#include "support/postgres_server.h"

namespace cambio::positions {
namespace {

using test::dec, test::with_settings;

class ReversalRights : public testing::Test {
  protected:
    void SetUp() override {
        test::make_contract(world, "F0");
        test::mark(world, "F0USDT", "50000");
        world.liquidity("USDT", "1000");
    }
    void TearDown() override { test::expect_books_balance(world); }

    pg::Connection role(const char* name) {
        return pg::Connection{with_settings(world.database().superuser(), {{"user", name}})};
    }
    /// What the handler writes: the new one costs 102 and a fee of 0.51.
    PositionId asked(PositionId id) {
        pg::Transaction tx{handler};
        const Position position = lock_own(tx, anna.id, id);
        const PositionId number{next_number(tx)};
        request_reversal(tx, {position, dec("51000"), {}, number, dec("102.51")});
        const auto own = [&](bool held) {
            return ledger::client_account(tx, anna.id, ledger::Wallet::future, held,
                                          position.quote);
        };
        ledger::transfer(tx, own(false), own(true), dec("102.51"), ledger::Kind::margin_hold,
                         number.value);
        tx.commit();
        return number;
    }
    Endings end_by(pg::Connection& program, PositionId id) {
        pg::Transaction tx{program};
        auto endings = end(tx, config, {{id, Reason::closed}});
        tx.commit();
        return endings;
    }

    test::World world;
    Config config = Config::read(world.config().path());
    const test::Person anna =
        world.client("anna@example.com").with("USDT", "1000", ledger::Wallet::future);
    pg::Connection handler = role("cambio_futures"), job = role("cambio_positions"),
                   operators = role("cambio_operator");
};

TEST_F(ReversalRights, TheHandlerAsksAndTheJobDoesIt) {
    const auto id = test::open(world, anna, {.pair = "F0USDT"});
    const auto number = asked(id);
    test::expect_books_balance(world);
    for (pg::Connection* other : {&handler, &operators}) {
        try {
            end_by(*other, id);
            FAIL() << "only the job may both pay and open";
        } catch (const pg::Failure& failure) {
            EXPECT_EQ(failure.state, "42501") << failure.what();
        }
    }
    const auto endings = end_by(job, id);
    ASSERT_EQ(endings.ended.size(), 1U);
    ASSERT_EQ(endings.opened.size(), 1U);
    const Position& opened = endings.opened.front();
    EXPECT_EQ(opened.id, number);
    EXPECT_EQ(opened.side, futures::Side::sell_empty);
    EXPECT_EQ(opened.opening_price, dec("51000"));
    EXPECT_EQ(opened.margin, dec("102"));
    EXPECT_EQ(opened.fee, dec("0.51"));
    EXPECT_EQ(anna.held("USDT", ledger::Wallet::future), dec("102"));
    EXPECT_EQ(anna.balance("USDT", ledger::Wallet::future), dec("917.49"));
    EXPECT_TRUE(end_by(job, id).ended.empty()) << "once";
}

/// What its client's others are worth counts to the tier, and the one that has ended does not.
TEST_F(ReversalRights, TheNewOneStandsBesideTheOthersAlone) {
    const auto id = test::open(world, anna, {.pair = "F0USDT"});
    test::open(world, anna, {.pair = "F0USDT", .margin = "200"});
    asked(id);
    EXPECT_EQ(end_by(job, id).opened.front().beside, dec("2000"));
}

}  // namespace
}  // namespace cambio::positions
