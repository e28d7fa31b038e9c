// Which prices meet an alert, and that its owner hears of it once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "markets/price_alerts.h"
#include "support/builders.h"

namespace cambio::test {
namespace {

using markets::AlertKind, markets::NewPriceAlert;
using std::chrono::seconds, std::chrono::minutes;

class MeetPriceAlerts : public testing::Test {
  protected:
    MeetPriceAlerts() { world.quote("BTCUSDT", "50000"); }

    PriceAlertId alert(const Person& person, AlertKind kind, const char* price) {
        NewPriceAlert wanted;
        wanted.market = world.market("BTCUSDT");
        wanted.kind = kind;
        wanted.price = dec(price);
        wanted.price_then = dec("50000");
        return make(person, wanted);
    }
    PriceAlertId move(const Person& person, const char* percent, std::int64_t within) {
        NewPriceAlert wanted;
        wanted.market = world.market("BTCUSDT");
        wanted.kind = AlertKind::move;
        wanted.percent = dec(percent);
        wanted.minutes = within;
        wanted.price_then = dec("50000");
        return make(person, wanted);
    }
    PriceAlertId make(const Person& person, const NewPriceAlert& wanted) {
        pg::Transaction tx{world.app()};
        const auto made = markets::make_price_alert(tx, person.id, wanted);
        tx.commit();
        return made.id;
    }
    /// A trade at the provider, so long ago.
    void trade(const char* price, seconds ago = seconds{0}) {
        world.superuser().run(
            "insert into provider_trades (market_id, trade_id, price, quantity, side, at) "
            "values ($1, $2, $3, 1, 1, clock_timestamp() - make_interval(secs => $4))",
            {world.market("BTCUSDT"), std::to_string(++trades), dec(price), ago.count()});
    }
    void candle(const char* low, const char* high, minutes ago) {
        world.superuser().run(
            "insert into candles (market_id, span, opened_at, open, high, low, close, volume, "
            "closed) values ($1, 1, date_trunc('minute', now()) - make_interval(mins => $2), $3, "
            "$4, $3, $4, 1, true)",
            {world.market("BTCUSDT"), ago.count(), dec(low), dec(high)});
    }
    /// The alert was made so long ago.
    void age(PriceAlertId id, minutes ago) {
        world.superuser().run(
            "update price_alerts set created_at = now() - make_interval(mins => $2) where id = $1",
            {id, ago.count()});
    }
    void look() {
        std::string log;
        ASSERT_EQ(run_job("meet_price_alerts", world.config().path(), {"--once"}, &log), 0) << log;
    }
    /// At which price it was met; empty: it waits.
    std::string met(PriceAlertId id) {
        return world.app()
            .run(
                "select coalesce(trim_scale(met_price)::text, '') as v from price_alerts "
                "where id = $1",
                {id})[0]
            .str("v");
    }
    std::int64_t told(const Person& person, const char* kind) {
        const auto rows = world.app().run(
            "select (select count(*) from notifications where client_id = $1 and kind = $2) as "
            "bell, (select count(*) from outgoing_mails where client_id = $1 and name = $2) as "
            "mail",
            {person.id, kind});
        EXPECT_EQ(rows[0].integer("bell"), rows[0].integer("mail"));
        return rows[0].integer("bell");
    }

    /// How many rows of that table and its partitions were read so far.
    std::int64_t read(const char* table) {
        auto& superuser = world.superuser();
        superuser.run("select pg_stat_force_next_flush()");
        return superuser
            .run(
                "select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0) as n "
                "from pg_stat_user_tables where relname like $1 || '%'",
                {table})[0]
            .integer("n");
    }

