// Orders for futures as they are stored: when a mark reaches one, what the database lets which
// program do with it, and what fill() leaves alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/config.h"
#include "positions/fills.h"
#include "support/builders.h"
#include "support/contracts.h"
#include "support/postgres_server.h"

namespace cambio::positions {
namespace {

using test::dec, test::Person, test::with_settings;

constexpr const char* pair = "F0USDT";

TEST(FuturesOrder, IsReachedAtItsPriceAndBeyond) {
    struct Row {
        bool rises;
        const char* mark;
        bool reached;
    };
    constexpr Row rows[] = {
        {true, "48999.9", false}, {true, "49000", true},  {true, "49000.1", true},
        {false, "48999.9", true}, {false, "49000", true}, {false, "49000.1", false},
    };
    for (const Row& row : rows) {
        Order order;
        order.price = dec("49000");
        order.rises = row.rises;
        EXPECT_EQ(order.reached(dec(row.mark)), row.reached) << row.rises << ' ' << row.mark;
    }
}

TEST(FuturesOrder, HoldsNoLessThanAnyMarkCosts) {
    Wish wish;
    wish.leverage = 20;
    wish.margin = dec("100.00000001");
    // 2000.0000002 / 2000 on top
    EXPECT_EQ(most_of(wish), dec("101.0000000101"));
    for (const char* mark : {"0.1", "3.3", "777.7", "49000", "123456.7"}) {
        const auto opening = futures::open(wish.margin, wish.leverage, dec(mark), dec("0.00001"));
        ASSERT_TRUE(opening);
        EXPECT_LE(opening->margin + opening->fee, most_of(wish)) << mark;
    }
}

/// With the rights of an installation's programs, which the suites' own role has all of.
class FuturesOrderRights : public testing::Test {
  protected:
    void SetUp() override {
        test::make_contract(world, "F0");
        test::mark(world, pair, "50000");
        world.liquidity("USDT", "1000000");
        wish.leverage = 10;
        wish.margin = dec("100");
        wish.side = futures::Side::buy_more;
    }
    void TearDown() override { test::expect_books_balance(world); }

    pg::Connection role(const char* name) {
        return pg::Connection{with_settings(world.database().superuser(), {{"user", name}})};
    }
    PositionId placed(const char* price = "49000") {
        pg::Transaction tx{handler};
        const auto contract = read_contract(tx, pair);
        const auto id = place(tx, {anna.id, contract, OrderKind::limit, dec(price), false, wish});
        tx.commit();
        return id;
    }
    Fills fill_at(const char* mark, const std::vector<PositionId>& ids) {
        test::mark(world, pair, mark);
        pg::Transaction tx{job};
        NoRoom none;
        auto fills = fill(tx, config, ids, none);
        tx.commit();
        return fills;
    }
    OrderState state(PositionId id) { return test::read_order(world, id).state; }
    static std::string refused_with(pg::Connection& connection, const char* sql, PositionId id) {
        try {
            connection.run(sql, {id});
        } catch (const pg::Failure& failure) {
            return failure.state;
        }
        return {};
    }

    test::World world;
    Config config = Config::read(world.config().path());
    const Person anna =
        world.client("anna@example.com").with("USDT", "1000", ledger::Wallet::future);
    pg::Connection handler = role("cambio_futures"), job = role("cambio_positions");
    Wish wish;
};

TEST_F(FuturesOrderRights, TheHandlerPlacesAndCancelsAndTheJobFills) {
    const auto first = placed(), second = placed();
    EXPECT_EQ(anna.held("USDT", ledger::Wallet::future), dec("201"));
    {
        pg::Transaction tx{handler};
        cancel(tx, lock_orders(tx, {first}));
        tx.commit();
    }
    EXPECT_EQ(state(first), OrderState::cancelled);
    EXPECT_EQ(fill_at("49000.1", {first, second}).filled.size(), 0U) << "not reached";
    const auto fills = fill_at("49000", {first, second});
    ASSERT_EQ(fills.opened.size(), 1U);
    EXPECT_EQ(fills.opened.front().id, second);
    EXPECT_EQ(fills.opened.front().opening_price, dec("49000"));
    EXPECT_TRUE(fill_at("48000", {first, second}).filled.empty()) << "once";
}

TEST_F(FuturesOrderRights, TheHandlerFillsAndRefusesNothing) {
    const auto id = placed();
    EXPECT_EQ(
        refused_with(handler, "update futures_orders set state = 2, ended_at = now() where id = $1",
                     id),
        "42501");
    EXPECT_EQ(refused_with(handler, "update futures_orders set held = 100 where id = $1", id),
              "42501");
    EXPECT_EQ(refused_with(job, "update futures_orders set price = 1 where id = $1", id), "42501");
    EXPECT_EQ(state(id), OrderState::open);
}

TEST_F(FuturesOrderRights, WhatWasOrderedAndWhatEndedDoesNotChange) {
    const auto id = placed();
    auto& owner = world.superuser();
    for (const char* change : {"price = 1", "margin = 1", "held = 200", "side = 2, rises = true",
                               "leverage = 20", "stop_loss = 1", "client_id = client_id + 1"}) {
        const std::string sql =
            std::string{"update futures_orders set "} + change + " where id = $1";
        EXPECT_EQ(refused_with(owner, sql.c_str(), id), "CA002") << change;
    }
    // A limit is never filled at a worse price, whoever writes it.
    EXPECT_EQ(refused_with(owner,
                           "insert into futures_orders (id, client_id, market_id, content_hash, "
                           "kind, side, price, rises, leverage, margin, held) select $1 + 1, "
                           "client_id, market_id, 0, 1, 1, 1, true, 10, 1, 1 from futures_orders",
                           id),
              "23514");
    fill_at("48000", {id});
    EXPECT_EQ(refused_with(
                  owner, "update futures_orders set state = 1, ended_at = null where id = $1", id),
              "CA002");
}

TEST_F(FuturesOrderRights, TheHouseIsNotAskedAgainForAsMuch) {
    config.futures_cap_contract = dec("0.0005");
    const auto large = placed(), equal = placed();
    wish.margin = dec("40");
    const auto small = placed();
    // Of 1,000,000 USDT there are 500, and each of the first two would be 1000.
    const auto fills = fill_at("48000", {large, equal, small});
    EXPECT_EQ(fills.waiting.size(), 2U);
    ASSERT_EQ(fills.opened.size(), 1U);
    EXPECT_EQ(fills.opened.front().id, small);
    EXPECT_TRUE(fill_at("48000", {large, equal}).waiting.empty()) << "it is known";
    EXPECT_TRUE(test::read_order(world, equal).waits_since);
}

}  // namespace
}  // namespace cambio::positions
