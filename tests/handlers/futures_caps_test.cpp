// How much the house takes on in futures: of one client, in one contract and in all, as shares of
// what it could pay with. The sums are those of real positions, at their marks.
#include "futures_fixture.h"

namespace cambio {
namespace {

/// Of 100,000 USDT one client may have 60,000, one contract 50,000 and all together 80,000.
class FuturesCaps : public FuturesCalls {
  protected:
    static void SetUpTestSuite() {}
    void SetUp() override {
        world = new World{{{"STALE_AFTER_MS", "3600000"},
                           {"FUTURES_CAP_CLIENT", "0.6"},
                           {"FUTURES_CAP_CONTRACT", "0.5"},
                           {"FUTURES_CAP_HOUSE", "0.8"}}};
        world->liquidity("USDT", "70000");
        world->fund(ledger::House::insurance, "USDT", "30000");
        world->liquidity("BTC", "1000");  // nothing that futures are paid with
        for (const char* coin : {"CAPA", "CAPB", "CAPC"}) {
            test::make_contract(*world, coin);
            test::mark(*world, std::string{coin} + "USDT", "50000");
        }
        futures.reset(
            new HandlerProcess{"futures", world->config().path(), world->config().secret()});
    }
    void TearDown() override {
        FuturesCalls::TearDown();
        FuturesCalls::TearDownTestSuite();
    }
    static void TearDownTestSuite() {}

