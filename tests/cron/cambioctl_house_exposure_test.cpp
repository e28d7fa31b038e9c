// `cambioctl house exposure`: what the house has at stake and what its trading has brought, by
// worked examples with real trades.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <json/reader.h>

#include <sstream>

#include "positions/exposure.h"
#include "support/builders.h"
#include "support/contracts.h"

namespace cambio::test {
namespace {

using testing::HasSubstr;
using Words = std::vector<std::string>;

class HouseExposure : public testing::Test {
  protected:
    void TearDown() override { expect_books_balance(world); }

    static std::string text(World& of, Words words = {}) {
        words.insert(words.begin(), {"house", "exposure"});
        std::string output;
        EXPECT_EQ(run_job("cambioctl", of.config().path(), words, &output), 0) << output;
        return output;
    }
    static Json::Value exposure(World& of) {
        Json::Value all;
        std::istringstream{text(of, {"--json"})} >> all;
        return all;
    }
    std::string text() { return text(world); }
    Json::Value exposure() { return exposure(world); }
    /// The operator puts in or takes out, as the books of the demo have it.
    void house(const std::string& how, const std::string& coin, const std::string& amount,
               const std::string& account = "liquidity") {
        std::string output;
        EXPECT_EQ(run_job("cambioctl", world.config().path(),
                          {"house", how, account, coin, amount, how == "fund" ? "--from" : "--to",
                           "demo", "--reason", "Inventory"},
                          &output),
                  0)
            << output;
    }
    /// Members of one object in this order, "?" where there is none.
    static std::string figures(const Json::Value& object, const Words& members) {
        std::string all;
        for (const auto& member : members)
            all += (all.empty() ? "" : " ") +
                   (object[member].isNull() ? "?" : object[member].asString());
        return all;
    }
    static std::string account(const Json::Value& all, const std::string& name,
                               const std::string& coin) {
        for (const auto& line : all["accounts"])
            if (line["account"] == name && line["coin"] == coin)
                return figures(line, {"balance", "funded", "moved", "price", "worth", "result"});
        return "none";
    }
    static std::string contract(const Json::Value& all, const std::string& pair) {
        for (const auto& line : all["contracts"])
            if (line["pair"] == pair)
                return figures(line, {"long", "short", "net", "mark", "net_worth", "unrealised"});
        return "none";
    }
    static std::string totals(const Json::Value& all) {
        return figures(all["totals"], {"inventory", "funded", "traded", "insurance", "unrealised",
                                       "owed_funding", "profit", "fees"});
    }
    std::int64_t rows(const std::string& table) {
        return world.app().run(("select count(*) as n from " + table).c_str())[0].integer("n");
    }
    /// Bought at the market from the house, which is alone in the book.
    void buy_bitcoin(const Person& person, const std::string& quantity, const std::string& price) {
        world.quote("BTCUSDT", price);
        world.provider_book("BTCUSDT", {{price, "50"}}, {{price, "50"}});
        const HandlerProcess spot = world.handler("spot");
        auto client = spot.client();
        client.bearer(world.token(person));
        const auto answer = client.post_json(
            "/api/v2/my-order", {{"name", "BTCUSDT"},
                                 {"delegate_type", "BUY"},
                                 {"market_type", "MARKET"},
                                 {"trade_type", "market"},
                                 {"number_of_order", quantity},
                                 {"transaction_password", World::transaction_password}});
        EXPECT_EQ(answer.status, 200) << answer.body;
        EXPECT_EQ(answer.json()["order"]["filled"].asString(), quantity) << answer.body;
    }

