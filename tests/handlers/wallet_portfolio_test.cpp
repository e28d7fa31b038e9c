// The chart of a portfolio by the hour: that it begins with the first hour, and what it is made of.
#include "handlers/wallet_fixture.h"
#include "support/contracts.h"

namespace cambio {
namespace {

using testing::ElementsAre, testing::Not, testing::IsEmpty;

constexpr const char* portfolio = "/api/v3/wallet/portfolio";

class HourlyPortfolio : public WalletPages {
  protected:
    /// What the job would have written so many hours ago.
    static void hour(const Person& person, int hours_ago, const char* spot) {
        world->superuser().run(R"sql(
            insert into balance_hours (client_id, hour, spot, future, funding, earn, taken_at)
            select $1, date_trunc('hour', at, 'UTC'), $3, 1, 2, 3, at
              from (select now() - make_interval(hours => $2::integer) as at) t)sql",
                               {person.id, hours_ago, spot});
    }
    static void start_of_day(const Person& person, int hours_ago, const char* spot) {
        world->superuser().run(R"sql(
            insert into balance_snapshots (client_id, day, spot, future, funding, earn, taken_at)
            select $1, (at at time zone 'UTC')::date, $3, 0, 0, 0, at
              from (select now() - make_interval(hours => $2::integer) as at) t)sql",
                               {person.id, hours_ago, spot});
    }
    static std::vector<std::string> totals(const Person& person, const char* range) {
        std::vector<std::string> list;
        std::string last;
        const auto points = got(person, portfolio, {{"range", range}})["points"];
        for (const auto& point : points) {
            EXPECT_LE(last, point["at"].asString()) << "the oldest first";
            last = point["at"].asString();
            EXPECT_EQ(point["day"].asString(), last.substr(0, 10));
            list.push_back(point["total"].asString());
        }
        return list;
    }
};

TEST_F(HourlyPortfolio, AnHourAfterTheSignUpItIsALine) {
    auto anna = person().with("USDT", "250").with("BTC", "0.01");
    EXPECT_THAT(totals(anna, "24H"), ElementsAre("750")) << "there is no hour yet";
    world->token(anna);
    ASSERT_EQ(world->job("snapshot_balances"), 0);
    for (const char* table : {"balance_hours", "balance_snapshots"})
        world->superuser().run((std::string{"update "} + table +
                                " set taken_at = taken_at - interval '1 hour' where client_id = $1")
                                   .c_str(),
                               {anna.id});
    world->superuser().run(
        "update balance_hours set hour = hour - interval '1 hour' where client_id = $1", {anna.id});
    anna.with("USDT", "100");
    for (const char* range : {"24H", "7D"})
        EXPECT_THAT(totals(anna, range), ElementsAre("750", "850")) << range;
}

TEST_F(HourlyPortfolio, ARangeHasItsHoursAndThenWhatIsThereNow) {
    const auto anna = person().with("USDT", "1000");
    hour(anna, 24 * 7 + 1, "1");
    hour(anna, 24 * 7 - 1, "10");
    hour(anna, 25, "20");
    hour(anna, 23, "30");
    hour(anna, 1, "40");
    EXPECT_THAT(totals(anna, "24H"), ElementsAre("36", "46", "1000"));
    EXPECT_THAT(totals(anna, "7D"), ElementsAre("16", "26", "36", "46", "1000"));
    const auto point = got(anna, portfolio, {{"range", "24H"}})["points"][0];
    EXPECT_EQ(point["spot"].asString(), "30");
    EXPECT_EQ(point["future"].asString(), "1");
    EXPECT_EQ(point["funding"].asString(), "2");
    EXPECT_EQ(point["earn"].asString(), "3");
    // Nobody sees another's.
    EXPECT_THAT(totals(person(), "7D"), ElementsAre("0"));
}

TEST_F(HourlyPortfolio, WhereNoHoursWereWrittenAreTheStartsOfDays) {
    const auto anna = person().with("USDT", "1000");
    start_of_day(anna, 24 * 9, "1");
    start_of_day(anna, 24 * 3, "300");
    start_of_day(anna, 24 * 2, "200");
    hour(anna, 24 * 2, "201");
    hour(anna, 2, "500");
    EXPECT_THAT(totals(anna, "7D"), ElementsAre("300", "207", "506", "1000"));
}

TEST_F(HourlyPortfolio, ALongRangeIsByTheDay) {
    const auto anna = person().with("USDT", "1000");
    start_of_day(anna, 24 * 80, "80");
    start_of_day(anna, 24 * 20, "20");
    hour(anna, 2, "500");
    EXPECT_THAT(totals(anna, "30D"), ElementsAre("20", "1000"));
    EXPECT_THAT(totals(anna, "90D"), ElementsAre("80", "20", "1000"));
    expect_error(ask(anna, portfolio, {{"range", "48H"}}), 400, "invalid_parameter", "range");
    expect_error(ask(anna, portfolio, {{"range", "24H"}, {"days", "7"}}), 400, "invalid_parameter",
                 "range");
}

TEST_F(HourlyPortfolio, AnHourCountsWhatPositionsWouldWin) {
    const auto anna = person().with("USDT", "1000", ledger::Wallet::future);
    world->token(anna);
    test::make_contract(*world, "H0");
    test::mark(*world, "H0USDT", "50000");
    test::open(*world, anna, {.pair = "H0USDT"});
    test::mark(*world, "H0USDT", "51000");
    ASSERT_EQ(world->job("snapshot_balances"), 0);
    // 0.02 × 1000 more than the cash.
    const auto points = got(anna, portfolio, {{"range", "24H"}})["points"];
    ASSERT_THAT(points, Not(IsEmpty()));
    EXPECT_EQ(points[0]["future"].asString(), "1020");
}

}  // namespace
}  // namespace cambio
