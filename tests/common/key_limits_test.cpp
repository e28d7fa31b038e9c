// How often an API key may call: sums that processes share, told late where there is much left, and
// what becomes of them without Redis.
#include "token/key_limits.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

#include "redis/redis.h"
#include "support/child_process.h"
#include "support/redis_server.h"

namespace cambio::test {
namespace {

using namespace std::chrono_literals;
using token::KeyLimit, token::KeyLimits;

const ApiKeyId key{1}, other{2};

class KeyLimitsTest : public testing::Test {
  protected:
    /// Limits that one charge does not bring from less than half to their end.
    static constexpr Config::KeyBudget usual{1000, 200, 400};

    KeyLimits::Clock clock() {
        return [this] { return now.load(); };
    }
    /// How many commands this Redis has had of us.
    std::int64_t commands() {
        const auto told = redis.command({"INFO", "commandstats"}).value_or("");
        const auto at = told.find("cmdstat_incrby:calls=");
        return at == std::string::npos ? 0 : std::stoll(told.substr(at + 21));
    }

    RedisServer server;
    Redis redis{server.url(), 5s};  // a busy machine is no absent Redis
    std::atomic<pg::Time> now{std::chrono::sys_days{std::chrono::November / 30 / 2026} + 12h + 11s +
                              400ms};
};

void expect_limits(Redis& redis, const KeyLimits::Clock& clock) {
    KeyLimits limits{redis, {100, 2, 3}, clock};
    const auto first = limits.charge(key, 10, 1);
    EXPECT_FALSE(first.excess);
    EXPECT_EQ(first.weight, 10);
    EXPECT_EQ(first.orders_10s, 1);
    EXPECT_EQ(first.orders_day, 1);
    EXPECT_FALSE(limits.charge(key, 10, 1).excess);
    const auto third = limits.charge(key, 10, 1);
    ASSERT_TRUE(third.excess);
    EXPECT_EQ(third.excess->limit, KeyLimit::orders_per_10s);
    EXPECT_EQ(third.excess->wait, 9s);
    EXPECT_EQ(third.orders_10s, 2) << "what was refused is not counted";
    EXPECT_EQ(third.orders_day, 2);
    EXPECT_FALSE(limits.charge(other, 100).excess) << "each key has its own";
    const auto over = limits.charge(key, 100);
    ASSERT_TRUE(over.excess);
    EXPECT_EQ(over.excess->limit, KeyLimit::weight);
    EXPECT_EQ(over.excess->wait, 49s);
    EXPECT_EQ(limits.used(other).weight, 100);
}

TEST_F(KeyLimitsTest, AreCountedForEachKey) {
    expect_limits(redis, clock());
}

TEST_F(KeyLimitsTest, AreCountedInTheProcessWithoutRedis) {
    Redis nowhere{"unix:/nowhere"};
    expect_limits(nowhere, clock());
}

TEST_F(KeyLimitsTest, HoldForTheDayToo) {
    KeyLimits limits{redis, {100, 10, 3}, clock()};
    for (int i = 0; i < 3; ++i) EXPECT_FALSE(limits.charge(key, 1, 1).excess);
    const auto over = limits.charge(key, 1, 1);
    ASSERT_TRUE(over.excess);
    EXPECT_EQ(over.excess->limit, KeyLimit::orders_per_day);
    EXPECT_FALSE(limits.charge(key, 1).excess) << "who reads goes on";
}

TEST_F(KeyLimitsTest, BeginAnewWithTheirWindows) {
    KeyLimits limits{redis, usual, clock()};
    limits.charge(key, 5, 2);
    now = now.load() + 10s;
    const auto next = limits.charge(key, 5, 2);
    EXPECT_EQ(next.orders_10s, 2);
    EXPECT_EQ(next.weight, 10);
    EXPECT_EQ(next.orders_day, 4);
    now = now.load() + 60s;
    EXPECT_EQ(limits.charge(key, 5, 2).weight, 5);
    now = now.load() + 24h;
    EXPECT_EQ(limits.charge(key, 5, 2).orders_day, 2);
}

// The one who calls waits for no trip to Redis where the limits are far, and each reply says what
// was used all the same.
TEST_F(KeyLimitsTest, AreToldForManyCallsTogetherWhereTheyAreFar) {
    KeyLimits limits{redis, {1'000'000, 1'000'000, 1'000'000}, clock()};
    constexpr int calls = 20'000;
    for (int call = 1; call <= calls; ++call) {
        const auto use = limits.charge(key, 2, 1);
        ASSERT_EQ(use.weight, 2 * call);
        ASSERT_EQ(use.orders_10s, call);
        ASSERT_EQ(use.orders_day, call);
        ASSERT_FALSE(use.excess);
    }
    // Ten trips a second of three sums.
    EXPECT_LT(commands(), calls / 2);
    KeyLimits elsewhere{redis, {1'000'000, 1'000'000, 1'000'000}, clock()};
    wait_until("another process to know of all", [&] {
        now = now.load() + 1s;
        return elsewhere.used(key).orders_day == calls;
    });
}

TEST_F(KeyLimitsTest, AreSharedByProcessesToWithinWhatOneMayKeepToItself) {
    KeyLimits one{redis, usual, clock()}, another{redis, usual, clock()};
    int taken = 0;
    for (bool refused[] = {false, false}; !refused[0] || !refused[1];) {
        for (int which : {0, 1}) {
            const bool excess = (which == 0 ? one : another).charge(key, 1, 1).excess.has_value();
            if (!excess) ++taken;
            refused[which] |= excess;
        }
        ASSERT_LE(taken, 1000);
    }
    EXPECT_GE(taken, 200);
    EXPECT_LE(taken, 200 + 200 / 10) << "a tenth of a limit";
}

TEST_F(KeyLimitsTest, AreToldByAProcessThatEnds) {
    {
        KeyLimits limits{redis, usual, clock()};
        for (int call = 0; call < 20; ++call) limits.charge(key, 1, 1);
    }
    KeyLimits next{redis, usual, clock()};
    EXPECT_EQ(next.used(key).weight, 20);
    EXPECT_EQ(next.used(key).orders_day, 20);
}

TEST_F(KeyLimitsTest, AreToldWhenRedisIsBack) {
    KeyLimits limits{redis, usual, clock()};
    server.stop();
    for (int call = 1; call <= 200; ++call) EXPECT_EQ(limits.charge(key, 1, 1).orders_10s, call);
    EXPECT_TRUE(limits.charge(key, 1, 1).excess) << "they hold meanwhile";
    server.start();
    Redis theirs{server.url(), 5s};
    wait_until("what was counted meanwhile", [&] {
        KeyLimits other_process{theirs, usual, clock()};
        return other_process.used(key).orders_day == 200;
    });
    EXPECT_TRUE(limits.charge(key, 1, 1).excess);
}

// Whoever has waited for a silent Redis until a window was over voids nothing of the next one.
TEST_F(KeyLimitsTest, OfANewWindowOutliveACallThatBeganBeforeIt) {
    Redis impatient{server.url(), 400ms};
    std::atomic<int> looks = 0;
    KeyLimits limits{impatient, usual, [&] {
                         ++looks;
                         return now.load();
                     }};
    now = now.load() + 48s + 550ms;
    redis.command({"CLIENT", "PAUSE", "5000", "ALL"});
    std::thread first{[&] { limits.charge(key, 1); }};
    wait_until("the first to ask Redis", [&] { return looks > 0; });
    std::this_thread::sleep_for(200ms);
    // It asks as long as nobody knows that Redis is silent, and learns it last.
    std::thread second{[&] { limits.charge(key, 1); }};
    wait_until("the second to ask Redis", [&] { return looks > 1; });
    first.join();
    now = now.load() + 100ms;
    limits.charge(key, 20);
    second.join();
    EXPECT_GE(limits.charge(key, 1).weight, 21);
}

}  // namespace
}  // namespace cambio::test
