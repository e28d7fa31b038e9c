// Price alerts: making, listing and removing them. tests/cron/meet_price_alerts_test.cpp meets
// them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "handlers/program.h"
#include "support/builders.h"

namespace cambio {
namespace {

using test::Answer, test::FastCgiClient, test::HandlerProcess, test::Person, test::World;
using Params = FastCgiClient::Params;

const std::string path = "/api/v3/price-alerts";

class PriceAlerts : public testing::Test {
  protected:
    PriceAlerts() {
        world.quote("BTCUSDT", "50000");
        world.quote("SHIBUSDT", "0.00002412");
        start();
    }
    /// Anew: the listing is kept for a second.
    void start() { handler.reset(new HandlerProcess{world.handler("markets")}); }
    FastCgiClient as(const Person& person) {
        auto client = handler->client();
        client.bearer(world.token(person));
        return client;
    }
    static Params level(const char* kind, const char* price) {
        return {{"name", "BTCUSDT"}, {"kind", kind}, {"price", price}};
    }
    static Params move(const char* percent, const char* minutes) {
        return {{"name", "BTC"}, {"kind", "move"}, {"percent", percent}, {"minutes", minutes}};
    }
    static Answer make(FastCgiClient& client, const Params& what) {
        return client.post_json(path + "/make", what);
    }
    static void expect_refused(const Answer& answer, int status, const std::string& code,
                               const std::string& field) {
        EXPECT_EQ(answer.status, status) << answer.body;
        EXPECT_EQ(answer.message(), code) << answer.body;
        EXPECT_EQ(answer.json()["field"], field) << answer.body;
    }
    std::int64_t stored() {
        return world.app().run("select count(*) as n from price_alerts")[0].integer("n");
    }

