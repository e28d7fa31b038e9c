// How pushed trades and answered ones are joined, with every order in which they can come.
#include "markets/trade_tail.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cambio::markets {
namespace {

using testing::ElementsAre, testing::IsEmpty;

class Tail : public testing::Test {
  protected:
    static pg::Time at(int second) {
        return pg::Time{std::chrono::seconds{1'800'000'000 + second}};
    }
    static ProviderTrade trade(int second, int id) {
        return {std::to_string(id), Decimal::of(100), Decimal::of(1), true,
                std::chrono::floor<std::chrono::milliseconds>(at(second))};
    }
    static Pushed pushed(int second, int id, int run = 1, std::int64_t count = 1) {
        return {"BTC-USDT", {trade(second, id), count, 0}, run};
    }
    /// An answer with trades of these ids, the newest first, each of the second of its id.
    void answer(int newest, int oldest, int asked_at) {
        std::vector<ProviderTrade> trades;
        for (int id = newest; id >= oldest; --id) trades.push_back(trade(id, id));
        tail.answered(trades, at(asked_at));
    }
    std::vector<std::string> taken() {
        std::vector<std::string> ids;
        for (const auto& one : tail.take()) ids.push_back(one.id);
        return ids;
    }
    int since() const { return seconds(tail.coverage().value().since); }
    int until() const { return seconds(tail.coverage().value().until); }
    static int seconds(pg::Time time) {
        return static_cast<int>(
            std::chrono::duration_cast<std::chrono::seconds>(time - at(0)).count());
    }

    TradeTail tail{{trade(10, 10).at, "10"}, Coverage{at(1), at(10)}};
};

TEST_F(Tail, GrowsByAnswersAlone) {
    answer(14, 8, 15);
    EXPECT_THAT(taken(), ElementsAre("11", "12", "13", "14"));
    EXPECT_EQ(since(), 1);
    EXPECT_EQ(until(), 14);
    answer(14, 8, 30);
    EXPECT_THAT(taken(), IsEmpty());
    EXPECT_EQ(until(), 27) << "nothing was traded";
    EXPECT_FALSE(tail.joins_from());
}

TEST_F(Tail, BeginsItsCoverageAnewWhereAnAnswerDoesNotReachBack) {
    answer(40, 20, 41);
    EXPECT_EQ(since(), 20);
    EXPECT_EQ(until(), 40);
    EXPECT_EQ(taken().size(), 21u);
}

TEST_F(Tail, KeepsWhatIsPushedUntilAnAnswerReachesIt) {
    tail.follow(UnbrokenRun{1, at(12)});
    tail.push(pushed(13, 13));
    tail.push(pushed(14, 14));
    tail.heard(at(30));
    EXPECT_THAT(taken(), IsEmpty());
    EXPECT_EQ(until(), 10);
    answer(12, 9, 14);
    EXPECT_THAT(taken(), ElementsAre("11", "12"));
    EXPECT_FALSE(tail.joined()) << "what was traded before the run may still show";
    answer(13, 9, 15);
    EXPECT_TRUE(tail.joined());
    EXPECT_THAT(taken(), ElementsAre("13", "14"));
    EXPECT_EQ(until(), 14);
    tail.push(pushed(15, 15));
    EXPECT_THAT(taken(), ElementsAre("15"));
    tail.heard(at(30));
    EXPECT_EQ(until(), 27);
    EXPECT_EQ(since(), 1);
}

TEST_F(Tail, TakesNothingTwice) {
    tail.follow(UnbrokenRun{1, at(8)});
    tail.push(pushed(9, 9));
    tail.push(pushed(11, 11));
    answer(12, 5, 14);
    EXPECT_TRUE(tail.joined());
    EXPECT_THAT(taken(), ElementsAre("11", "12"));
    tail.push(pushed(12, 12));
    tail.push(pushed(13, 13));
    EXPECT_THAT(taken(), ElementsAre("13"));
    answer(13, 5, 20);
    EXPECT_THAT(taken(), IsEmpty());
}

TEST_F(Tail, PartsFromARunThatBroke) {
    tail.follow(UnbrokenRun{1, at(8)});
    answer(10, 5, 14);
    ASSERT_TRUE(tail.joined());
    tail.push(pushed(11, 11));
    tail.push(pushed(13, 13, 2));
    tail.follow(UnbrokenRun{2, at(12)});
    EXPECT_FALSE(tail.joined());
    EXPECT_THAT(taken(), ElementsAre("11"));
    tail.heard(at(30));
    EXPECT_EQ(until(), 11) << "12 is missing";
    tail.follow(std::nullopt);
    EXPECT_FALSE(tail.joins_from());
    answer(14, 9, 40);
    EXPECT_FALSE(tail.joined());
    EXPECT_THAT(taken(), ElementsAre("12", "13", "14"));
}

TEST_F(Tail, CountsTradesThatAPushSumsUpOnce) {
    tail.follow(UnbrokenRun{1, at(8)});
    answer(10, 5, 14);
    // 11 to 13, of one moment.
    tail.push(pushed(11, 13, 1, 3));
    EXPECT_THAT(taken(), ElementsAre("13"));
    tail.follow(std::nullopt);
    tail.answered({trade(12, 14), trade(11, 13), trade(11, 12), trade(11, 11), trade(10, 10)},
                  at(15));
    EXPECT_THAT(taken(), ElementsAre("14"));
}

TEST_F(Tail, AsksOnceMoreWhereAPushSumsUpWhatIsKnownInPart) {
    const auto of_one_moment = [](int id) { return trade(11, id); };
    tail.follow(UnbrokenRun{1, at(8)});
    tail.push(pushed(11, 13, 1, 3));
    tail.push(pushed(15, 15));
    tail.answered({of_one_moment(12), of_one_moment(11), trade(10, 10)}, at(14));
    EXPECT_FALSE(tail.joined());
    EXPECT_THAT(taken(), ElementsAre("11", "12"));
    tail.answered({trade(15, 15), of_one_moment(13), of_one_moment(12), of_one_moment(11)}, at(14));
    EXPECT_THAT(taken(), ElementsAre("13", "15"));
    EXPECT_EQ(since(), 1);
}

TEST_F(Tail, KnowsAnotherProviderByItsTimes) {
    tail.answered({trade(12, 3), trade(11, 2)}, at(15));
    EXPECT_THAT(taken(), ElementsAre("2", "3")) << "though their ids are smaller";
}

TEST_F(Tail, NeverKeepsMoreThanItsShare) {
    tail.follow(UnbrokenRun{1, at(8)});
    for (int id = 11; id < 20'000; ++id) tail.push(pushed(id, id));
    EXPECT_THAT(taken(), IsEmpty());
    EXPECT_EQ(until(), 10);
}

}  // namespace
}  // namespace cambio::markets
