// The jobs that feed prices, as cron runs them: over the provider's WebSocket, with calls where it
// brings nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <set>

#include "support/builders.h"
#include "support/child_process.h"
#include "support/http_server.h"
#include "support/simulated_market.h"

namespace cambio {
namespace {

using test::SimulatedMarket, test::World, test::wait_until;

/// A job at work until the test is over.
class Runner {
  public:
    Runner(const std::string& job, World& world) {
        test::ChildProcess::Options options;
        options.environment = {"CAMBIO_CONFIG=" + world.config().path()};
        child_.emplace(std::vector{test::program_path(job)}, options);
    }
    ~Runner() {
        if (child_->running()) child_->signal(SIGTERM);
        child_->wait();
    }
    Runner(const Runner&) = delete;
    Runner& operator=(const Runner&) = delete;

  private:
    std::optional<test::ChildProcess> child_;
};

class FeedByStream : public testing::Test {
  protected:
    void SetUp() override {
        world.config().set("PROVIDER_URL", market.url());
        world.config().set("PROVIDER_WS_URL", "ws://127.0.0.1:" + market.port() + "/ws/v5/public");
        world.config().set("PROVIDER_SIMULATED", "yes");
        world.superuser().run(
            "update markets set state = 'closed' where pair not in ('BTCUSDT', 'ETHUSDT')");
    }

    void without_stream() {
        test::HttpServer gone{test::HttpServer::Where::loopback,
                              [](const test::HttpRequest&) { return std::string{}; }};
        world.config().set("PROVIDER_WS_URL", "ws://127.0.0.1:" + std::to_string(gone.port()));
    }

    std::string scalar(const std::string& sql) {
        const auto result = world.app().run(sql.c_str());
        return result.empty() || result[0].null("v") ? "" : result[0].str("v");
    }
    static std::string of_eth(const std::string& what, const std::string& table) {
        return "select " + what + " as v from " + table +
               " t join markets m on m.id = t.market_id where m.pair = 'ETHUSDT'";
    }
    void wait_for(const std::string& sql, const std::string& value) {
        wait_until(sql + " is " + value, [&] { return scalar(sql) == value; });
    }

    void pin_book(const std::string& bid, const std::string& ask) {
        market.pin_book("ETH-USDT",
                        R"({"bids":[[")" + bid + R"(","1"]],"asks":[[")" + ask + R"(","2"]]})");
    }
    std::int64_t calls(const std::string& path) {
        return market.state()["calls"]["/api/v5/" + path].asInt64();
    }
    int shown_until() {
        return std::stoi(
            "0" + scalar(of_eth("extract(epoch from provider_at)::int::text", "provider_books")));
    }