    World world;
    std::unique_ptr<HandlerProcess> handler;
    Person anna = world.client("anna@example.com");
};

TEST_F(PriceAlerts, AreMadeListedAndRemoved) {
    auto hers = as(anna);
    const auto above = make(hers, level("above", "51000.5")).json()["alert"];
    EXPECT_EQ(above["pair"], "BTCUSDT");
    EXPECT_EQ(above["kind"], "above");
    EXPECT_EQ(above["price"], "51000.5");
    EXPECT_EQ(above["price_then"], "50000");
    EXPECT_TRUE(above["met_at"].isNull());
    EXPECT_EQ(make(hers, level("below", "49999.9")).message(), "success");
    const auto moves = make(hers, move("2.5", "60")).json()["alert"];
    EXPECT_EQ(moves["percent"], "2.5");
    EXPECT_EQ(moves["minutes"], 60);
    EXPECT_TRUE(moves["price"].isNull());

    auto list = hers.get(path).json();
    ASSERT_EQ(list["alerts"].size(), 3u);
    EXPECT_EQ(list["alerts"][0], moves);
    EXPECT_EQ(list["alerts"][2], above);
    EXPECT_EQ(list["most"], 100);

    EXPECT_EQ(hers.post_json(path + "/remove", {{"id", above["id"].asString()}}).message(),
              "success");
    EXPECT_EQ(hers.get(path).json()["alerts"].size(), 2u);
    expect_refused(hers.post_json(path + "/remove", {{"id", above["id"].asString()}}), 404,
                   "not_found", "id");
}

TEST_F(PriceAlerts, ClearingRemovesTheMetOnesAlone) {
    auto hers = as(anna);
    const auto met = make(hers, level("above", "51000")).json()["alert"]["id"].asString();
    make(hers, level("above", "52000"));
    world.app().run("update price_alerts set met_at = now(), met_price = 51000 where id = $1",
                    {met});
    const auto list = hers.get(path).json()["alerts"];
    EXPECT_EQ(list[0]["price"], "52000") << "those that wait come first";
    EXPECT_EQ(list[1]["met_price"], "51000");
    EXPECT_EQ(hers.post_json(path + "/clear", {}).json()["removed"], 1);
    EXPECT_EQ(hers.get(path).json()["alerts"].size(), 1u);
}

TEST_F(PriceAlerts, BelongToTheirOwner) {
    auto hers = as(anna);
    const auto id = make(hers, level("above", "51000")).json()["alert"]["id"].asString();
    const auto ben = world.client("ben@example.com");
    auto his = as(ben);
    EXPECT_EQ(his.get(path).json()["alerts"].size(), 0u);
    expect_refused(his.post_json(path + "/remove", {{"id", id}}), 404, "not_found", "id");
    world.app().run("update price_alerts set met_at = now(), met_price = 51000");
    EXPECT_EQ(his.post_json(path + "/clear", {}).json()["removed"], 0);
    EXPECT_EQ(stored(), 1);
    auto guest = handler->client();
    for (const char* call : {"", "/make", "/remove", "/clear"}) {
        const auto answer =
            *call ? guest.post_json(path + call, level("above", "51000")) : guest.get(path);
        EXPECT_EQ(answer.status, 401) << call;
    }
}

TEST_F(PriceAlerts, RefuseWhatMakesNoSense) {
    auto hers = as(anna);
    expect_refused(make(hers, level("above", "50000")), 400, "out_of_range", "price");
    expect_refused(make(hers, level("above", "49999")), 400, "out_of_range", "price");
    expect_refused(make(hers, level("below", "50000")), 400, "out_of_range", "price");
    expect_refused(make(hers, level("above", "51000.55")), 400, "off_tick", "price");
    expect_refused(make(hers, level("above", "-1")), 400, "not_positive", "price");
    expect_refused(make(hers, level("above", "much")), 400, "invalid_amount", "price");
    expect_refused(make(hers, level("sideways", "51000")), 400, "invalid_parameter", "kind");
    expect_refused(make(hers, {{"name", "BTCUSDT"}, {"kind", "above"}}), 400, "missing_parameter",
                   "price");
    expect_refused(make(hers, {{"name", "NONEUSDT"}, {"kind", "above"}, {"price", "1"}}), 404,
                   "unknown_market", "name");
    expect_refused(make(hers, move("0", "60")), 400, "not_positive", "percent");
    expect_refused(make(hers, move("100.01", "60")), 400, "out_of_range", "percent");
    expect_refused(make(hers, move("1.234", "60")), 400, "too_many_places", "percent");
    expect_refused(make(hers, move("5", "61")), 400, "invalid_parameter", "minutes");
    auto both = level("above", "51000");
    both.emplace_back("minutes", "60");
    expect_refused(make(hers, both), 400, "invalid_parameter", "minutes");
    both = move("5", "60");
    both.emplace_back("price", "51000");
    expect_refused(make(hers, both), 400, "invalid_parameter", "price");
    world.quote("BTCUSDT", "50000", std::chrono::minutes{5});
    start();
    auto later = as(anna);
    expect_refused(make(later, level("above", "51000")), 409, "stale_price", "name");
    EXPECT_EQ(stored(), 0);
}

TEST_F(PriceAlerts, AreAHundredAtMostAlsoWhenTwentyComeAtOnce) {
    auto hers = as(anna);
    for (int i = 1; i <= 90; ++i)
        ASSERT_EQ(make(hers, level("above", std::to_string(50000 + i).c_str())).status, 200);
    std::atomic<int> made = 0, refused = 0;
    std::vector<std::thread> threads;
    const auto token = world.token(anna);
    for (int i = 0; i < 20; ++i)
        threads.emplace_back([&, i] {
            auto client = handler->client();
            client.bearer(token);
            const auto answer = make(client, level("below", std::to_string(40000 + i).c_str()));
            if (answer.status == 200) ++made;
            if (answer.message() == "too_many_price_alerts") ++refused;
        });
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(made, 10);
    EXPECT_EQ(refused, 10);
    EXPECT_EQ(stored(), 100);
}

TEST_F(PriceAlerts, AreMadeByProgramsThatMayTrade) {
    Program reader{world, anna, {}, *handler}, bot{world, anna, {true, {}, {}, {}}, *handler};
    const Program::Fields level{{"name", "BTCUSDT"}, {"kind", "above"}, {"price", "51000"}};
    EXPECT_EQ(reader.post(path + "/make", level).message(), "api_key_scope");
    EXPECT_EQ(stored(), 0);
    const auto made = bot.post(path + "/make", level);
    ASSERT_EQ(made.status, 200) << made.body;
    EXPECT_EQ(reader.get(path).json()["alerts"].size(), 1);
    EXPECT_EQ(bot.post(path + "/clear", {}).json()["removed"].asInt(), 0);
    const auto id = made.json()["alert"]["id"].asString();
    Program stranger{world, world.client("ben@example.com"), {true, {}, {}, {}}, *handler};
    expect_refused(stranger.post(path + "/remove", {{"id", id}}), 404, "not_found", "id");
    Program elsewhere{world, anna, {true, std::vector{world.market("ETHUSDT")}, {}, {}}, *handler};
    EXPECT_EQ(elsewhere.post(path + "/make", level).message(), "api_key_market");
    EXPECT_EQ(elsewhere.post(path + "/remove", {{"id", id}}).message(), "api_key_market");
    EXPECT_EQ(elsewhere.post(path + "/clear", {}).message(), "api_key_market");
    EXPECT_EQ(stored(), 1);
    EXPECT_EQ(bot.post(path + "/remove", {{"id", id}}).status, 200);
    EXPECT_EQ(stored(), 0);
}

}  // namespace
}  // namespace cambio
