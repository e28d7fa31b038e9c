// Which addresses are banned, for how long, and what becomes of bans without Redis.
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "fcgi/weights.h"
#include "redis/redis.h"
#include "support/redis_server.h"

namespace cambio::fcgi {
namespace {

using namespace std::chrono_literals;

constexpr int max_refusals = 600;

class AddressWeightsTest : public testing::Test {
  protected:
    AddressWeights process(int factor = 1) {
        return {redis, factor, [this] { return now; }};
    }
    /// The minute's weight at once, which is let in.
    static void use_up(AddressWeights& weights, const std::string& address) {
        EXPECT_EQ(weights.charge_or_ban(address, weights.most()).wait, 0s);
    }
    /// How many of so many calls were refused without a ban.
    static int refused(AddressWeights& weights, const std::string& address, int calls) {
        int number = 0;
        for (int call = 0; call < calls; ++call) {
            const auto use = weights.charge_or_ban(address, 1);
            if (use.wait > 0s && !use.banned()) ++number;
        }
        return number;
    }
    static AddressWeights::Use ban(AddressWeights& weights, const std::string& address) {
        use_up(weights, address);
        EXPECT_EQ(refused(weights, address, max_refusals), max_refusals);
        return weights.charge_or_ban(address, 1);
    }

    test::RedisServer server;
    Redis redis{server.url(), 5s};  // a busy machine is no absent Redis
    pg::Time now{std::chrono::sys_days{std::chrono::November / 30 / 2026} + 12h + 10s + 400ms};
    const std::string ip = "192.0.2.1";
};

TEST_F(AddressWeightsTest, WhoWaitsAsToldIsNeverBanned) {
    auto weights = process();
    for (int minute = 0; minute < 5; ++minute) {
        use_up(weights, ip);
        // Whatever was under way as the first refusal came.
        EXPECT_EQ(refused(weights, ip, max_refusals), max_refusals);
        now += weights.charge(ip, 0).wait;
    }
    EXPECT_EQ(weights.charge_or_ban(ip, 1).weight, 1);
}

TEST_F(AddressWeightsTest, WhoGoesOnIsBannedByAllProcessesUntilItsTime) {
    auto weights = process(), other = process();
    const auto use = ban(weights, ip);
    EXPECT_EQ(use.wait, 120s);
    EXPECT_EQ(use.banned_until, std::chrono::floor<std::chrono::seconds>(now) + 2min);
    EXPECT_EQ(other.charge_or_ban(ip, 1).banned_until, use.banned_until);
    EXPECT_FALSE(weights.charge_or_ban("192.0.2.2", 1).banned());
    // Whoever asks on is not banned for longer, and not any more when the time has come.
    now += 119s;
    EXPECT_EQ(refused(weights, ip, 2000), 0);
    for (auto* each : {&weights, &other}) EXPECT_EQ(each->charge_or_ban(ip, 1).wait, 1s);
    now += 1s;
    for (auto* each : {&weights, &other}) {
        const auto after = each->charge_or_ban(ip, 1);
        EXPECT_FALSE(after.banned());
        EXPECT_EQ(after.wait, 0s);
    }
}

TEST_F(AddressWeightsTest, EachBanIsLongerUpToThreeDays) {
    auto weights = process();
    for (const auto length : {2min, 10min, 60min, 360min, 1440min, 4320min, 4320min}) {
        const auto use = ban(weights, ip);
        ASSERT_EQ(use.wait, length);
        now += length;
    }
    EXPECT_EQ(ban(weights, "192.0.2.2").wait, 2min) << "another one's first";
}

TEST_F(AddressWeightsTest, ABanIsOfAWholeNetworkOfSixthVersion) {
    auto weights = process();
    EXPECT_TRUE(ban(weights, "2001:db8:0:1::1").banned());
    EXPECT_TRUE(weights.charge_or_ban("2001:db8:0:1:ffff::2", 1).banned());
    EXPECT_FALSE(weights.charge_or_ban("2001:db8:0:2::1", 1).banned());
}

TEST_F(AddressWeightsTest, ManyAtOnceAreOneOffence) {
    auto weights = process();
    use_up(weights, ip);
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 8; ++thread)
        threads.emplace_back([&] {
            auto own = process();
            refused(own, ip, max_refusals / 4);
        });
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(weights.charge_or_ban(ip, 1).wait, 2min);
    now += 2min;
    EXPECT_EQ(ban(weights, ip).wait, 10min);
}

TEST_F(AddressWeightsTest, WhereNobodyIsBannedNobodyIsToldOfBans) {
    auto weights = process();
    ban(weights, ip);
    const auto use = weights.charge(ip, 1);
    EXPECT_FALSE(use.banned());
    EXPECT_EQ(use.wait, 50s) << "the minute's weight is used up all the same";
    now += 2min;
    weights.charge(ip, weights.most());
    for (int call = 0; call < 2 * max_refusals; ++call) EXPECT_EQ(weights.charge(ip, 1).wait, 50s);
    EXPECT_FALSE(weights.charge_or_ban(ip, 1).banned());
}

TEST_F(AddressWeightsTest, WithoutRedisNobodyIsBannedAndNoBanEnds) {
    auto weights = process(), other = process();
    ban(weights, ip);
    server.stop();
    EXPECT_TRUE(weights.charge_or_ban(ip, 1).banned());
    // What the other process knows of is counted there: nobody is let in beyond it.
    use_up(other, ip);
    EXPECT_EQ(refused(other, ip, 3 * max_refusals), 3 * max_refusals);
    now += 2min;
    EXPECT_EQ(weights.charge_or_ban(ip, 1).wait, 0s);
    server.start();
    test::wait_until("Redis to be heard", [&] { return redis.ping(); });
    EXPECT_EQ(ban(weights, ip).wait, 2min) << "which has forgotten the first one";
}

TEST_F(AddressWeightsTest, MultipliesItsLimits) {
    auto weights = process(2);
    EXPECT_EQ(weights.most(), 2 * address_weight_per_minute);
    use_up(weights, ip);
    EXPECT_EQ(refused(weights, ip, 2 * max_refusals), 2 * max_refusals);
    EXPECT_TRUE(weights.charge_or_ban(ip, 1).banned());
}

}  // namespace
}  // namespace cambio::fcgi