    SimulatedMarket market{{"--no-limits", "--interval", "20"}};
    World world;
    const std::string best_bid = of_eth("bids->0->>0", "provider_books");
    const std::string last = of_eth("trim_scale(last)::text", "quotes");
    const std::string mark = of_eth("trim_scale(price)::text", "marks");
};

TEST_F(FeedByStream, BringsBooksWithoutACall) {
    const Runner job{"fetch_books", world};
    pin_book("3000", "3001");
    wait_for(best_bid, "3000");
    pin_book("3010", "3011");
    wait_for(best_bid, "3010");
    EXPECT_EQ(scalar("select count(*)::text as v from provider_books"), "2");
    EXPECT_EQ(calls("market/books"), 0);
}

TEST_F(FeedByStream, BringsTickersAndMarksWhileCallsFail) {
    market.fault("5xx", "&path=/api");
    const Runner tickers{"fetch_tickers", world};
    const Runner marks{"fetch_marks", world};
    for (const auto* price : {"3000", "3100"}) {
        market.pin_price("ETH-USDT", price);
        market.pin_price("ETH-USDT-SWAP", price);
        wait_for(last, price);
        wait_for(mark, price);
    }
}

TEST_F(FeedByStream, AsksByCallsWhileNobodyAnswersAtTheAddress) {
    without_stream();
    const Runner books{"fetch_books", world};
    const Runner tickers{"fetch_tickers", world};
    const Runner marks{"fetch_marks", world};
    const Runner trades{"fetch_trades", world};
    const std::string traded = of_eth("(count(*) > 0)::text", "provider_trades");
    for (const int price : {3000, 3100}) {
        const auto text = std::to_string(price);
        market.pin_price("ETH-USDT", text);
        market.pin_price("ETH-USDT-SWAP", text);
        wait_for(last, text);
        wait_for(mark, text);
        pin_book(text, std::to_string(price + 1));
        wait_for(best_bid, text);
        wait_for(traded, "true");
    }
}

TEST_F(FeedByStream, AsksByCallsWhileTheConnectionIsCutAndComesBack) {
    const Runner job{"fetch_books", world};
    pin_book("3000", "3001");
    wait_for(best_bid, "3000");
    ASSERT_EQ(calls("market/books"), 0);
    market.fault("close", "&path=/ws");
    pin_book("3100", "3101");
    wait_for(best_bid, "3100");
    EXPECT_GT(calls("market/books"), 0);
    market.clear();
    market.fault("5xx", "&path=/api");
    pin_book("3200", "3201");
    wait_for(best_bid, "3200");
}

TEST_F(FeedByStream, AsksByCallsWhilePushesAreLateAndIsNotTakenBackByThem) {
    const Runner job{"fetch_books", world};
    pin_book("3000", "3001");
    wait_for(best_bid, "3000");
    ASSERT_EQ(calls("market/books"), 0);
    market.fault("late", "&path=/ws&value=4000");
    pin_book("3050", "3051");
    wait_for(best_bid, "3050");
    pin_book("3100", "3101");
    wait_for(best_bid, "3100");
    // Meanwhile pushes of the books before come in.
    const auto asked = calls("market/books");
    EXPECT_GT(asked, 0);
    wait_until("calls go on", [&] {
        EXPECT_EQ(scalar(best_bid), "3100");
        return calls("market/books") > asked + 10;
    });
}

TEST_F(FeedByStream, LeavesWhatIsKnownWherePushesAreMalformed) {
    const Runner job{"fetch_books", world};
    pin_book("3000", "3001");
    wait_for(best_bid, "3000");
    market.fault("malformed", "&instId=ETH-USDT");
    pin_book("3100", "3101");
    // The other market goes on, so there was time for pushes and calls of this one.
    const auto other = calls("market/books") + 3;
    wait_until("calls for the book", [&] { return calls("market/books") >= other; });
    EXPECT_EQ(scalar(best_bid), "3000");
    market.clear();
    pin_book("3100", "3101");
    wait_for(best_bid, "3100");
}

// Pushes follow each other by milliseconds: a second one of the same swing confirms nothing.
TEST_F(FeedByStream, HoldsPushedJumpsBackUntilALaterPushConfirmsThem) {
    market.fault("5xx", "&path=/api");
    const Runner books{"fetch_books", world};
    const Runner tickers{"fetch_tickers", world};
    const Runner marks{"fetch_marks", world};
    market.pin_price("ETH-USDT", "3000");
    market.pin_price("ETH-USDT-SWAP", "3000");
    wait_for(last, "3000");
    wait_for(mark, "3000");
    market.fault("swing", "&instId=ETH-USDT&value=2");
    market.fault("swing", "&instId=ETH-USDT-SWAP&value=2");
    const auto swung = market.state()["now"].asInt64();
    const auto held = [&](const char* table) {
        return scalar(of_eth("(held_back is not null)::text", table));
    };
    wait_until("swings were pushed for seconds", [&] {
        EXPECT_EQ(scalar(last), "3000");
        EXPECT_EQ(scalar(mark), "3000");
        return market.state()["now"].asInt64() > swung + 4'000;
    });
    for (const auto* table : {"quotes", "marks", "provider_books"})
        EXPECT_EQ(held(table), "true") << table;
    market.clear();
    market.pin_price("ETH-USDT", "4000");
    market.pin_price("ETH-USDT-SWAP", "4000");
    wait_for(last, "4000");
    wait_for(mark, "4000");
    EXPECT_EQ(held("quotes"), "false");
}

class TradesByStream : public FeedByStream {
  protected:
    struct Coverage {
        std::int64_t since, until;
    };
    Coverage covered() {
        const auto value = scalar(
            "select value as v from job_marks j join markets m on j.name = 'trades ' || m.id "
            "where m.pair = 'ETHUSDT'");
        if (value.empty()) return {0, 0};
        return {std::stoll(value) / 1000, std::stoll(value.substr(value.find(' '))) / 1000};
    }
    std::int64_t now() { return market.state()["now"].asInt64(); }

    /// Nothing between the ends of what is stored and covered is missing, and nothing stands twice.
    void expect_all_trades() {
        const auto end = covered().until, begin = covered().since;
        std::multiset<std::string> stored, told;
        for (const auto row : world.app().run(R"sql(
                 select trade_id, (extract(epoch from at) * 1000)::bigint as at
                 from provider_trades t join markets m on m.id = t.market_id
                 where m.pair = 'ETHUSDT')sql"))
            if (row.integer("at") < end) stored.insert(row.str("trade_id"));
        std::int64_t oldest = 0;
        for (const auto& row : market.data("/api/v5/market/trades?instId=ETH-USDT&limit=500")) {
            oldest = std::stoll(row["ts"].asString());
            if (oldest < end && oldest > begin) told.insert(row["tradeId"].asString());
        }
        const auto first = told.empty() ? std::string{} : *told.begin();
        ASSERT_GT(told.size(), 10u);
        std::erase_if(stored, [&](const std::string& id) { return id < first; });
        EXPECT_EQ(stored, told);
    }
};

TEST_F(TradesByStream, StandWithoutAGapAndWithoutCalls) {
    const Runner job{"fetch_trades", world};
    wait_until("coverage", [&] { return covered().until > 0; });
    // Joined, the market is not asked for again.
    std::int64_t before = -1;
    wait_until("the trades are pushed alone", [&] {
        const auto until = covered().until;
        const auto count = calls("market/trades");
        wait_until("coverage grows", [&] { return covered().until > until + 2'000; });
        before = count;
        return calls("market/trades") == count;
    });
    expect_all_trades();
}

TEST_F(TradesByStream, AreNeitherLostNorDoubledAcrossACutConnection) {
    const Runner job{"fetch_trades", world};
    wait_until("coverage", [&] { return covered().until > 0; });
    const auto since = covered().since;
    for (const auto* kind : {"close", "down", "malformed"}) {
        // Neither pushes nor calls.
        market.fault(kind);
        const auto cut = now();
        wait_until("time passes", [&] { return now() > cut + 2'500; });
        EXPECT_LT(covered().until, now()) << kind;
        market.clear();
        wait_until("it is covered again", [&] { return covered().until > cut + 4'000; });
        expect_all_trades();
        EXPECT_EQ(covered().since, since) << kind;
    }
}

}  // namespace
}  // namespace cambio
