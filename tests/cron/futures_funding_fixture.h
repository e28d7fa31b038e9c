// What the suites of funding share: a contract at 50,000, a house that can pay, and positions whose
// closes are asked for at any time.
#pragma once

#include <gtest/gtest.h>

#include "positions/unrealised.h"
#include "support/builders.h"
#include "support/contracts.h"

namespace cambio {

using futures::Side;
using positions::Reason, positions::State;
using test::dec, test::Person, test::World;

inline constexpr const char* pair = "F0USDT";
inline constexpr auto sell = Side::sell_empty;

inline constexpr const char* insert_announced = R"sql(
    insert into funding_rates (market_id, at, rate) values ($1, $2, $3)
)sql";
inline constexpr const char* set_asked = "update positions set requested_at = $2 where id = $1";
inline constexpr const char* read_payments = R"sql(
    select at, rate, mark, size, amount, unpaid from funding_payments where position_id = $1
    order by paid_at, at
)sql";

class FuturesFunding : public testing::Test {
  protected:
    void SetUp() override {
        world.liquidity("USDT", "1000000");
        world.fund(ledger::House::insurance, "USDT", "10000");
        test::make_contract(world, "F0");
        test::mark(world, pair, "50000");
    }
    /// The books balance after every test.
    void TearDown() override { test::expect_books_balance(world); }

    void settle() {
        EXPECT_EQ(test::run_job("settle_futures", world.config().path(), {"--once"}), 0);
    }
    Person person(const std::string& name) {
        return world.client(name + "@example.com").with("USDT", "10000", ledger::Wallet::future);
    }
    static Decimal available(const Person& person) {
        return person.balance("USDT", ledger::Wallet::future);
    }
    Decimal house(ledger::House account) { return world.house_balance(account, "USDT"); }
    void announce(const char* rate, pg::Time at) {
        world.superuser().run(insert_announced, {world.market(pair), at, rate});
    }
    void ask_to_close(PositionId id, const char* price, pg::Time at) {
        test::request_close(world, id, price);
        world.superuser().run(set_asked, {id, at});
    }
    pg::Result payments(PositionId id) { return world.app().run(read_payments, {id}); }
    /// What the page of the FUTURE wallet adds to its balances.
    Decimal unrealised(PositionId id) {
        const std::string sql = std::string{"select amount from "} + positions::unrealised_profits +
                                "where position_id = $1";
        return world.app().run(sql.c_str(), {id})[0].decimal("amount");
    }

    World world;
    const pg::Time now = pg::now();
};

}  // namespace cambio
