// What is read of futures: open positions, history, funding, contracts.
#include "handlers/futures_fixture.h"

namespace cambio {
namespace {

TEST_F(FuturesCalls, ListsOpenPositionsWithTheirFigures) {
    const auto anna = person("1000");
    auto client = as(anna);
    opened(client, {{"take_profit", "60000"}, {"stop_loss", "47000"}});
    test::mark(*world, pair, "55000");
    const auto reply = read(client, client_margin);
    ASSERT_EQ(reply["margin"].size(), 1);
    const auto& position = reply["margin"][0];
    EXPECT_EQ(position["current_price"], "55000");
    EXPECT_EQ(position["size"], "1100");
    EXPECT_EQ(position["unrealised"], "100");
    EXPECT_EQ(position["return_on_equity"], "100");
    EXPECT_EQ(position["rate_of_return"], "10");
    EXPECT_EQ(position["margin_ratio"], "2.75");
    EXPECT_EQ(position["maintenance_margin"], "5.5");
    EXPECT_EQ(position["liquidation_price"], "45226.2") << "the tick that is reached first";
    EXPECT_EQ(position["estimated_force_parity"], position["liquidation_price"]);
    EXPECT_EQ(position["take_profit"], "60000");
    EXPECT_EQ(position["stop_loss"], "47000");
    EXPECT_EQ(position["total_top_up"], "0");
    EXPECT_EQ(position["total_asset"], "100");
    EXPECT_EQ(position["income"], "1100");
    EXPECT_FALSE(position["stale"].asBool());
    EXPECT_EQ(reply["account"]["available"], "899.5");
    EXPECT_EQ(reply["account"]["position_margin"], "100");
    EXPECT_EQ(reply["account"]["unrealised"], "100");
    EXPECT_EQ(reply["account"]["equity"], "1099.5");
    EXPECT_EQ(reply["account"]["margin_ratio"], "2.75");
    test::mark(*world, pair, "55000", std::chrono::hours{2});
    EXPECT_TRUE(read(client, client_margin)["margin"][0]["stale"].asBool());
}

TEST_F(FuturesCalls, ShowsNothingToSomebodyWithoutPositions) {
    const auto anna = person("5");
    auto client = as(anna);
    const auto reply = read(client, client_margin);
    EXPECT_EQ(reply["margin"].size(), 0);
    EXPECT_EQ(reply["account"]["equity"], "5");
    EXPECT_EQ(reply["account"]["margin_ratio"], "0");
    EXPECT_EQ(read(client, history)["total"], 0);
    EXPECT_EQ(read(client, "/api/v3/futures/funding")["total"], 0);
}

TEST_F(FuturesCalls, TellsWhyAPositionWasLiquidated) {
    const auto anna = person();
    auto client = as(anna);
    opened(client);
    const std::string before = pg::iso(pg::now());
    test::mark(*world, pair, "45220");
    settle();
    const auto position = read(client, history)["positions"][0];
    EXPECT_EQ(position["state"], "LIQUIDATED");
    EXPECT_EQ(position["reason"], "liquidated");
    EXPECT_EQ(position["realised"], "-100");
    const auto& why = position["liquidation"];
    EXPECT_LE(before, why["mark_at"].asString());
    EXPECT_LE(why["mark_at"].asString(), why["at"].asString());
    EXPECT_LE(why["at"].asString(), pg::iso(pg::now()));
    EXPECT_EQ(why["price"], "45220");
    EXPECT_EQ(why["margin"], "100");
    EXPECT_EQ(why["equity"], "4.4");
    EXPECT_EQ(why["maintenance"], "4.522");
    EXPECT_EQ(why["formula"],
              "equity = 100 + 0.02 × (45220 − 50000) = 4.4; "
              "maintenance = 0.02 × 45220 × 0.005 − 0 = 4.522; 4.4 ≤ 4.522");
    EXPECT_EQ(available(anna), "9899.5");
    EXPECT_EQ(held(anna), "0");
}

TEST_F(FuturesCalls, ListsFundingByPage) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = opened(client)["id"].asString();
    world->superuser().run("alter table positions disable trigger position_is_history");
    world->superuser().run(
        "update positions set opened_at = now() - interval '1 day' where id = $1", {id});
    world->superuser().run("alter table positions enable trigger position_is_history");
    const auto now = pg::now();
    test::funding(*world, pair, "0.0001", "50000", now - std::chrono::hours{16});
    test::funding(*world, pair, "-0.0002", "50000", now - std::chrono::hours{8});
    settle();
    const auto page = read(client, "/api/v3/futures/funding", {{"per_page", "1"}, {"page", "2"}});
    EXPECT_EQ(page["total"], 2);
    ASSERT_EQ(page["payments"].size(), 1);
    EXPECT_EQ(page["payments"][0]["amount"], "-0.1");
    EXPECT_EQ(page["payments"][0]["rate"], "0.0001");
    EXPECT_EQ(page["payments"][0]["size"], "1000");
    EXPECT_EQ(page["payments"][0]["position_id"], id);
    EXPECT_EQ(read(client, "/api/v3/futures/funding", {{"name", pair}})["payments"][0]["amount"],
              "0.2");
    EXPECT_EQ(read(client, "/api/v3/futures/funding", {{"name", "BTCUSDT"}})["total"], 0);
    EXPECT_EQ(read(client, client_margin)["margin"][0]["funding_paid"], "-0.1");

