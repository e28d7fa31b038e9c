// The job of the coins' facts as cron starts it, against a source on loopback that answers well and
// badly.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/builders.h"
#include "support/http_server.h"

namespace cambio {
namespace {

using test::HttpRequest, test::HttpServer, test::World;
using testing::HasSubstr, testing::Not;

constexpr const char* total = R"({"data":{"total_market_cap":{"usd":1000},
    "market_cap_percentage":{"btc":60.5}}})";
const std::string limited = "HTTP/1.1 429 Too Many Requests\r\nContent-Length: 2\r\n\r\n{}";

class FetchCoinProfiles : public testing::Test {
  protected:
    void SetUp() override {
        world.superuser().run("update assets set coingecko = '' where code not in ('BTC', 'ETH')");
        world.config().set("COIN_FACTS_URL", source.url() + "/api/v3");
    }

    std::string answer(const std::string& target) {
        if (target.starts_with("/api/v3/coins/markets")) return markets;
        if (target == "/api/v3/global") return global;
        return target.starts_with("/api/v3/coins/bitcoin") ? bitcoin : ethereum;
    }
    int fetch() {
        log.clear();
        return world.job("fetch_coin_profiles", &log);
    }
    /// Whatever was fetched is old now.
    void age() {
        world.superuser().run("update job_marks set at = now() - interval '1 hour'");
        world.superuser().run(
            "update coin_profiles set facts_at = facts_at - interval '2 days', "
            "details_at = details_at - interval '2 days'");
    }
    std::string fact(const char* column, const char* code = "BTC") {
        const std::string sql = std::string{"select "} + column +
                                "::text as v from coin_profiles p join assets a "
                                "on a.id = p.asset_id where a.code = $1";
        const auto result = world.superuser().run(sql.c_str(), {code});
        return result.empty() || result[0].null("v") ? "" : result[0].str("v");
    }
    static std::string facts(int rank) {
        return R"([{"id":"bitcoin","market_cap_rank":)" + std::to_string(rank) +
               R"(,"market_cap":600,"circulating_supply":19,"total_supply":21,"max_supply":21,)"
               R"("ath":73738,"atl":67.81},{"id":"ethereum","market_cap_rank":2,"market_cap":200,)"
               R"("circulating_supply":120,"total_supply":120,"max_supply":null,"ath":4878,)"
               R"("atl":0.432979}])";
    }
    static std::string words(const std::string& id, const std::string& text) {
        return R"({"id":")" + id + R"(","genesis_date":"2009-01-03","description":{"en":")" + text +
               R"("}})";
    }

    World world;
    std::string log;
    std::string markets = HttpServer::ok(facts(1));
    std::string global = HttpServer::ok(total);
    std::string bitcoin = HttpServer::ok(words("bitcoin", "The first one."));
    std::string ethereum = HttpServer::ok(words("ethereum", ""));
    HttpServer source{HttpServer::Where::loopback,
                      [this](const HttpRequest& request) { return answer(request.target); }};
};

TEST_F(FetchCoinProfiles, BringsFactsAndWords) {
    world.config().set("COIN_FACTS_API_KEY", "s3cret");
    ASSERT_EQ(fetch(), 0) << log;
    EXPECT_EQ(fact("ranking"), "1");
    EXPECT_EQ(fact("trim_scale(market_cap)"), "600");
    EXPECT_EQ(fact("trim_scale(market_dominance)"), "60.5");
    EXPECT_EQ(fact("trim_scale(market_dominance)", "ETH"), "20");
    EXPECT_EQ(fact("trim_scale(all_time_low)"), "67.81");
    EXPECT_EQ(fact("max_supply", "ETH"), "");
    EXPECT_EQ(fact("issue_date"), "2009-01-03");
    EXPECT_EQ(fact("intro"), "The first one.");
    EXPECT_EQ(fact("intro", "ETH"), "");
    auto requests = source.requests();
    ASSERT_EQ(requests.size(), 4u);
    EXPECT_EQ(requests[0].target,
              "/api/v3/coins/markets?vs_currency=usd&per_page=250&ids=bitcoin,ethereum");
    EXPECT_EQ(requests[0].headers["x-cg-demo-api-key"], "s3cret");
    EXPECT_THAT(log, Not(HasSubstr("s3cret")));
}

TEST_F(FetchCoinProfiles, AsksNoMoreThanNeeded) {
    ASSERT_EQ(fetch(), 0) << log;
    ASSERT_EQ(fetch(), 0) << log;
    EXPECT_EQ(source.requests().size(), 4u);
    world.superuser().run("update job_marks set at = now() - interval '1 hour'");
    markets = HttpServer::ok(facts(3));
    ASSERT_EQ(fetch(), 0) << log;
    // The figures again, the words not.
    EXPECT_EQ(source.requests().size(), 6u);
    EXPECT_EQ(fact("ranking"), "3");
}

TEST_F(FetchCoinProfiles, StaysBelowThirtyCallsInARun) {
    world.superuser().run("update assets set coingecko = lower(code) where code <> 'BTC'");
    ethereum = "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\n{}";
    ASSERT_EQ(fetch(), 0) << log;
    EXPECT_EQ(source.requests().size(), 27u);
    // The next run asks for others, as long as there are any.
    ASSERT_EQ(fetch(), 0) << log;
    EXPECT_EQ(source.requests().size(), 52u);
    EXPECT_NE(source.requests()[51].target, source.requests()[26].target);
}

TEST_F(FetchCoinProfiles, LeavesOldFactsWhenTheSourceFails) {
    ASSERT_EQ(fetch(), 0) << log;
    const std::string failures[] = {
        limited,
        "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n",
        HttpServer::ok("<html>Maintenance</html>"),
        HttpServer::ok(R"({"status":{"error_code":429}})"),
        HttpServer::ok(facts(9).substr(0, 60)),
        "",
    };
    for (const auto& failure : failures) {
        age();
        markets = failure;
        const auto before = source.requests().size();
        EXPECT_EQ(fetch(), 1) << failure;
        EXPECT_THAT(log, HasSubstr("no_coin_facts"));
        EXPECT_EQ(fact("ranking"), "1") << failure;
        EXPECT_EQ(fact("intro"), "The first one.");
        // One call told enough.
        EXPECT_LE(source.requests().size(), before + 2);
    }
}

TEST_F(FetchCoinProfiles, KeepsEachPartThatItCannotHave) {
    ASSERT_EQ(fetch(), 0) << log;
    age();
    markets = HttpServer::ok(facts(4));
    global = limited;
    EXPECT_EQ(fetch(), 1);
    EXPECT_EQ(fact("ranking"), "4");
    EXPECT_EQ(fact("trim_scale(market_dominance)"), "60.5");

    global = HttpServer::ok(total);
    bitcoin = HttpServer::ok(words("somebody-else", "Wrong."));
    ethereum = HttpServer::ok(words("ethereum", "The second one."));
    EXPECT_EQ(fetch(), 1);
    EXPECT_EQ(fact("intro"), "The first one.");
    EXPECT_EQ(fact("intro", "ETH"), "The second one.");

    // A refusal ends the run: nothing is asked for that would be refused, too.
    age();
    bitcoin = limited;
    const auto before = source.requests().size();
    EXPECT_EQ(fetch(), 1);
    EXPECT_EQ(source.requests().size(), before + 3);
}

TEST_F(FetchCoinProfiles, DoesNothingWithoutASource) {
    world.config().set("COIN_FACTS_URL", "");
    EXPECT_EQ(fetch(), 0) << log;
    EXPECT_TRUE(source.requests().empty());
}

}  // namespace
}  // namespace cambio
