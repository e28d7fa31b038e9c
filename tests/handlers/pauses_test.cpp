// What the operator stops: trading everywhere or in one market, and that it goes on afterwards.
#include <gtest/gtest.h>

#include <memory>

#include "markets/catalogue.h"
#include "markets/market.h"
#include "support/builders.h"
#include "support/contracts.h"

namespace cambio {
namespace {

using positions::State;
using test::Answer, test::dec, test::FastCgiClient, test::HandlerProcess, test::Person, test::World;
using Params = FastCgiClient::Params;

constexpr const char* my_order = "/api/v2/my-order";
constexpr const char* pair = "F0USDT";

class Pauses : public testing::Test {
  protected:
    void SetUp() override {
        world.liquidity("USDT", "1000000");
        world.fund(ledger::House::insurance, "USDT", "100000");
        for (const std::string coin : {"F0", "F1"}) {
            test::make_contract(world, coin);
            world.liquidity(coin, "100");
            set_price(coin + "USDT", "50000");
        }
        anna.with("F0", "1");
        spot = start("spot");
        futures = start("futures");
    }
    void TearDown() override { test::expect_books_balance(world); }

    void set_price(const std::string& name, const std::string& price) {
        world.quote(name, price);
        world.provider_book(name, {{(dec(price) - dec("10")).str(), "10"}},
                            {{(dec(price) + dec("10")).str(), "10"}});
        test::mark(world, name, price);
    }
    std::unique_ptr<HandlerProcess> start(const std::string& group) {
        return std::make_unique<HandlerProcess>(group, world.config().path(),
                                                world.config().secret());
    }
    FastCgiClient at(const HandlerProcess& process) {
        auto client = process.client();
        client.bearer(world.token(anna));
        return client;
    }
    static Params with(Params fields) {
        fields.emplace_back("transaction_password", World::transaction_password);
        return fields;
    }
    static Params buy(const std::string& name, const std::string& price) {
        return with({{"name", name},
                     {"delegate_type", "BUY"},
                     {"market_type", "LIMIT"},
                     {"trade_type", "market"},
                     {"order_per_unit", price},
                     {"number_of_order", "0.01"}});
    }
    static Params opening(const std::string& name) {
        return with(
            {{"name", name}, {"delegate_type", "BUY_MORE"}, {"margin", "100"}, {"leverage", "10"}});
    }
    static void expect_closed(const Answer& answer, const std::string& field) {
        EXPECT_EQ(answer.status, 409) << answer.body;
        EXPECT_EQ(answer.message(), "market_closed") << answer.body;
        EXPECT_EQ(answer.json()["field"].asString(), field);
    }
    static void expect_done(const Answer& answer) {
        EXPECT_EQ(answer.status, 200) << answer.body;
        EXPECT_NE(answer.message(), "closePositionError") << answer.body;
    }
    /// The writer of the markets reads their rules every few seconds: until then it refuses.
    static Answer taken(FastCgiClient& client, const Params& order) {
        Answer answer;
        test::wait_until("the market takes orders again", [&] {
            answer = client.post_json(my_order, order);
            return answer.status != 409;
        });
        return answer;
    }
    int settle() { return test::run_job("settle_futures", world.config().path(), {"--once"}); }