    // What the house could not pay is told as owed until it is paid.
    EXPECT_FALSE(page["payments"][0]["owed"].asBool());
    world->superuser().run(R"sql(
        insert into funding_owed (position_id, at, rate, mark, size, amount)
        values ($1, $2, -0.0003, 50000, 1000, 0.3))sql",
                           {id, now - std::chrono::hours{1}});
    const auto owed = read(client, "/api/v3/futures/funding", {{"name", pair}});
    EXPECT_EQ(owed["total"], 3);
    EXPECT_EQ(owed["payments"][0]["amount"], "0.3");
    EXPECT_TRUE(owed["payments"][0]["owed"].asBool());
    EXPECT_FALSE(owed["payments"][1]["owed"].asBool());
    auto stranger = as(person());
    EXPECT_EQ(read(stranger, "/api/v3/futures/funding")["total"], 0);
    world->superuser().run("update funding_owed set paid_at = now() where position_id = $1", {id});
    EXPECT_EQ(read(client, "/api/v3/futures/funding")["total"], 2);
    expect_error(client.get("/api/v3/futures/funding", {{"page", "0"}}), 400, "out_of_range",
                 "page");
    auto guest = futures->client();
    const auto rates = read(guest, "/api/v3/futures/funding-rates", {{"name", pair}})["rates"];
    ASSERT_EQ(rates.size(), 2);
    EXPECT_EQ(rates[0]["rate"], "-0.0002");
    expect_error(guest.get("/api/v3/futures/funding-rates", {{"name", "NOPE"}}), 404,
                 "unknown_market", "name");
}

TEST_F(FuturesCalls, ShowsContractsToAnybody) {
    auto guest = futures->client();
    const auto all = read(guest, "/api/v3/futures/contracts")["contracts"];
    EXPECT_GE(all.size(), 30U);
    const auto anna = person();
    auto client = as(anna);
    opened(client);
    world->quote(pair, "50100");
    const auto contract = read(guest, "/api/v3/futures/contract", {{"name", pair}})["contract"];
    EXPECT_EQ(contract["name"], pair);
    EXPECT_EQ(contract["instrument"], pair.substr(0, pair.size() - 4) + "-USDT-SWAP");
    EXPECT_EQ(contract["mark_price"], "50000");
    EXPECT_EQ(contract["last_price"], "50100");
    EXPECT_EQ(contract["increase_in_value"], "0.0000");
    EXPECT_EQ(contract["open_interest"], "0.02");
    EXPECT_EQ(contract["leverages"][2], 20);
    EXPECT_EQ(contract["minimum_buy"], "1");
    EXPECT_EQ(contract["minimum_sell"], "0.00002");
    EXPECT_EQ(contract["maximum"], "2000000");
    EXPECT_EQ(contract["taker_fee"], "0.0005");
    EXPECT_EQ(contract["tiers"].size(), 4U);
    EXPECT_EQ(contract["funding_rate"], Json::Value{});
    EXPECT_NE(contract["insurance_fund"], "0");
    EXPECT_FALSE(contract["stale"].asBool());
    expect_error(guest.get("/api/v3/futures/contract", {{"name", "NOPEUSDT"}}), 404,
                 "unknown_market", "name");
    expect_error(guest.get("/api/v3/futures/contract"), 400, "missing_parameter", "name");
}

}  // namespace
}  // namespace cambio