    World world{{{"STALE_AFTER_MS", "3600000"}}};
};

TEST_F(HouseExposure, IsNothingForAnEmptyHouse) {
    const auto all = exposure();
    EXPECT_EQ(totals(all), "0 0 0 0 0 0 0 0");
    EXPECT_TRUE(all["accounts"].isArray());
    EXPECT_TRUE(all["accounts"].empty());
    EXPECT_TRUE(all["contracts"].isArray());
    EXPECT_TRUE(all["contracts"].empty());
    EXPECT_TRUE(all["totals"]["without_price"].empty());
    EXPECT_THAT(text(), HasSubstr("(none)"));
}

TEST_F(HouseExposure, CountsWhatASaleHasCostSinceThePriceRose) {
    house("fund", "USDT", "10000");
    house("fund", "BTC", "1");
    world.quote("BTCUSDT", "50000");
    EXPECT_EQ(totals(exposure()), "60000 60000 0 0 0 0 0 0");

    const auto anna = world.client("anna@example.com").with("USDT", "10000");
    buy_bitcoin(anna, "0.1", "50000");
    EXPECT_EQ(anna.balance("USDT"), dec("5000"));
    EXPECT_EQ(totals(exposure()), "60000 60000 0 0 0 0 0 5");

    const auto acts = rows("operator_log");
    world.quote("BTCUSDT", "51000", std::chrono::seconds{90});
    const auto risen = exposure();
    EXPECT_EQ(account(risen, "liquidity", "BTC"), "0.9 1 -0.1 51000 45900 -5100");
    EXPECT_EQ(account(risen, "liquidity", "USDT"), "15000 10000 5000 1 15000 5000");
    // The fee of 0.1 % is in the coin, and beside the profit.
    EXPECT_EQ(account(risen, "fees", "BTC"), "0.0001 0 0.0001 51000 5.1 5.1");
    EXPECT_EQ(totals(risen), "60900 61000 -100 0 0 0 -100 5.1");
    const auto& bitcoin = risen["accounts"][0];
    EXPECT_GE(std::stoi(bitcoin["price_age"].asString()), 90);
    EXPECT_LT(std::stoi(bitcoin["price_age"].asString()), 600);
    EXPECT_TRUE(risen["accounts"][1]["price_age"].isNull()) << "USDT is what is counted in";
    const auto shown = text();
    EXPECT_THAT(shown, HasSubstr("liquidity  BTC   0.9"));
    EXPECT_THAT(shown, HasSubstr("profit         -100\n"));
    EXPECT_EQ(rows("operator_log"), acts) << "it only looks";

    world.quote("BTCUSDT", "49000");
    EXPECT_EQ(totals(exposure()), "59100 59000 100 0 0 0 100 4.9");
}

TEST_F(HouseExposure, CountsNoWithdrawalAsALoss) {
    house("fund", "USDT", "10000");
    house("fund", "BTC", "1");
    const auto anna = world.client("anna@example.com").with("USDT", "10000");
    buy_bitcoin(anna, "0.1", "50000");
    world.quote("BTCUSDT", "51000");
    house("withdraw", "USDT", "15000");
    auto all = exposure();
    EXPECT_EQ(account(all, "liquidity", "USDT"), "0 -5000 5000 1 0 5000");
    EXPECT_EQ(totals(all), "45900 46000 -100 0 0 0 -100 5.1");
    house("withdraw", "BTC", "0.9");
    ASSERT_EQ(run_job("settle_fees", world.config().path(), {"--once"}), 0);
    house("withdraw", "BTC", "0.0001", "fees");
    all = exposure();
    EXPECT_EQ(account(all, "liquidity", "BTC"), "0 0.1 -0.1 51000 0 -5100");
    EXPECT_EQ(totals(all), "0 100 -100 0 0 0 -100 5.1") << "nor of what fees have brought";
}

TEST_F(HouseExposure, NamesWhatHasNoPriceAndNoMark) {
    make_contract(world, "F1");
    world.liquidity("F1", "5");
    world.liquidity("USDT", "10");
    world.fund(ledger::House::fees, "F1", "1");
    const auto anna = world.client("anna@example.com").with("USDT", "200", ledger::Wallet::future);
    open(world, anna, {.pair = "F1USDT"});
    const auto all = exposure();
    EXPECT_EQ(account(all, "liquidity", "F1"), "5 5 0 ? ? ?");
    EXPECT_EQ(contract(all, "F1USDT"), "0.02 0 0.02 ? ? ?");
    EXPECT_EQ(totals(all), "10 10 0 0 0 0 0 0");
    EXPECT_EQ(all["totals"]["without_price"].size(), 1U) << "once, whatever accounts have it";
    EXPECT_EQ(all["totals"]["without_price"][0], "F1");
    EXPECT_EQ(all["totals"]["without_mark"].size(), 1U);
    EXPECT_EQ(all["totals"]["without_mark"][0], "F1USDT");
    const auto shown = text();
    EXPECT_THAT(shown, HasSubstr("without_price  F1\n"));
    EXPECT_THAT(shown, HasSubstr("without_mark   F1USDT\n"));

    world.quote("F1USDT", "0.333333333333333333");
    mark(world, "F1USDT", "50000");
    const auto known = exposure();
    EXPECT_EQ(account(known, "liquidity", "F1"),
              "5 5 0 0.333333333333333333 1.666666666666666665 0");
    EXPECT_TRUE(known["totals"]["without_price"].empty());
    EXPECT_TRUE(known["totals"]["without_mark"].empty());
}

TEST_F(HouseExposure, TakesTheOtherSideOfFuturesWhateverBecomesOfThem) {
    make_contract(world, "F0");
    mark(world, "F0USDT", "50000");
    world.liquidity("USDT", "10000");
    world.fund(ledger::House::insurance, "USDT", "1000");
    const auto anna = world.client("anna@example.com").with("USDT", "200", ledger::Wallet::future);
    const auto ben = world.client("ben@example.com").with("USDT", "200", ledger::Wallet::future);
    const auto rising = open(world, anna, {.pair = "F0USDT"});
    mark(world, "F0USDT", "51000", std::chrono::seconds{30});
    auto all = exposure();
    EXPECT_EQ(contract(all, "F0USDT"), "0.02 0 0.02 51000 1020 -20");
    EXPECT_EQ(totals(all), "10000 10000 0 0 -20 0 -20 0");
    EXPECT_GE(std::stoi(all["contracts"][0]["mark_age"].asString()), 30);

    open(world, ben,
         {.pair = "F0USDT", .side = futures::Side::sell_empty, .margin = "50", .price = "50000"});
    EXPECT_EQ(contract(exposure(), "F0USDT"), "0.02 0.01 0.01 51000 510 -10");

    // Its price is known now, so it moves no more with the mark.
    request_close(world, rising, "51500");
    EXPECT_EQ(contract(exposure(), "F0USDT"), "0 0.01 -0.01 51000 -510 -20");
    mark(world, "F0USDT", "52000");
    EXPECT_EQ(contract(exposure(), "F0USDT"), "0 0.01 -0.01 52000 -520 -10");

    // He has lost 100 and can lose 50; she has won 30.
    mark(world, "F0USDT", "60000");
    all = exposure();
    EXPECT_EQ(contract(all, "F0USDT"), "0 0.01 -0.01 60000 -600 20");
    EXPECT_EQ(totals(all), "10000 10000 0 0 20 0 20 0");
    ASSERT_EQ(run_job("settle_futures", world.config().path(), {"--once"}), 0);
    all = exposure();
    EXPECT_EQ(all["contracts"].size(), 0U);
    // The insurance has paid house:liquidity what he could not.
    EXPECT_EQ(account(all, "insurance", "USDT"), "950 1000 -50 1 950 -50");
    EXPECT_EQ(totals(all), "10070 10000 70 -50 0 0 20 0");
}

TEST_F(HouseExposure, TakesWhatIsBeingReversedForWhatItBecomes) {
    make_contract(world, "F0");
    mark(world, "F0USDT", "50000");
    world.liquidity("USDT", "10000");
    const auto anna = world.client("anna@example.com").with("USDT", "400", ledger::Wallet::future);
    const auto ben = world.client("ben@example.com").with("USDT", "400", ledger::Wallet::future);
    const auto rising = open(world, anna, {.pair = "F0USDT"});
    const auto falling =
        open(world, ben, {.pair = "F0USDT", .side = futures::Side::sell_empty, .margin = "50"});
    const auto of_coin = [&] {
        for (const auto& coin : positions::coin_exposures(world.app()))
            if (coin.coin == "F0") return coin.amount.str() + " " + coin.worth.str();
        return std::string{"none"};
    };
    EXPECT_EQ(of_coin(), "-0.01 -500") << "the house is short what clients are long";

    // She has won 20, and is short from there: at 51,500 she has lost 10 of it again.
    request_reversal(world, rising, "51000");
    mark(world, "F0USDT", "51500");
    EXPECT_EQ(contract(exposure(), "F0USDT"), "0 0.03 -0.03 51500 -1545 5");
    EXPECT_EQ(of_coin(), "0.03 1545");
    // He has lost 10, and nothing more comes of it.
    request_close(world, falling, "51000");
    EXPECT_EQ(contract(exposure(), "F0USDT"), "0 0.02 -0.02 51500 -1030 0");
    EXPECT_EQ(of_coin(), "0.02 1030");
    EXPECT_EQ(totals(exposure()), "10000 10000 0 0 0 0 0 0");
    // The new one can lose no more than its margin of 102.
    mark(world, "F0USDT", "57000");
    EXPECT_EQ(totals(exposure()), "10000 10000 0 0 92 0 92 0");

    // And nothing of that changes when the job has done it.
    ASSERT_EQ(run_job("settle_futures", world.config().path(), {"--once"}), 0);
    EXPECT_EQ(contract(exposure(), "F0USDT"), "0 0.02 -0.02 57000 -1140 102");
    EXPECT_EQ(of_coin(), "0.02 1140");
    EXPECT_EQ(totals(exposure()), "9990 10000 -10 0 102 0 92 0.51");
}

TEST_F(HouseExposure, TakesOffTheFundingThatIsOwed) {
    make_contract(world, "F0");
    mark(world, "F0USDT", "50000");
    const auto anna = world.client("anna@example.com").with("USDT", "200", ledger::Wallet::future);
    const auto before = pg::now() - std::chrono::hours{20};
    open(world, anna, {.pair = "F0USDT", .side = futures::Side::sell_empty, .opened_at = before});
    funding(world, "F0USDT", "0.0001", "50000", pg::now() - std::chrono::hours{8});
    ASSERT_EQ(run_job("settle_futures", world.config().path(), {"--once"}), 0);
    EXPECT_EQ(totals(exposure()), "0 0 0 0 0 0.1 -0.1 0");
    world.liquidity("USDT", "10");
    EXPECT_EQ(totals(exposure()), "10 10 0 0 0 0.1 -0.1 0");
    ASSERT_EQ(run_job("settle_futures", world.config().path(), {"--once"}), 0);
    EXPECT_EQ(totals(exposure()), "9.9 10 -0.1 0 0 0 -0.1 0");
}

TEST_F(HouseExposure, IsWonAndLostInTheMetricsAsOfTheLastAudit) {
    const auto metrics = [&] {
        const HandlerProcess monitor = world.handler("monitor");
        return '\n' + monitor.client().get("/internal/installation").body;
    };
    const auto let_time_pass = [&] {
        world.superuser().run("update ledger_transfers set at = at - interval '1 hour'");
        world.superuser().run(
            "update audit_mark set until = until - interval '1 hour', "
            "funded_until = funded_until - interval '1 hour'");
    };
    const auto audit = [&] {
        world.superuser().run("delete from audits");
        EXPECT_EQ(world.job("audit_ledger"), 0);
    };
    const auto expect = [&](const std::string& trading, const std::string& fees) {
        const auto text = metrics();
        const std::string name = "\ncambio_house_profit_usdt{by=";
        EXPECT_THAT(text, HasSubstr(name + "\"trading\"} " + trading + '\n'));
        EXPECT_THAT(text, HasSubstr(name + "\"fees\"} " + fees + '\n'));
    };
    house("fund", "USDT", "10000");
    house("fund", "BTC", "1");
    const auto anna = world.client("anna@example.com").with("USDT", "10000");
    buy_bitcoin(anna, "0.1", "50000");
    world.quote("BTCUSDT", "51000");
    audit();
    expect("-100", "5.1");

    // The transfers until now are carried as sums; what is put in and taken out since is no profit.
    let_time_pass();
    house("fund", "BTC", "2");
    house("withdraw", "USDT", "15000");
    world.quote("BTCUSDT", "52000");
    audit();
    expect("-200", "5.2");
    let_time_pass();
    audit();
    expect("-200", "5.2");

    // A program of before moves `until` alone, and counts nothing of it: everything is read again.
    world.superuser().run("update audit_sums set funded = 0");
    world.superuser().run("update audit_mark set until = until + interval '1 second'");
    world.superuser().run("update job_marks set at = at - interval '2 hours'");
    world.quote("BTCUSDT", "53000");
    EXPECT_EQ(world.job("audit_ledger"), 0) << "no audit is due";
    EXPECT_THAT(metrics(), testing::Not(HasSubstr("\ncambio_house_profit_usdt{")));
    audit();
    expect("-300", "5.3");
    world.superuser().run("update job_marks set at = at - interval '3 hours'");
    EXPECT_THAT(metrics(), testing::Not(HasSubstr("\ncambio_house_profit_usdt{")));
    EXPECT_EQ(world.job("audit_ledger"), 0) << "no audit is due, and it counts what is missing";
    expect("-300", "5.3");

    // Without a price nothing is counted, which is written down, and tried again in an hour.
    const auto tried = [&] {
        return world.superuser()
            .run("select value from job_marks where name = 'house_profit_tried'")[0]
            .str("value");
    };
    const auto try_again = [&] { EXPECT_EQ(world.job("audit_ledger"), 0); };
    EXPECT_EQ(tried(), "counted");
    world.superuser().run("update quotes set last = 0");
    world.superuser().run("update job_marks set at = at - interval '3 hours'");
    try_again();
    EXPECT_EQ(tried(), "no price of BTC");
    world.quote("BTCUSDT", "54000");
    try_again();
    EXPECT_EQ(tried(), "no price of BTC") << "once an hour";
    EXPECT_THAT(metrics(), testing::Not(HasSubstr("\ncambio_house_profit_usdt{")));
    world.superuser().run("update job_marks set at = at - interval '1 hour'");
    try_again();
    EXPECT_EQ(tried(), "counted");
    expect("-400", "5.4");
}

TEST_F(HouseExposure, IsCountedForTheFirstTimeAsSoonAsThereArePrices) {
    const auto counted = [&] {
        const HandlerProcess monitor = world.handler("monitor");
        return monitor.client()
                   .get("/internal/installation")
                   .body.find("\ncambio_house_profit_usdt{") != std::string::npos;
    };
    house("fund", "BTC", "1");
    world.superuser().run("delete from audits");
    world.superuser().run("update quotes set last = 0");
    for (const char* minute : {"the audit", "no audit is due"}) {
        EXPECT_EQ(world.job("audit_ledger"), 0) << minute;
        EXPECT_FALSE(counted()) << minute;
    }
    world.quote("BTCUSDT", "50000");
    EXPECT_EQ(world.job("audit_ledger"), 0);
    EXPECT_TRUE(counted());
}

TEST_F(HouseExposure, NeedsNoSecondOperator) {
    World careful{{{"WITHDRAWALS_APPROVE_UP_TO", "0"}, {"WITHDRAWALS_TWO_PEOPLE_FROM", "1"}}};
    careful.liquidity("USDT", "7");
    EXPECT_EQ(totals(exposure(careful)), "7 7 0 0 0 0 0 0");
    EXPECT_THAT(text(careful), HasSubstr("profit"));
    EXPECT_EQ(careful.app().run("select count(*) as n from approvals")[0].integer("n"), 0);
}

}  // namespace
}  // namespace cambio::test