    /// A position of ten times the margin, at whatever the mark is.
    Answer open(const Person& person, const std::string& coin, const char* side,
                const char* margin) const {
        Fields fields =
            opening({{"name", coin + "USDT"}, {"delegate_type", side}, {"margin", margin}});
        fields.erase("opening_price");
        auto client = as(person);
        return send(client, buy_more, fields);
    }
    Answer rise(const Person& person, const std::string& coin, const char* margin) const {
        return open(person, coin, "BUY_MORE", margin);
    }
    Answer fall(const Person& person, const std::string& coin, const char* margin) const {
        return open(person, coin, "SELL_EMPTY", margin);
    }
    /// One client has most of what the contract may have on a side, and another gets the rest.
    void fill(const char* side, const Person& first, const Person& second) const {
        expect_opened(open(first, "CAPA", side, "3000"));
        expect_none(open(second, "CAPA", side, "2001"));
        expect_opened(open(second, "CAPA", side, "2000"));
    }
    static void expect_opened(const Answer& answer) {
        EXPECT_EQ(answer.status, 200) << answer.body;
    }
    static void expect_none(const Answer& answer) { expect_error(answer, 409, "no_liquidity"); }
};

TEST_F(FuturesCaps, AContractIsHeldToItsShare) {
    const auto anna = person(), ben = person(), carl = person(), dora = person();
    fill("BUY_MORE", anna, ben);
    expect_none(rise(carl, "CAPA", "10"));
    // Who stands on the other side makes room.
    expect_opened(fall(carl, "CAPA", "5000"));
    expect_opened(rise(anna, "CAPA", "2900"));
    expect_none(rise(dora, "CAPA", "2200"));
    // 29,000 are 34,800 at this mark.
    test::mark(*world, "CAPAUSDT", "60000");
    expect_none(rise(dora, "CAPA", "1521"));
    expect_opened(rise(dora, "CAPA", "1519"));
}

TEST_F(FuturesCaps, AFallingContractIsHeldToItsShare) {
    const auto anna = person(), ben = person();
    fill("SELL_EMPTY", anna, ben);
    expect_none(fall(anna, "CAPA", "10"));
}

TEST_F(FuturesCaps, AllContractsAreHeldToTheHousesShare) {
    const auto anna = person(), ben = person(), carl = person(), dora = person();
    // What rises in one contract is not made up for by what falls in another.
    expect_opened(rise(anna, "CAPA", "3000"));
    expect_opened(fall(ben, "CAPB", "3000"));
    expect_none(rise(carl, "CAPC", "2001"));
    expect_none(fall(carl, "CAPC", "2001"));
    expect_opened(rise(carl, "CAPC", "2000"));
    expect_none(rise(dora, "CAPC", "10"));
    expect_opened(fall(dora, "CAPA", "1000"));
    expect_none(rise(dora, "CAPC", "1001"));
    expect_opened(rise(dora, "CAPC", "1000"));
}

TEST_F(FuturesCaps, PairsOfManyClientsAreHeldToAMultipleOfTheContractsShare) {
    // 50,000 at once on both sides nets to zero; 200,000 is what the contract may have in all.
    const Person longs[] = {person(), person()}, shorts[] = {person(), person()};
    for (int i = 0; i < 2; ++i) {
        expect_opened(rise(longs[i], "CAPA", "4900"));
        expect_opened(fall(shorts[i], "CAPA", "4900"));
    }
    const auto anna = person(), ben = person();
    expect_none(rise(anna, "CAPA", "401"));
    expect_opened(rise(anna, "CAPA", "300"));
    // Nor may one be opened that brings the net back to zero.
    expect_none(fall(ben, "CAPA", "101"));
    expect_opened(fall(ben, "CAPA", "100"));
    expect_none(fall(ben, "CAPA", "10"));
    EXPECT_EQ(held(ben), "100");
    // The house is as it was in other contracts.
    expect_opened(rise(ben, "CAPB", "500"));
}

TEST_F(FuturesCaps, PairsInAllContractsAreHeldToAMultipleOfTheHousesShare) {
    // 320,000 is what all contracts may have.
    for (const char* coin : {"CAPA", "CAPB"}) {
        expect_opened(rise(person(), coin, "4900"));
        expect_opened(fall(person(), coin, "4900"));
        expect_opened(rise(person(), coin, "2900"));
        expect_opened(fall(person(), coin, "2900"));
    }
    const auto anna = person(), ben = person();
    expect_none(rise(anna, "CAPC", "801"));
    expect_opened(rise(anna, "CAPC", "700"));
    expect_none(fall(ben, "CAPC", "101"));
    expect_opened(fall(ben, "CAPC", "100"));
}

TEST_F(FuturesCaps, AllPositionsOfAClientCount) {
    const auto anna = person(), ben = person();
    expect_opened(rise(anna, "CAPA", "3000"));
    expect_opened(fall(anna, "CAPB", "2500"));
    const Answer more = fall(anna, "CAPA", "501");
    expect_error(more, 400, "above_maximum", "margin");
    EXPECT_EQ(more.json()["details"]["maximum"].asString(), "500");
    expect_opened(fall(anna, "CAPA", "500"));
    expect_opened(fall(ben, "CAPA", "1000"));
}

TEST_F(FuturesCaps, OnlyWhatHasEndedMakesRoomAgain) {
    const auto anna = person(), ben = person();
    const auto first = rise(anna, "CAPA", "5000");
    ASSERT_EQ(first.status, 200) << first.body;
    auto client = as(anna);
    done(client, close_position, closing(first.json()["position"]["id"].asString()));
    expect_none(rise(ben, "CAPA", "10"));
    settle();
    expect_opened(rise(ben, "CAPA", "5000"));
}

TEST_F(FuturesCaps, WhatIsRefusedIsCountedByItsCap) {
    const auto anna = person("100000"), ben = person();
    expect_error(rise(anna, "CAPA", "6001"), 400, "above_maximum", "margin");
    expect_none(rise(anna, "CAPA", "5001"));
    const auto first = rise(anna, "CAPA", "3000");
    expect_opened(first);
    expect_opened(fall(ben, "CAPB", "3000"));
    expect_none(rise(ben, "CAPC", "2001"));
    auto client = as(ben);
    expect_error(
        send(client, buy_more, opening({{"name", "CAPCUSDT"}, {"opening_price", "40000"}})), 409,
        "slippage", "opening_price");
    for (const char* old : {"CAPAUSDT", "CAPCUSDT"})
        test::mark(*world, old, "50000", std::chrono::hours{2});
    expect_error(rise(ben, "CAPC", "100"), 409, "stale_price");
    auto owner = as(anna);
    expect_error(send(owner, close_position, closing(first.json()["position"]["id"].asString())),
                 409, "stale_price");
    // What is wrong with the request itself is no refusal of the house's.
    expect_error(send(client, buy_more, opening({{"name", "CAPBUSDT"}, {"margin", "999999"}})), 400,
                 "above_maximum", "margin");
    ASSERT_EQ(futures->stop(), 0);
    std::string lines;
    for (const pg::Row row : world->superuser().run(
             "select place || ' ' || reason || ' ' || refusals as line from house_refusals "
             "order by 1"))
        lines += row.str("line") + '\n';
    EXPECT_EQ(lines,
              "futures_close stale 1\nfutures_open client_cap 1\nfutures_open contract_cap 1\n"
              "futures_open house_cap 1\nfutures_open moved 1\nfutures_open stale 1\n");
    futures->start();
}

}  // namespace
}  // namespace cambio
