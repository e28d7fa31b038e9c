// CoinGecko's replies, well-formed and not.
#include "markets/coin_facts.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "support/builders.h"
#include "support/source_files.h"

namespace cambio::markets {
namespace {

using test::dec;

std::string sample(const std::string& name) {
    std::ifstream file{test::source_file("/tests/common/data/" + name)};
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

TEST(CoinFacts, ReadsTheSourcesOwnSamples) {
    const auto facts = parse_coin_facts(sample("coingecko_markets.json"));
    ASSERT_TRUE(facts);
    const auto& bitcoin = facts->at("bitcoin");
    EXPECT_EQ(bitcoin.ranking, 1);
    EXPECT_EQ(bitcoin.market_cap, dec("1381651251183"));
    EXPECT_EQ(bitcoin.circulating_supply, dec("19675987"));
    EXPECT_EQ(bitcoin.max_supply, dec("21000000"));
    EXPECT_EQ(bitcoin.all_time_high, dec("73738"));
    EXPECT_EQ(bitcoin.all_time_low, dec("67.81"));
    const auto total = parse_coins_total(sample("coingecko_global.json"));
    ASSERT_TRUE(total);
    EXPECT_EQ(total->market_cap, dec("2515268352188.766"));
    EXPECT_EQ(dominance(*total, "BTC", {}), dec("60.70858348"));
    // A coin that is not among the largest.
    EXPECT_EQ(dominance(*total, "DOT", dec("25152683521.88766")), dec("1"));
    EXPECT_EQ(dominance(*total, "DOT", {}), std::nullopt);
}

TEST(CoinFacts, DoesNotTellAShareOfMoreThanAll) {
    const auto total = parse_coins_total(R"({"data":{"total_market_cap":{"usd":1e-18}}})");
    ASSERT_TRUE(total);
    EXPECT_EQ(dominance(*total, "DOT", dec("99999999999999999999")), std::nullopt);
    EXPECT_EQ(dominance(*total, "DOT", total->market_cap), dec("100"));
}

TEST(CoinFacts, KeepsTinyPricesAndLeavesOutWhatIsUnknown) {
    const auto facts = parse_coin_facts(
        R"([{"id":"a","market_cap_rank":null,"market_cap":1.5e12,"circulating_supply":-1,)"
        R"("total_supply":"21","max_supply":null,"ath":8.616e-05,"atl":5.6366e-11},)"
        R"({"id":7},"text",{"id":"b","market_cap":1e300,"market_cap_rank":0}])");
    ASSERT_TRUE(facts);
    EXPECT_EQ(facts->size(), 2u);
    const auto& a = facts->at("a");
    EXPECT_EQ(a.ranking, std::nullopt);
    EXPECT_EQ(a.market_cap, dec("1500000000000"));
    EXPECT_EQ(a.circulating_supply, std::nullopt);
    EXPECT_EQ(a.total_supply, std::nullopt);
    EXPECT_EQ(a.max_supply, std::nullopt);
    EXPECT_EQ(a.all_time_high, dec("0.00008616"));
    EXPECT_EQ(a.all_time_low, dec("0.000000000056366"));
    EXPECT_EQ(facts->at("b").market_cap, std::nullopt);
    EXPECT_EQ(facts->at("b").ranking, std::nullopt);
}

TEST(CoinFacts, RefusesWhatIsNoList) {
    const std::string nested(5000, '[');
    for (const char* text : {"", "{}", R"({"error":"x"})", R"({"status":{"error_code":429}})",
                             "<html></html>", "[{", "null", nested.c_str()}) {
        EXPECT_FALSE(parse_coin_facts(text)) << text;
        EXPECT_FALSE(parse_coins_total(text)) << text;
        EXPECT_FALSE(parse_coin_details(text, "bitcoin")) << text;
    }
    EXPECT_FALSE(parse_coins_total(R"({"data":{"total_market_cap":{"usd":0}}})"));
    EXPECT_FALSE(parse_coins_total(R"({"data":[]})"));
}

TEST(CoinFacts, ReadsDateAndIntroAsPlainText) {
    const auto bitcoin = parse_coin_details(
        R"({"id":"bitcoin","genesis_date":"2009-01-03",)"
        R"("description":{"en":"<p>The <a href=\"x\">first</a> one.</p><script>x()</script>"}})",
        "bitcoin");
    ASSERT_TRUE(bitcoin);
    EXPECT_EQ(bitcoin->issue_date, "2009-01-03");
    EXPECT_EQ(bitcoin->intro, "The first one.");
    for (const char* date : {"null", "\"\"", "\"2009-02-30\"", "\"2009-1-3\"", "\"a009-01-03\"",
                             "12", "\"2009-01-03T00:00\""}) {
        const auto coin = parse_coin_details(
            std::string{R"({"id":"x","genesis_date":)"} + date + R"(,"description":{"en":""}})",
            "x");
        ASSERT_TRUE(coin) << date;
        EXPECT_EQ(coin->issue_date, std::nullopt) << date;
        EXPECT_EQ(coin->intro, std::nullopt) << date;
    }
    EXPECT_FALSE(parse_coin_details(R"({"id":"ethereum"})", "bitcoin"));
    EXPECT_TRUE(parse_coin_details(R"({"id":"x","description":"text"})", "x"));
}

}  // namespace
}  // namespace cambio::markets