    World world{{{"STALE_AFTER_MS", "3600000"},
                 {"HOUSE_STALE_AFTER_MS", "3600000"},
                 {"FUTURES_MINIMUM_DAYS", "0"}}};
    Person anna = world.client("anna@example.com")
                      .with("USDT", "10000")
                      .with("USDT", "10000", ledger::Wallet::future);
    std::unique_ptr<HandlerProcess> spot, futures;
};

TEST_F(Pauses, NothingIsTradedAndOrdersCanBeCancelled) {
    auto trader = at(*spot), holder = at(*futures);
    const auto resting = trader.post_json(my_order, buy(pair, "45000")).json()["order"];
    const auto risky = test::open(world, anna, {.pair = pair});
    const auto held = test::open(world, anna, {.pair = "F1USDT"});
    const Params sell = with({{"name", pair},
                              {"delegate_type", "SELL"},
                              {"market_type", "MARKET"},
                              {"trade_type", "convert"},
                              {"number_of_order", "0.01"}});
    const Params close = with({{"future_id", std::to_string(held.value)}});

    world.operate({"pause", "trading"});
    expect_closed(trader.post_json(my_order, buy(pair, "45000")), "name");
    expect_closed(trader.post_json(my_order, sell), "name");
    expect_closed(holder.post_json("/api/v2/buy-more", opening(pair)), "name");
    expect_closed(holder.post_json("/api/v3/futures/close", close), "future_id");
    // A price that would liquidate does not yet.
    set_price(pair, "45000");
    EXPECT_EQ(settle(), 0);
    EXPECT_EQ(test::read(world, risky).state, State::open);
    const auto cancelled =
        trader.post_json("/api/v3/trades/cancel-order", {{"order_id", resting["id"].asString()}});
    EXPECT_EQ(cancelled.json()["cancelled"].asInt(), 1) << cancelled.body;

    world.operate({"resume", "trading"});
    EXPECT_EQ(settle(), 0);
    EXPECT_EQ(test::read(world, risky).state, State::liquidated);
    expect_done(taken(trader, buy(pair, "44000")));
    expect_done(trader.post_json(my_order, sell));
    expect_done(holder.post_json("/api/v2/buy-more", opening("F1USDT")));
    expect_done(holder.post_json("/api/v3/futures/close", close));
}

TEST_F(Pauses, OneMarketIsHaltedAloneAndStaysSoWhenAllGoOn) {
    auto trader = at(*spot), holder = at(*futures);
    world.operate({"markets", "halt", pair});
    expect_closed(trader.post_json(my_order, buy(pair, "45000")), "name");
    expect_closed(holder.post_json("/api/v2/buy-more", opening(pair)), "name");
    expect_done(trader.post_json(my_order, buy("F1USDT", "45000")));
    world.operate({"pause", "all"});
    expect_closed(trader.post_json(my_order, buy("F1USDT", "45000")), "name");
    world.operate({"resume", "all"});
    expect_done(taken(trader, buy("F1USDT", "45000")));
    expect_closed(trader.post_json(my_order, buy(pair, "45000")), "name");
    world.operate({"markets", "open", pair});
    expect_done(taken(trader, buy(pair, "45000")));
    world.operate({"markets", "cancel-only", pair});
    expect_closed(trader.post_json(my_order, buy(pair, "45000")), "name");
}

TEST_F(Pauses, TheHouseTakesNoRestingOrderWhereNothingIsTraded) {
    auto trader = at(*spot);
    const auto rests = [&](const std::string& name, const std::string& price) {
        return trader.post_json(my_order, buy(name, price)).json()["order"]["id"].asString();
    };
    const auto state_of = [&](const std::string& id) {
        return world.superuser().run("select state from orders where id = $1", {id})[0].integer(
            "state");
    };
    const auto wait_for = [&](const std::string& id) {
        test::wait_until("the house takes the order", [&] { return state_of(id) == 2; });
    };
    const auto change = [&](const std::string& what) {
        world.superuser().run(("update markets set " + what + " where pair = $1").c_str(), {pair});
    };
    struct Stop {
        std::string begin, end, order, price;
    };
    for (const auto& stop : {Stop{"halted = true", "halted = false", "45000", "44000"},
                             Stop{"paused = true", "paused = false", "41000", "40000"},
                             Stop{"state = 'closed'", "state = 'open'", "37000", "36000"}}) {
        SCOPED_TRACE(stop.begin);
        const auto kept = rests(pair, stop.order), marker = rests("F1USDT", stop.order);
        change(stop.begin);
        set_price(pair, stop.price);
        set_price("F1USDT", stop.price);
        wait_for(marker);
        EXPECT_EQ(state_of(kept), 1);
        change(stop.end);
        wait_for(kept);
    }
}

TEST_F(Pauses, NoProgramButTheOperatorsStopsAnythingOrGoesOn) {
    world.operate({"pause", "all"});
    pg::Connection program{world.database().app()};
    for (const char* act :
         {"delete from pauses", "insert into pauses (what) values ('trading')",
          "update markets set paused = false", "update markets set halted = false",
          "update markets set state = 'closed'"})
        EXPECT_THROW(program.run(act), pg::Failure) << act;
}

TEST_F(Pauses, AMarketThatComesMeanwhileIsPausedToo) {
    world.operate({"pause", "trading"});
    world.superuser().run(
        "update markets set pair = 'OLDUSDT', instrument = 'OLD-USDT' where pair = 'BTCUSDT'");
    pg::Connection owner{world.database().owner()};
    markets::load_catalogue(owner, test::ScratchDatabase::catalogue());
    EXPECT_FALSE(markets::tradable(world.app(), world.market("BTCUSDT")));
}

}  // namespace
}  // namespace cambio
