// What the house's risk gate turns down is counted by place and reason, and the operator and the
// metrics see it.
#include <json/reader.h>

#include <future>
#include <sstream>

#include "convert_fixture.h"

namespace cambio {
namespace {

constexpr const char* counted = R"sql(
    select place || ' ' || reason || ' ' || sum(refusals) as line
    from house_refusals group by place, reason order by 1
)sql";

class HouseRefusals : public Conversions {
  protected:
    static void SetUpTestSuite() { begin({}); }
    static void begin(test::ScratchConfig::Settings settings) {
        settings.emplace("STALE_AFTER_MS", "3600000");
        settings.emplace("HOUSE_BUDGET_PER_MINUTE", "10000");
        world = new World{std::move(settings)};
        for (const char* coin : {"USDT", "BTC", "ETH", "BNB"}) world->liquidity(coin, "100000");
        world->liquidity("XRP", "3");
        set_prices();
        spot.reset(new HandlerProcess{world->handler("spot")});
    }
    void SetUp() override {
        // What an earlier test has counted is written by then.
        spot->stop();
        world->superuser().run("delete from house_refusals");
        world->superuser().run("delete from house_trades");
        world->superuser().run("update fills set at = at - interval '66 seconds'");
        spot->start();
    }

    static Answer trade(const Person& person, const std::string& pair, const std::string& many,
                        const Fields& more = {}) {
        return post(person, my_order,
                    with({{"name", pair},
                          {"delegate_type", "BUY"},
                          {"market_type", "MARKET"},
                          {"number_of_order", many},
                          {"transaction_password", World::transaction_password}},
                         more));
    }
    static std::string filled(const Answer& answer) {
        return answer.json()["order"]["filled"].asString();
    }
    static Answer quote(const Person& person, const char* from, const char* to,
                        const char* amount) {
        return post(person, quote_path, {{"from", from}, {"to", to}, {"amount", amount}});
    }
    static Answer convert(const Person& person, const std::string& pair, const Fields& more) {
        return post(person, my_order, order(pair, "BUY", "MARKET", more));
    }
    static std::vector<std::string> counts() {
        std::vector<std::string> lines;
        for (const pg::Row row : world->superuser().run(counted)) lines.push_back(row.str("line"));
        return lines;
    }
    /// The engine sells at that price.
    static void expect_sold_at(const std::string& pair, const std::string& price) {
        test::wait_until("the asks of " + pair, [&] {
            const auto shown = world->superuser().run(
                "select asks::text as v from shown_books b join markets m on m.id = b.market_id "
                "where m.pair = $1",
                {pair});
            return !shown.empty() && shown[0].str("v").starts_with("[[\"" + price + "\"");
        });
    }
    /// "place reason number", and nothing else.
    static void expect_counted(const std::vector<std::string>& lines) {
        test::wait_until("the counts " + testing::PrintToString(lines),
                         [&] { return counts() == lines; });
    }
};

TEST_F(HouseRefusals, OfTheOrderBookAreThoseThatTheHouseCouldNotFill) {
    const auto anna = person().with("USDT", "100000");
    world->provider_book("BNBUSDT", {{"99", "5"}}, {{"101", "5"}, {"102", "1"}});
    world->provider_book("ETHUSDT", {{"2400", "9"}}, {{"2500", "9"}});
    world->provider_book("XRPUSDT", {{"1", "9"}}, {{"2", "9"}});
    expect_sold_at("BNBUSDT", "101");
    expect_sold_at("ETHUSDT", "2500");
    expect_sold_at("XRPUSDT", "2");

    EXPECT_EQ(filled(trade(anna, "BNBUSDT", "8")), "6");
    EXPECT_EQ(trade(anna, "BNBUSDT", "1").message(), "no_liquidity");
    EXPECT_EQ(filled(trade(anna, "ETHUSDT", "5")), "4") << "10,000 USDT in a minute";
    EXPECT_EQ(
        trade(anna, "ETHUSDT", "1",
              {{"market_type", "LIMIT"}, {"order_per_unit", "2500"}, {"time_in_force", "FOK"}})
            .message(),
        "fill_or_kill");
    EXPECT_EQ(filled(trade(anna, "XRPUSDT", "5")), "3") << "all it has";
    // Nothing to do with the gate: a price that nobody asks for, one that waits, a full fill.
    const Fields cheap{{"market_type", "LIMIT"}, {"order_per_unit", "1.5"}};
    EXPECT_EQ(trade(anna, "XRPUSDT", "4", with(cheap, {{"time_in_force", "IOC"}})).message(),
              "no_liquidity");
    EXPECT_EQ(trade(anna, "XRPUSDT", "4", cheap).message(), "success");
    EXPECT_EQ(filled(trade(anna, "BTCUSDT", "0.1")), "0.1");
    expect_counted({"order_book budget 2", "order_book depth 2", "order_book inventory 1"});
}

TEST_F(HouseRefusals, OfTheOrderBookAreThoseAtAnOldPrice) {
    const auto anna = person();
    world->superuser().run(
        "update provider_books set provider_at = clock_timestamp() - interval '2 hours', "
        "received_at = clock_timestamp() where market_id = (select id from markets where pair = "
        "'BTCUSDT')");
    test::wait_until("the house to stand aside",
                     [&] { return trade(anna, "BTCUSDT", "0.001").message() == "no_liquidity"; });
    expect_counted({"order_book stale 1"});
    world->quote("BTCUSDT", "50000", std::chrono::hours{2});
    spot->stop();
    spot->start();
    EXPECT_EQ(trade(anna, "BTCUSDT", "0.001").message(), "stale_price");
    expect_counted({"order_book stale 2"});
}

TEST_F(HouseRefusals, OfConvertHaveTheirReasons) {
    const auto anna = person().with("USDT", "100000");
    world->quote("XRPUSDT", "2");
    world->provider_book("XRPUSDT", {{"1.999", "9"}}, {{"2.001", "9"}});
    expect_error(quote(anna, "USDT", "XRP", "10"), 409, "no_liquidity");
    expect_error(convert(anna, "XRPUSDT", {{"total", "10"}}), 409, "no_liquidity");

    expect_error(quote(anna, "USDT", "XRP", "100"), 400, "above_maximum", "amount");
    expect_error(convert(anna, "XRPUSDT", {{"total", "100"}}), 400, "above_maximum", "total");

    EXPECT_EQ(convert(anna, "ETHUSDT", {{"total", "6000"}}).message(), "success");
    expect_error(convert(anna, "ETHUSDT", {{"total", "4001"}}), 409, "no_liquidity");

    const auto promised = quoted(anna, "USDT", "BTC", "100")["id"].asString();
    set_price("BTCUSDT", "50051");
    expect_error(convert(anna, "BTCUSDT", {{"quote_id", promised}}), 409, "price_moved");

    set_price("BTCUSDT", "50000", std::chrono::hours{2});
    expect_error(quote(anna, "USDT", "BTC", "100"), 409, "stale_price");
    expect_error(convert(anna, "BTCUSDT", {{"total", "100"}}), 409, "stale_price");

    // A wrong amount is the client's own, and so is an empty wallet.
    expect_error(convert(anna, "ETHUSDT", {{"total", "0.1"}}), 400, "below_minimum", "total");
    expect_error(convert(world->client("poor@example.com"), "ETHUSDT", {{"total", "10"}}), 409,
                 "insufficient_balance");
    expect_counted({"convert budget 1", "convert depth 1", "convert inventory 1", "convert moved 1",
                    "convert stale 1", "convert_quote depth 1", "convert_quote inventory 1",
                    "convert_quote stale 1"});
}

TEST_F(HouseRefusals, AreSeenByTheOperatorAndInTheMetrics) {
    // From a new process, for one that runs keeps its answer for some seconds.
    const auto metrics = [] {
        const HandlerProcess monitor = world->handler("monitor");
        return monitor.client().get("/internal/installation").body;
    };
    EXPECT_NE(metrics().find("\n# TYPE cambio_house_refusals_total counter\n"), std::string::npos);
    EXPECT_NE(metrics().find("\n# HELP cambio_house_refusals_total "), std::string::npos);
    const std::string none =
        "\ncambio_house_refusals_total{place=\"futures_open\",reason=\"house_cap\"} 0\n";
    EXPECT_NE(metrics().find(none), std::string::npos) << "it is there before there is one";

    world->superuser().run(R"(
        insert into house_refusals (day, place, reason, refusals)
        select (now() at time zone 'UTC')::date - ago, 'convert', 'moved', many
        from (values (6, 20), (7, 300)) v (ago, many))");
    const auto anna = person();
    const auto promised = quoted(anna, "USDT", "BTC", "100")["id"].asString();
    set_price("BTCUSDT", "50051");
    expect_error(convert(anna, "BTCUSDT", {{"quote_id", promised}}), 409, "price_moved");
    // Who stops the program loses nothing.
    spot->stop();
    spot->start();
    EXPECT_NE(
        metrics().find("\ncambio_house_refusals_total{place=\"convert\",reason=\"moved\"} 321\n"),
        std::string::npos);

    std::string text;
    EXPECT_EQ(test::run_job("cambioctl", world->config().path(), {"house", "exposure"}, &text), 0);
    EXPECT_THAT(text, testing::ContainsRegex("convert +moved +1 +21 +321\n"));
    EXPECT_THAT(text, testing::ContainsRegex("futures_close +stale +0 +0 +0\n"));
    std::string output;
    EXPECT_EQ(test::run_job("cambioctl", world->config().path(), {"house", "exposure", "--json"},
                            &output),
              0);
    Json::Value all;
    std::istringstream{output} >> all;
    int found = 0;
    for (const Json::Value& line : all["refusals"]) {
        if (line["place"] != "convert" || line["reason"] != "moved") continue;
        ++found;
        EXPECT_EQ(line["today"], "1");
        EXPECT_EQ(line["week"], "21");
        EXPECT_EQ(line["all"], "321");
    }
    EXPECT_EQ(found, 1);
}

/// With the last look: who waited for the next price and then would pay more than their limit.
class HouseRefusalsAtALook : public HouseRefusals {
  protected:
    static void SetUpTestSuite() { begin({{"HOUSE_LAST_LOOK", "yes"}}); }
};

TEST_F(HouseRefusalsAtALook, AreThoseWhosePriceMovedMeanwhile) {
    const auto anna = person();
    const Fields at_once{
        {"market_type", "LIMIT"}, {"order_per_unit", "50030"}, {"time_in_force", "IOC"}};
    auto client = as(anna);
    const auto fields = with({{"name", "BTCUSDT"},
                              {"delegate_type", "BUY"},
                              {"number_of_order", "0.01"},
                              {"transaction_password", World::transaction_password}},
                             at_once);
    auto answer = std::async(std::launch::async, [&] { return post(client, my_order, fields); });
    test::wait_until("the order to wait", [&] {
        return !world->superuser()
                    .run("select 1 from waiting_holds where client_id = $1 and ended_at is null",
                         {anna.id})
                    .empty();
    });
    while (answer.wait_for(std::chrono::milliseconds{10}) != std::future_status::ready)
        set_price("BTCUSDT", "50100");
    EXPECT_EQ(answer.get().message(), "no_liquidity");
    // The same at a price that it never had is nobody's refusal.
    EXPECT_EQ(
        trade(anna, "BTCUSDT", "0.01", with(at_once, {{"order_per_unit", "49000"}})).message(),
        "no_liquidity");
    expect_counted({"order_book moved 1"});
}

}  // namespace
}  // namespace cambio
