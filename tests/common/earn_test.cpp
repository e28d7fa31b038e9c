// The rules of interest and of due times as worked examples: each figure is derived in the comment
// beside it. Rates are invented.
#include <gtest/gtest.h>

#include "earn/interest.h"
#include "earn/schedule.h"
#include "support/builders.h"

namespace cambio::earn {
namespace {

using test::dec;
using namespace std::chrono_literals;
using std::chrono::sys_days;

sys_days on(int year, unsigned month, unsigned day) {
    return sys_days{std::chrono::year{year} / std::chrono::month{month} / std::chrono::day{day}};
}

struct InterestExample {
    const char* balance;
    const char* apr;
    const char* interest;
};

// balance × apr / 36500, down to 18 places
constexpr InterestExample interests[] = {
    {"36500", "1", "1"},
    {"1000", "3.65", "0.1"},
    {"10000", "3.25", "0.89041095890410958"},  // 32500 / 36500 = 0.890410958904109589…
    {"1", "0.32", "0.00000876712328767"},      // 0.32 / 36500 = 0.000008767123287671…
    {"0.000000000000000001", "1000", "0"},     // 1000 units / 36500: less than one
    {"0.0000000000000001", "730", "0.000000000000000002"},  // 100 × 730 / 36500 = 2 units
    {"0", "3", "0"},
};

TEST(Interest, IsThatOfADayRoundedDown) {
    for (const auto& row : interests) {
        const Decimal found = daily_interest(dec(row.balance), dec(row.apr));
        EXPECT_GE(found, dec(row.interest)) << row.balance << " at " << row.apr;
        EXPECT_LT(found - dec(row.interest), dec("0.00000000000000001")) << row.balance;
        // Never more than the exact amount: found × 36500 <= balance × apr.
        EXPECT_LE(Decimal::multiply(found, Decimal::of(36500), Rounding::up),
                  Decimal::multiply(dec(row.balance), dec(row.apr), Rounding::up));
    }
}

TEST(Interest, RisesWithTheTermToFourTimesTheRate) {
    const std::pair<int, const char*> rates[] = {{0, "3.2"},    {5, "4"},     {10, "4.8"},
                                                 {15, "5.6"},   {30, "6.4"},  {60, "8"},
                                                 {120, "10.4"}, {180, "12.8"}};
    for (const auto& [days, rate] : rates) EXPECT_EQ(rate_of(dec("3.2"), days), dec(rate)) << days;
    EXPECT_EQ(highest_rate(dec("3.2")), dec("12.8"));
    EXPECT_FALSE(offered(1));
    EXPECT_FALSE(offered(-5));
    EXPECT_TRUE(offered(120));
    EXPECT_THROW(rate_of(dec("1"), 7), std::logic_error);
}

TEST(Interest, BeginsOnTheDayAfter) {
    EXPECT_EQ(first_day(on(2026, 2, 27) + 0s), on(2026, 2, 28));
    EXPECT_EQ(first_day(on(2026, 2, 28) + 23h + 59min + 59s), on(2026, 3, 1));
    EXPECT_EQ(first_day(on(2028, 2, 28) + 12h), on(2028, 2, 29));
    EXPECT_EQ(maturity(on(2026, 12, 30), 5), on(2027, 1, 4));
    // Europe's clocks change on 29 March 2026: five days are five days.
    EXPECT_EQ(maturity(first_day(on(2026, 3, 27) + 22h), 5), on(2026, 4, 2));
}

TEST(Interest, CompoundsFlexibleAndNotTerms) {
    // 36500 at 1 %: a day brings 1, the next 36501 / 36500 = 1.000027397260273972…
    Standing flexible{0, dec("36500"), dec("36500"), {}, on(2026, 1, 1), {}};
    EXPECT_EQ(flexible.count(dec("1")), dec("1"));
    EXPECT_EQ(flexible.count(dec("1")), dec("1.000027397260273972"));
    EXPECT_EQ(flexible.owed, dec("2.000027397260273972"));
    EXPECT_EQ(flexible.next, on(2026, 1, 3));
    Standing term{5, dec("36500"), dec("36500"), {}, on(2026, 1, 1), on(2026, 1, 6)};
    EXPECT_EQ(term.count(dec("1")), dec("1"));
    EXPECT_EQ(term.count(dec("1")), dec("1"));
}

TEST(Interest, IsTheSameWhetherItIsPaidDailyOrCaughtUp) {
    Standing daily{0, dec("1234.5678"), dec("1234.5678"), {}, on(2026, 1, 1), {}};
    Standing late = daily;
    for (int day = 0; day < 40; ++day) {
        daily.count(dec("3.25"));
        daily.balance += daily.owed;
        daily.owed = {};
        late.count(dec("3.25"));
    }
    EXPECT_EQ(daily.balance, late.balance + late.owed);
}

TEST(Interest, CountsDaysThatAreOverUntilTheTermIs) {
    const Standing term{5, dec("1"), dec("1"), {}, on(2026, 1, 5), on(2026, 1, 6)};
    EXPECT_FALSE(term.due(on(2026, 1, 5))) << "today is not over";
    EXPECT_TRUE(term.due(on(2026, 1, 6)));
    EXPECT_FALSE(term.mature(on(2026, 1, 5)));
    EXPECT_TRUE(term.mature(on(2026, 1, 6)));
    Standing counted = term;
    counted.count(dec("1"));
    EXPECT_FALSE(counted.due(on(2026, 2, 1))) << "no interest after the term";
    const Standing flexible{0, dec("1"), dec("1"), {}, on(2026, 1, 5), {}};
    EXPECT_FALSE(flexible.mature(on(2030, 1, 1)));
}

// -- Due times
// --------------------------------------------------------------------------------------

struct DueExample {
    Schedule schedule;
    pg::Time now;
    pg::Time first, second, third;
};

// 2026-11-22 is a Sunday.
const DueExample dues[] = {
    {{Cycle::daily}, on(2026, 11, 22) + 1h, on(2026, 11, 23), on(2026, 11, 24), on(2026, 11, 25)},
    {{Cycle::daily}, on(2026, 12, 31) + 0h, on(2027, 1, 1), on(2027, 1, 2), on(2027, 1, 3)},
    // Mon after a Sunday is tomorrow; on a Monday it is a week ahead.
    {{Cycle::weekly, 1},
     on(2026, 11, 22) + 1h,
     on(2026, 11, 23),
     on(2026, 11, 30),
     on(2026, 12, 7)},
    {{Cycle::weekly, 1},
     on(2026, 11, 23) + 1h,
     on(2026, 11, 30),
     on(2026, 12, 7),
     on(2026, 12, 14)},
    {{Cycle::weekly, 7},
     on(2026, 11, 22) + 1h,
     on(2026, 11, 29),
     on(2026, 12, 6),
     on(2026, 12, 13)},
    {{Cycle::bi_weekly, 1},
     on(2026, 11, 22) + 1h,
     on(2026, 11, 30),
     on(2026, 12, 14),
     on(2026, 12, 28)},
    {{Cycle::bi_weekly, 7},
     on(2026, 11, 22) + 1h,
     on(2026, 12, 6),
     on(2026, 12, 20),
     on(2027, 1, 3)},
    {{Cycle::monthly, 0, 1},
     on(2026, 11, 22) + 1h,
     on(2026, 12, 1),
     on(2027, 1, 1),
     on(2027, 2, 1)},
    {{Cycle::monthly, 0, 22},
     on(2026, 11, 22) + 1h,
     on(2026, 12, 22),
     on(2027, 1, 22),
     on(2027, 2, 22)},
    // The 31st: the last day of shorter months, and the 31st again after them.
    {{Cycle::monthly, 0, 31},
     on(2027, 1, 31) + 1h,
     on(2027, 2, 28),
     on(2027, 3, 31),
     on(2027, 4, 30)},
    {{Cycle::monthly, 0, 30},
     on(2028, 1, 31) + 1h,
     on(2028, 2, 29),
     on(2028, 3, 30),
     on(2028, 4, 30)},
    {{Cycle::monthly, 0, 31},
     on(2026, 11, 30) + 23h,
     on(2026, 12, 31),
     on(2027, 1, 31),
     on(2027, 2, 28)},
    {{Cycle::hour},
     on(2026, 11, 22) + 23h + 30min + 1s + 5ms,
     on(2026, 11, 23) + 30min + 1s,
     on(2026, 11, 23) + 90min + 1s,
     on(2026, 11, 23) + 150min + 1s},
    {{Cycle::four_hours},
     on(2026, 11, 22) + 1h,
     on(2026, 11, 22) + 5h,
     on(2026, 11, 22) + 9h,
     on(2026, 11, 22) + 13h},
    {{Cycle::eight_hours},
     on(2026, 11, 22) + 1h,
     on(2026, 11, 22) + 9h,
     on(2026, 11, 22) + 17h,
     on(2026, 11, 23) + 1h},
    // The night of 29 March 2026 has 24 hours, too.
    {{Cycle::twelve_hours},
     on(2026, 3, 28) + 20h,
     on(2026, 3, 29) + 8h,
     on(2026, 3, 29) + 20h,
     on(2026, 3, 30) + 8h},
};

TEST(Schedule, KnowsItsDueTimes) {
    for (const auto& row : dues) {
        const std::string name{name_of(row.schedule.cycle)};
        EXPECT_EQ(pg::iso(first_run(row.schedule, row.now)), pg::iso(row.first)) << name;
        EXPECT_EQ(pg::iso(next_run(row.schedule, row.first)), pg::iso(row.second)) << name;
        EXPECT_EQ(pg::iso(next_run(row.schedule, row.second)), pg::iso(row.third)) << name;
    }
}

TEST(Schedule, FindsTheNewestOfSeveralDueTimes) {
    const Schedule daily{Cycle::daily};
    EXPECT_EQ(newest_due(daily, on(2026, 11, 20), on(2026, 11, 22) + 5h), on(2026, 11, 22) + 0h);
    EXPECT_EQ(newest_due(daily, on(2026, 11, 22), on(2026, 11, 22) + 0h), on(2026, 11, 22) + 0h);
    EXPECT_EQ(newest_due(daily, on(2026, 11, 22), on(2026, 11, 24) - 1s), on(2026, 11, 23) + 0h);
}

TEST(Schedule, ReadsWeekdays) {
    EXPECT_EQ(weekday_of("Mon"), 1);
    EXPECT_EQ(weekday_of("Sun"), 7);
    EXPECT_EQ(weekday_of("sun"), std::nullopt);
    EXPECT_EQ(name_of_weekday(3), "Wed");
}

}  // namespace
}  // namespace cambio::earn
