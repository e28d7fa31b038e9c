// What clients own at the start of each day and of each hour: of whom it is written, and how long.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/builders.h"

namespace cambio::test {
namespace {

using testing::ElementsAre, testing::IsEmpty;

class SnapshotBalances : public testing::Test {
  protected:
    void TearDown() override { expect_books_balance(world); }

    void run() { ASSERT_EQ(world.job("snapshot_balances"), 0); }
    /// A session that was used so many days ago.
    void seen(const Person& person, int days_ago, const char* revoked = "") {
        world.superuser().run(R"sql(
            insert into sessions (client_id, expires_at, last_seen_at, revoked_at)
            values ($1, now() + interval '1 day', now() - make_interval(days => $2::integer),
                    nullif($3, '')::timestamptz))sql",
                              {person.id, days_ago, revoked});
    }
    /// What is written of a client: the worth of the four wallets, the oldest first.
    std::vector<std::string> hours(const Person& person) {
        return texts(R"sql(
            select concat_ws(' ', trim_scale(spot), trim_scale(future), trim_scale(funding),
                             trim_scale(earn)) as text
              from balance_hours where client_id = $1 order by hour)sql",
                     person);
    }
    std::vector<std::string> days(const Person& person) {
        return texts("select trim_scale(spot) as text from balance_snapshots where client_id = $1",
                     person);
    }
    std::vector<std::string> texts(const char* sql, const Person& person) {
        std::vector<std::string> list;
        for (const auto row : world.superuser().run(sql, {person.id}))
            list.push_back(row.str("text"));
        return list;
    }
    /// An hour that was written so many hours ago.
    void wrote(const Person& person, int hours_ago, const char* spot) {
        world.superuser().run(R"sql(
            insert into balance_hours (client_id, hour, spot, future, funding, earn, taken_at)
            select $1, date_trunc('hour', at, 'UTC'), $3, 0, 0, 0, at
              from (select now() - make_interval(hours => $2::integer) as at) t)sql",
                              {person.id, hours_ago, spot});
    }

    World world;
    Person ann = world.client("ann@example.com");
};

TEST_F(SnapshotBalances, WritesADayAndAnHourWithEachWalletAtTheLastPrice) {
    world.quote("BTCUSDT", "50000");
    ann.with("USDT", "100").with("BTC", "0.01");
    ann.with("USDT", "30", ledger::Wallet::future).with("BTC", "0.002", ledger::Wallet::funding);
    seen(ann, 0);
    run();
    EXPECT_THAT(hours(ann), ElementsAre("600 30 100 0"));
    EXPECT_THAT(days(ann), ElementsAre("600"));
}

TEST_F(SnapshotBalances, WritesAnHourOnce) {
    ann.with("USDT", "100");
    seen(ann, 0);
    run();
    ann.with("USDT", "1");
    run();
    EXPECT_EQ(hours(ann).front(), "100 0 0 0");
    EXPECT_EQ(days(ann).front(), "100");
}

TEST_F(SnapshotBalances, WritesHoursOfThoseAloneWhoHaveBeenHereInEightDays) {
    auto ben = world.client("ben@example.com"), cid = world.client("cid@example.com"),
         dan = world.client("dan@example.com"), eve = world.client("eve@example.com");
    for (auto* person : {&ann, &ben, &cid, &dan, &eve}) person->with("USDT", "100");
    seen(ann, 7);
    seen(ben, 9);
    // Whoever signs out each evening has a line of the night, too.
    seen(cid, 1, "yesterday");
    // A program is here, and its owner is not.
    world.superuser().run(R"sql(
        with session as (
            insert into sessions (client_id, kind, expires_at, last_seen_at)
            values ($1, 'key', 'infinity', now() - interval '90 days') returning id)
        insert into api_keys (client_id, session_id, public_id, label, kind, public_key, may_trade,
                              last_used_at)
        select $1, id, repeat('a', 64), 'bot', 'ed25519', decode(repeat('00', 32), 'hex'), false,
               now() - interval '1 hour'
          from session)sql",
                          {eve.id});
    run();
    for (const auto* person : {&ann, &cid, &eve})
        EXPECT_THAT(hours(*person), ElementsAre("100 0 0 0")) << person->email;
    for (const auto* person : {&ben, &dan}) EXPECT_THAT(hours(*person), IsEmpty()) << person->email;
    for (const auto* person : {&ann, &ben, &cid, &dan, &eve})
        EXPECT_THAT(days(*person), ElementsAre("100")) << person->email;
}

TEST_F(SnapshotBalances, WritesNothingOfNothingButThatItIsGone) {
    auto ben = world.client("ben@example.com");
    for (const auto* person : {&ann, &ben}) seen(*person, 0);
    wrote(ben, 2, "70");
    run();
    EXPECT_THAT(hours(ann), IsEmpty());
    EXPECT_THAT(hours(ben), ElementsAre("70 0 0 0", "0 0 0 0"));
}

TEST_F(SnapshotBalances, DeletesHoursAfterEightDays) {
    ann.with("USDT", "3");
    seen(ann, 0);
    auto ben = world.client("ben@example.com");
    for (const auto* person : {&ann, &ben}) {
        wrote(*person, 24 * 9, "1");
        wrote(*person, 24 * 7 + 12, "2");
    }
    run();
    EXPECT_THAT(hours(ann), ElementsAre("2 0 0 0", "3 0 0 0"));
    EXPECT_THAT(hours(ben), ElementsAre("2 0 0 0"));
}

}  // namespace
}  // namespace cambio::test
