#pragma once

#include <gtest/gtest.h>

#include "support/contracts.h"
#include "support/trades.h"

namespace cambio::test {

using ledger::House;
using ledger::Wallet;

/// Clients whose fees the job settle_fees sees.
class SettleFees : public testing::Test {
  protected:
    SettleFees() {
        world.fund(House::rewards, "USDT", "1000");
        settle();
    }
    void TearDown() override { expect_books_balance(world); }

    Person person(const std::string& name, std::optional<ClientId> referrer = {}) {
        return world.client(name + "@example.com", referrer).with("USDT", "1000").with("BTC", "10");
    }

    void give_credit(const Person& to, std::string_view amount) {
        pg::Transaction tx{world.app()};
        const auto usdt = world.asset("USDT");
        ledger::transfer(tx, ledger::house_account(tx, House::rewards, usdt),
                         ledger::client_account(tx, to.id, Wallet::fee_credit, false, usdt),
                         dec(amount), ledger::Kind::referral_credit, to.id.value);
        tx.commit();
    }

    void settle() {
        std::string log;
        EXPECT_EQ(run_job("settle_fees", world.config().path(), {"--once"}, &log), 0) << log;
    }

    /// One more fill of the order that somebody placed last, by the house.
    void fill_again(const Person& of, std::string_view price, std::string_view quantity) {
        world.superuser().run(R"sql(
            with m as (
                update markets set seq = seq + 1 where pair = 'BTCUSDT' returning id, seq),
            o as (
                update orders set quantity = quantity + $3, filled = filled + $3,
                                  filled_total = filled_total + $2::numeric * $3
                 where id = (select max(id) from orders where client_id = $1)
                returning id)
            insert into fills (market_id, seq, position, taker_order, maker_order, maker_client,
                               taker_side, price, quantity, taker_fee, maker_fee)
            select m.id, m.seq, 0, 1, o.id, $1, 1, $2, $3, 0, 0 from m, o)sql",
                              {of.id, price, quantity});
    }

    /// Whether the order that somebody placed last is open, and so goes on with the next turn.
    void let_wait(const Person& of, bool waiting = true) {
        world.superuser().run(
            "update orders set state = $2 where id = (select max(id) from orders where "
            "client_id = $1)",
            {of.id, waiting ? 1 : 2});
    }
    void minimum(std::string_view worth) {
        world.superuser().run("update markets set minimum_total = $1 where pair = 'BTCUSDT'",
                              {worth});
    }
    std::int64_t trades(const Person& of) {
        settle();
        return days_of(of).integer("trades");
    }
    std::int64_t carried() {
        return world.app().run("select count(*) as n from order_worths")[0].integer("n");
    }

    Decimal credit(const Person& of) { return of.balance("USDT", Wallet::fee_credit); }
    Decimal fees(const char* asset) { return world.house_balance(House::fees, asset); }
    Decimal rewards() { return world.house_balance(House::rewards, "USDT"); }
    pg::Row days_of(const Person& of) {
        days = world.app().run(
            "select coalesce(sum(volume), 0) as volume, coalesce(sum(trades), 0) as trades, "
            "count(*) as days from trading_days where client_id = $1",
            {of.id});
        return (*days)[0];
    }

    World world;
    std::optional<pg::Result> days;
};

}  // namespace cambio::test
