#include "redis/redis.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "fcgi/limits.h"
#include "support/redis_server.h"

namespace cambio {
namespace {

using namespace std::chrono_literals;

class RedisTest : public testing::Test {
  protected:
    test::RedisServer server;
    Redis redis{server.url(), 5s};  // a busy machine is no absent Redis
};

TEST_F(RedisTest, KeepsValuesForTheirLifetime) {
    EXPECT_TRUE(redis.ping());
    EXPECT_FALSE(redis.get("a"));
    const std::string odd{"\0\r\n\xff", 4};
    EXPECT_TRUE(redis.set("a", odd, 10s));
    EXPECT_EQ(redis.get("a"), odd);
    EXPECT_TRUE(redis.set("b", "short", 1ms));
    test::wait_until("it expires", [&] { return !redis.get("b"); });
    EXPECT_TRUE(redis.remove("a"));
    EXPECT_FALSE(redis.get("a"));
}

TEST_F(RedisTest, SetsAndTakesOnce) {
    EXPECT_EQ(redis.set_if_absent("lock", "me", 10s), true);
    EXPECT_EQ(redis.set_if_absent("lock", "you", 10s), false);
    EXPECT_EQ(redis.take("lock"), "me");
    EXPECT_FALSE(redis.take("lock"));
    EXPECT_EQ(redis.set_if_absent("lock", "you", 10s), true);
}

TEST_F(RedisTest, CountsWithinALifetimeThatTheFirstStarts) {
    EXPECT_EQ(redis.count("n", 60s), 1);
    EXPECT_EQ(redis.command({"PEXPIRE", "n", "50000"}), "1");
    EXPECT_EQ(redis.count("n", 600s), 2);
    EXPECT_LE(std::stoll(*redis.command({"PTTL", "n"})), 50'000);
    EXPECT_EQ(redis.increment("m"), 1);
    EXPECT_EQ(redis.increment("m"), 2);
    EXPECT_FALSE(redis.command({"NO-SUCH-COMMAND"}));
    redis.set("text", "x", 10s);
    EXPECT_FALSE(redis.increment("text"));
    EXPECT_TRUE(redis.ping()) << "a refusal is not a lost connection";
}

TEST_F(RedisTest, AddsToSeveralCountsAtOnce) {
    using Counts = std::vector<std::int64_t>;
    EXPECT_EQ(redis.count({{"a", 5, 60s}, {"b", 0, 60s}, {"c", 7, 60s}}), (Counts{5, 0, 7}));
    EXPECT_EQ(redis.command({"PEXPIRE", "a", "50000"}), "1");
    EXPECT_EQ(redis.count({{"a", 1, 600s}, {"c", -2, 600s}}), (Counts{6, 5}));
    for (const char* key : {"a", "b", "c"}) {
        const auto left = std::stoll(*redis.command({"PTTL", key}));
        EXPECT_GT(left, 0) << key;
        EXPECT_LE(left, 60'000) << key;
    }
    redis.set("text", "x", 10s);
    EXPECT_FALSE(redis.count({{"a", 1, 60s}, {"text", 1, 60s}}));
    Redis nowhere{"unix:/nowhere"};
    EXPECT_FALSE(nowhere.count({{"a", 1, 60s}}));
}

TEST_F(RedisTest, ServesManyThreads) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 16; ++i)
        threads.emplace_back([&] {
            for (int k = 0; k < 100; ++k) redis.count("together", 60s);
        });
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(redis.count("together", 60s), 1601);
}

TEST_F(RedisTest, SaysNothingWhileAwayAndComesBack) {
    EXPECT_TRUE(redis.set("a", "1", 60s));
    server.stop();
    EXPECT_FALSE(redis.ping());
    EXPECT_FALSE(redis.get("a"));
    EXPECT_FALSE(redis.set("a", "1", 1s));
    EXPECT_FALSE(redis.set_if_absent("a", "1", 1s));
    EXPECT_FALSE(redis.take("a"));
    EXPECT_FALSE(redis.remove("a"));
    EXPECT_FALSE(redis.count("a", 1s));
    EXPECT_FALSE(redis.increment("a"));
    server.start();
    test::wait_until("it is back", [&] { return redis.ping(); });
    EXPECT_TRUE(redis.set("a", "2", 60s));
}

TEST_F(RedisTest, NoticesNothingOfARestartBetweenCalls) {
    EXPECT_TRUE(redis.ping());
    server.stop();
    server.start();
    EXPECT_TRUE(redis.ping());
}

TEST_F(RedisTest, SpeaksToTheDatabaseOfItsAddress) {
    Redis other{server.url() + "?db=3", 5s};
    EXPECT_TRUE(other.set("where", "three", 60s));
    EXPECT_FALSE(redis.get("where"));
    EXPECT_EQ(redis.command({"MOVE", "where", "1"}), "0");
    EXPECT_THROW(Redis{"localhost"}, std::runtime_error);
    EXPECT_THROW(Redis{"tcp://h:port"}, std::runtime_error);
}

/// How many calls of a limit pass before the first refusal.
template <class Call>
int passing(Call call) {
    for (int i = 0;; ++i) {
        try {
            call();
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), Code::rate_limited);
            EXPECT_EQ(error.details().front().first, "retry_after");
            EXPECT_GT(std::stoi(error.details().front().second), 0);
            return i;
        }
    }
}

TEST_F(RedisTest, LimitsAreSharedByProcesses) {
    fcgi::Limits here{redis, 1};
    fcgi::Limits there{redis, 1};
    for (int i = 0; i < 5; ++i) there.count_address(fcgi::Limit::texts, "192.0.2.1");
    EXPECT_EQ(passing([&] { here.count_address(fcgi::Limit::texts, "192.0.2.1"); }), 5);
    EXPECT_EQ(passing([&] { here.count_address(fcgi::Limit::texts, "192.0.2.2"); }), 10);
    EXPECT_EQ(passing([&] { here.count_client(fcgi::Limit::texts, ClientId{7}); }), 10);
    EXPECT_EQ(fcgi::network_of("2001:db8:1:2:3::4"), fcgi::network_of("2001:db8:1:2:ffff::"));
    EXPECT_NE(fcgi::network_of("2001:db8:1:2::1"), fcgi::network_of("2001:db8:1:3::1"));
    EXPECT_EQ(fcgi::network_of("192.0.2.1"), "192.0.2.1");
    EXPECT_EQ(fcgi::network_of("::ffff:192.0.2.1"), "192.0.2.1");
    EXPECT_EQ(fcgi::network_of("::ffff:c000:201"), "192.0.2.1");
}

TEST_F(RedisTest, LimitsHoldWhileRedisIsAway) {
    server.stop();
    fcgi::Limits limits{redis, 1};
    EXPECT_EQ(passing([&] { limits.count_address(fcgi::Limit::texts, "192.0.2.1"); }), 10);
    fcgi::Limits lifted{redis, 3};
    EXPECT_EQ(passing([&] { lifted.count_address(fcgi::Limit::texts, "192.0.2.1"); }), 30);
}

}  // namespace
}  // namespace cambio