    World world;
    int trades = 0;
    Person anna = world.client("anna@example.com");
};

TEST_F(MeetPriceAlerts, TellsOnceWhenThePriceGetsThere) {
    const auto above = alert(anna, AlertKind::above, "51000");
    const auto below = alert(anna, AlertKind::below, "49000");
    world.quote("BTCUSDT", "50999.9");
    look();
    EXPECT_EQ(met(above), "");
    world.quote("BTCUSDT", "51000");
    for (int again = 0; again < 3; ++again) look();
    EXPECT_EQ(met(above), "51000");
    EXPECT_EQ(met(below), "");
    EXPECT_EQ(told(anna, "price_alert_above"), 1);
    const auto data = world.app().run(
        "select data ->> 'pair' as pair, data ->> 'price' as price, data ->> 'last' as last, "
        "data ->> 'coin' as coin from notifications");
    EXPECT_EQ(data[0].str("pair"), "BTCUSDT");
    EXPECT_EQ(data[0].str("coin"), "BTC");
    EXPECT_EQ(data[0].str("price"), "51000");
    world.quote("BTCUSDT", "48000");
    look();
    EXPECT_EQ(met(below), "48000");
    EXPECT_EQ(told(anna, "price_alert_below"), 1);
    EXPECT_EQ(told(anna, "price_alert_above"), 1);
}

TEST_F(MeetPriceAlerts, ATradeBetweenTwoLooksCounts) {
    const auto above = alert(anna, AlertKind::above, "51000");
    const auto below = alert(anna, AlertKind::below, "49000");
    look();
    trade("51200");
    trade("48800");
    look();
    EXPECT_EQ(met(above), "51200");
    EXPECT_EQ(met(below), "48800");
}

TEST_F(MeetPriceAlerts, ATradeBeforeTheAlertDoesNotCount) {
    look();
    trade("51200", seconds{5});
    const auto above = alert(anna, AlertKind::above, "51000");
    look();
    EXPECT_EQ(met(above), "");
}

TEST_F(MeetPriceAlerts, WhatHappenedWhileNobodyLookedIsNotLost) {
    const auto above = alert(anna, AlertKind::above, "51000");
    look();
    age(above, minutes{30});
    world.superuser().run(
        "update job_marks set at = now() - interval '20 minutes' "
        "where name = 'price_alerts'");
    trade("51500", seconds{600});
    look();
    EXPECT_EQ(met(above), "51500");
}

TEST_F(MeetPriceAlerts, AMoveIsMeasuredWithinItsTime) {
    const auto hour = move(anna, "5", 60);
    const auto minute = move(anna, "5", 5);
    for (const auto id : {hour, minute}) age(id, minutes{90});
    candle("47500", "50000", minutes{30});
    world.quote("BTCUSDT", "49800");
    look();
    EXPECT_EQ(met(hour), "") << "4.84 % above the lowest";
    world.quote("BTCUSDT", "49875");
    look();
    EXPECT_EQ(met(hour), "49875") << "5 % above the lowest of the hour";
    EXPECT_EQ(met(minute), "");
    EXPECT_EQ(told(anna, "price_alert_move"), 1);

    const auto falls = move(anna, "10", 60);
    age(falls, minutes{90});
    world.quote("BTCUSDT", "45000");
    look();
    EXPECT_EQ(met(falls), "45000") << "10 % below the highest of the hour";
}

TEST_F(MeetPriceAlerts, AMoveBeforeTheAlertDoesNotCount) {
    candle("40000", "60000", minutes{2});
    const auto fresh = move(anna, "5", 60);
    look();
    EXPECT_EQ(met(fresh), "");
    world.quote("BTCUSDT", "52500");
    look();
    EXPECT_EQ(met(fresh), "52500") << "5 % above the price of then";
}

TEST_F(MeetPriceAlerts, ManyAlertsDoNotReadADayOfCandlesEach) {
    constexpr int minutes_of_day = 1440;
    world.superuser().run(
        "insert into candles select $1, 1, date_trunc('minute', now()) - make_interval(mins => n), "
        "50000, 50100, 49900, 50000, 1, true from generate_series(1, $2::int) n",
        {world.market("BTCUSDT"), minutes_of_day});
    for (int n = 0; n < markets::max_price_alerts; ++n)
        age(move(anna, "50", minutes_of_day), minutes{1000 + n});
    const auto before = read("candles_");
    look();
    EXPECT_LE(read("candles_") - before, 2 * minutes_of_day);
}

TEST_F(MeetPriceAlerts, ManyAlertsThatATradeCameTooEarlyForDoNotReadAllTradesEach) {
    constexpr int many = 500;
    look();
    world.superuser().run(
        "insert into fills (market_id, seq, position, taker_order, taker_side, price, quantity, "
        "taker_fee, maker_fee, at) select $1, n, 0, n, 1, "
        "case when n < $2 then 51200 else 50000 end, 1, 0, 0, clock_timestamp() from "
        "generate_series(1, $2::int) n",
        {world.market("BTCUSDT"), many});
    for (int n = 0; n < markets::max_price_alerts; ++n) alert(anna, AlertKind::above, "51000");
    const auto before = read("fills");
    look();
    EXPECT_LE(read("fills") - before, 4 * many);
    EXPECT_EQ(told(anna, "price_alert_above"), 0);
}

TEST_F(MeetPriceAlerts, MailsOfAlertsAreBounded) {
    const auto many = markets::max_alert_mails + 5;
    for (std::int64_t n = 0; n < many; ++n) alert(anna, AlertKind::above, "51000");
    const auto ben = world.client("ben@example.com");
    alert(ben, AlertKind::above, "51000");
    world.quote("BTCUSDT", "51000");
    look();
    const auto counted = [&](const char* sql, const Person& person) {
        return world.app().run(sql, {person.id})[0].integer("n");
    };
    const char* bell = "select count(*) as n from notifications where client_id = $1";
    const char* mails = "select count(*) as n from outgoing_mails where client_id = $1";
    EXPECT_EQ(counted(bell, anna), many);
    EXPECT_EQ(counted(mails, anna), markets::max_alert_mails);
    EXPECT_EQ(counted(mails, ben), 1) << "what one has used up is not another's";
}

TEST_F(MeetPriceAlerts, AFrozenClientIsToldAfterwards) {
    const auto above = alert(anna, AlertKind::above, "51000");
    world.superuser().run("update clients set status = 'FREEZE_ACCOUNT'");
    world.quote("BTCUSDT", "52000");
    look();
    EXPECT_EQ(met(above), "");
    world.superuser().run("update clients set status = 'ACTIVE'");
    look();
    EXPECT_EQ(met(above), "52000");
}

TEST_F(MeetPriceAlerts, AreForgottenAMonthAfterTheyWereMet) {
    const auto old = alert(anna, AlertKind::above, "51000");
    const auto young = alert(anna, AlertKind::above, "51000");
    world.quote("BTCUSDT", "51000");
    look();
    world.superuser().run(
        "update price_alerts set met_at = now() - interval '31 days' where id = $1", {old});
    look();
    const auto left = world.app().run("select id from price_alerts");
    ASSERT_EQ(left.size(), 1);
    EXPECT_EQ(left[0].integer("id"), young.value);
}

}  // namespace
}  // namespace cambio::test
