// The order book's rules as short stories: what is done, and what the book answers. The language is
// told in matching_teller.h.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "common/matching_teller.h"

namespace cambio::matching {
namespace {

struct Story {
    const char* title;
    const char* steps;
    std::vector<std::string> answers;
};

void PrintTo(const Story& story, std::ostream* out) {
    *out << story.title;
}

class Stories : public testing::TestWithParam<Story> {};

TEST_P(Stories, AreTold) {
    Teller teller;
    EXPECT_EQ(teller.hear(GetParam().steps), GetParam().answers) << GetParam().title;
}

const Story priority[] = {
    {"an order that meets nobody rests", "1 anna buys 5 @ 100", {"1 rests 5"}},
    {"prices that do not meet do not trade",
     "1 anna sells 5 @ 101 | 2 ben buys 5 @ 100",
     {"1 rests 5", "2 rests 5"}},
    {"a trade happens at the maker's price",
     "1 anna sells 5 @ 100 | 2 ben buys 5 @ 110",
     {"1 rests 5", "2 takes 5 of 1 @ 100", "1 done", "2 done"}},
    {"the better price comes first, then the older order",
     "1 anna sells 5 @ 101 | 2 ben sells 5 @ 100 | 3 cleo sells 5 @ 100 | 4 dora buys 12 @ 101",
     {"1 rests 5", "2 rests 5", "3 rests 5", "4 takes 5 of 2 @ 100", "2 done",
      "4 takes 5 of 3 @ 100", "3 done", "4 takes 2 of 1 @ 101 (3 left)", "4 done"}},
    {"a partly filled maker keeps its place",
     "1 anna buys 5 @ 100 | 2 ben buys 5 @ 100 | 3 cleo sells 2 @ 100 | 4 dora sells 4 @ 99",
     {"1 rests 5", "2 rests 5", "3 takes 2 of 1 @ 100 (3 left)", "3 done", "4 takes 3 of 1 @ 100",
      "1 done", "4 takes 1 of 2 @ 100 (4 left)", "4 done"}},
    {"what a taker has left rests at its own price",
     "1 anna sells 2 @ 100 | 2 ben buys 5 @ 103 | 3 cleo sells 1 @ 101",
     {"1 rests 2", "2 takes 2 of 1 @ 100", "1 done", "2 rests 3", "3 takes 1 of 2 @ 103 (2 left)",
      "3 done"}},
    {"a cancelled order trades no more",
     "1 anna sells 5 @ 100 | 2 ben sells 5 @ 100 | cancel 1 | 3 cleo buys 5 @ 100",
     {"1 rests 5", "2 rests 5", "1 cancelled 5 user", "3 takes 5 of 2 @ 100", "2 done", "3 done"}},
    {"cancelling from the middle and the end keeps the queue",
     "1 anna buys 1 @ 9 | 2 ben buys 2 @ 9 | 3 cleo buys 3 @ 9 | cancel 2 | cancel 3 |"
     "4 ben buys 4 @ 9 | 5 dora sells 9 @ 9 ioc",
     {"1 rests 1", "2 rests 2", "3 rests 3", "2 cancelled 2 user", "3 cancelled 3 user",
      "4 rests 4", "5 takes 1 of 1 @ 9", "1 done", "5 takes 4 of 4 @ 9", "4 done",
      "5 cancelled 4 ioc_remainder"}},
    {"prices a world apart share one book",
     "1 anna sells 1 @ 1000000000000 | 2 ben sells 1 @ 64 | 3 cleo sells 1 @ 63 |"
     "4 dora buys 3 @ 5000",
     {"1 rests 1", "2 rests 1", "3 rests 1", "4 takes 1 of 3 @ 63", "3 done", "4 takes 1 of 2 @ 64",
      "2 done", "4 rests 1"}},
};
INSTANTIATE_TEST_SUITE_P(Priority, Stories, testing::ValuesIn(priority));

const Story time_in_force[] = {
    {"IOC takes what is there and leaves",
     "1 anna sells 2 @ 100 | 2 ben buys 5 @ 100 ioc",
     {"1 rests 2", "2 takes 2 of 1 @ 100", "1 done", "2 cancelled 3 ioc_remainder"}},
    {"IOC with nothing to take", "1 anna buys 5 @ 100 ioc", {"1 cancelled 5 ioc_remainder"}},
    {"FOK takes all, over several levels",
     "1 anna sells 2 @ 100 | 2 ben sells 3 @ 101 | 3 cleo buys 5 @ 101 fok",
     {"1 rests 2", "2 rests 3", "3 takes 2 of 1 @ 100", "1 done", "3 takes 3 of 2 @ 101", "2 done",
      "3 done"}},
    {"or nothing: the third level is beyond its limit",
     "1 anna sells 2 @ 100 | 2 ben sells 2 @ 101 | 3 ben sells 2 @ 102 | 4 cleo buys 5 @ 101 fok",
     {"1 rests 2", "2 rests 2", "3 rests 2", "4 cancelled 5 fok_unfillable"}},
    {"FOK counts the provider, between and behind clients",
     "provider has 9 0 | provider sells 99x1 100x1 101x1 | 1 anna sells 2 @ 100 |"
     "2 ben buys 5 @ 101 fok",
     {"1 rests 2", "2 takes 1 of provider @ 99", "2 takes 2 of 1 @ 100", "1 done",
      "2 takes 1 of provider @ 100", "2 takes 1 of provider @ 101", "2 done"}},
    {"FOK does not count on what the provider cannot pay",
     "provider has 2 0 | provider sells 99x5 | 1 ben buys 3 @ 101 fok",
     {"1 cancelled 3 fok_unfillable"}},
    {"nor on lower levels than the one that it cannot pay any more",
     "provider has 0 250 | provider buys 100x5 40x5 | 1 ben sells 3 @ 1 fok",
     {"1 cancelled 3 fok_unfillable"}},
    {"FOK stops at the client's own order",
     "1 anna sells 2 @ 100 | 2 ben sells 1 @ 100 | 3 anna sells 2 @ 101 | 4 ben buys 3 @ 101 fok",
     {"1 rests 2", "2 rests 1", "3 rests 2", "4 cancelled 3 fok_unfillable"}},
    {"and is content when it is full before",
     "1 anna sells 3 @ 100 | 2 ben sells 1 @ 100 | 3 ben buys 3 @ 101 fok",
     {"1 rests 3", "2 rests 1", "3 takes 3 of 1 @ 100", "1 done", "3 done"}},
    {"post-only rests where it takes nothing",
     "1 anna sells 2 @ 100 | 2 ben buys 5 @ 99 post-only",
     {"1 rests 2", "2 rests 5"}},
    {"and is cancelled where it would take",
     "1 anna sells 2 @ 100 | 2 ben buys 5 @ 100 post-only",
     {"1 rests 2", "2 cancelled 5 post_only_would_cross"}},
    {"from the provider, too",
     "provider has 9 9 | provider sells 100x1 | 1 ben buys 5 @ 100 post-only",
     {"1 cancelled 5 post_only_would_cross"}},
    {"but not from a provider that cannot pay",
     "provider sells 100x1 | 1 ben buys 5 @ 100 post-only",
     {"1 rests 5"}},
};
INSTANTIATE_TEST_SUITE_P(TimeInForce, Stories, testing::ValuesIn(time_in_force));

const Story market[] = {
    {"a market order that nothing fills is refused",
     "1 anna buys 5 @ 100 market",
     {"1 cancelled 5 no_liquidity"}},
    {"it trades inside its protection limit only",
     "1 anna sells 2 @ 100 | 2 ben sells 2 @ 103 | 3 cleo buys 4 @ 102 market",
     {"1 rests 2", "2 rests 2", "3 takes 2 of 1 @ 100", "1 done",
      "3 cancelled 2 market_remainder"}},
    {"beyond the limit there is no liquidity",
     "1 anna buys 2 @ 97 | 2 ben sells 2 @ 98 market",
     {"1 rests 2", "2 cancelled 2 no_liquidity"}},
    {"market and FOK: all or nothing",
     "1 anna buys 2 @ 97 | 2 ben sells 3 @ 90 market fok",
     {"1 rests 2", "2 cancelled 3 fok_unfillable"}},
    {"a budget is spent on whole lots and never overspent",
     "1 anna sells 2 @ 100 | 2 ben sells 5 @ 150 | 3 cleo buys 99 @ 200 market total 649",
     {"1 rests 2", "2 rests 5", "3 takes 2 of 1 @ 100", "1 done", "3 takes 2 of 2 @ 150 (3 left)",
      "3 done budget_spent"}},
    {"a budget spent to the last tick",
     "1 anna sells 5 @ 100 | 2 cleo buys 99 @ 200 market total 300",
     {"1 rests 5", "2 takes 3 of 1 @ 100 (2 left)", "2 done budget_spent"}},
    {"a budget for which there is too little to buy",
     "1 anna sells 2 @ 100 | 2 cleo buys 99 @ 200 market total 300",
     {"1 rests 2", "2 takes 2 of 1 @ 100", "1 done", "2 cancelled 97 market_remainder"}},
    {"a budget below the price of one lot",
     "1 anna sells 2 @ 100 | 2 cleo buys 99 @ 200 market total 99",
     {"1 rests 2", "2 cancelled 99 no_liquidity"}},
    {"the quantity bounds a budget, too",
     "1 anna sells 9 @ 100 | 2 cleo buys 2 @ 200 market total 1000",
     {"1 rests 9", "2 takes 2 of 1 @ 100 (7 left)", "2 done"}},
    {"a budget on the provider's levels",
     "provider has 9 0 | provider sells 100x1 110x9 | 1 cleo buys 99 @ 200 market total 325",
     {"1 takes 1 of provider @ 100", "1 takes 2 of provider @ 110", "1 done budget_spent"}},
};
INSTANTIATE_TEST_SUITE_P(Market, Stories, testing::ValuesIn(market));

const Story self_trade[] = {
    {"nobody trades with himself: the newer order goes",
     "1 anna sells 5 @ 100 | 2 anna buys 3 @ 100",
     {"1 rests 5", "2 cancelled 3 self_trade"}},
    {"what it filled before stands",
     "1 ben sells 2 @ 99 | 2 anna sells 5 @ 100 | 3 ben sells 5 @ 100 | 4 anna buys 9 @ 100",
     {"1 rests 2", "2 rests 5", "3 rests 5", "4 takes 2 of 1 @ 99", "1 done",
      "4 cancelled 7 self_trade"}},
    {"an own order further behind does not matter",
     "1 ben sells 2 @ 100 | 2 anna sells 5 @ 100 | 3 anna buys 2 @ 100",
     {"1 rests 2", "2 rests 5", "3 takes 2 of 1 @ 100", "1 done", "3 done"}},
    {"a market order, too",
     "1 anna sells 5 @ 100 | 2 anna buys 3 @ 120 market",
     {"1 rests 5", "2 cancelled 3 self_trade"}},
    {"but a spent budget ends it first",
     "1 ben sells 1 @ 99 | 2 anna sells 5 @ 100 | 3 anna buys 9 @ 120 market total 150",
     {"1 rests 1", "2 rests 5", "3 takes 1 of 1 @ 99", "1 done", "3 done budget_spent"}},
};
INSTANTIATE_TEST_SUITE_P(SelfTrade, Stories, testing::ValuesIn(self_trade));

const Story provider[] = {
    {"behind clients at an equal price, before them at a better one",
     "provider has 99 9999 | provider sells 100x2 101x2 | 1 anna sells 2 @ 101 |"
     "2 ben buys 9 @ 101",
     {"1 rests 2", "2 takes 2 of provider @ 100", "2 takes 2 of 1 @ 101", "1 done",
      "2 takes 2 of provider @ 101", "2 rests 3"}},
    {"it buys, too",
     "provider has 0 9999 | provider buys 99x2 98x2 | 1 anna sells 3 @ 98",
     {"1 takes 2 of provider @ 99", "1 takes 1 of provider @ 98", "1 done"}},
    {"what was taken is gone until the levels are replaced",
     "provider has 99 0 | provider sells 100x2 | 1 anna buys 1 @ 100 | 2 anna buys 2 @ 100 ioc |"
     "provider sells 100x2 | 3 anna buys 3 @ 100 ioc",
     {"1 takes 1 of provider @ 100", "1 done", "2 takes 1 of provider @ 100",
      "2 cancelled 1 ioc_remainder", "3 takes 2 of provider @ 100", "3 cancelled 1 ioc_remainder"}},
    {"it sells no more than it has",
     "provider has 3 0 | provider sells 100x2 101x9 | 1 anna buys 9 @ 101 ioc",
     {"1 takes 2 of provider @ 100", "1 takes 1 of provider @ 101", "1 cancelled 6 ioc_remainder"}},
    {"it buys for no more than it has: 250 are two lots at 100, and 50 left buy nothing",
     "provider has 0 250 | provider buys 100x5 40x5 | 1 anna sells 9 @ 1 ioc",
     {"1 takes 2 of provider @ 100", "1 cancelled 7 ioc_remainder"}},
    {"a resting order fills at its own limit when the provider's book crosses it",
     "provider has 99 9999 | 1 anna buys 3 @ 100 | provider sells 98x5 | sweep",
     {"1 rests 3", "provider takes 3 of 1 @ 100", "1 done"}},
    {"in price-time order, as far as the provider's quantity goes",
     "provider has 99 9999 | 1 anna buys 2 @ 100 | 2 ben buys 2 @ 101 | 3 cleo buys 2 @ 100 |"
     "4 dora buys 2 @ 98 | provider sells 99x2 100x3 | sweep",
     {"1 rests 2", "2 rests 2", "3 rests 2", "4 rests 2", "provider takes 2 of 2 @ 101", "2 done",
      "provider takes 2 of 1 @ 100", "1 done", "provider takes 1 of 3 @ 100 (1 left)"}},
    {"sell orders, too, for what the provider can pay at their limit",
     "provider has 0 250 | 1 anna sells 3 @ 90 | provider buys 100x9 | sweep",
     {"1 rests 3", "provider takes 2 of 1 @ 90 (1 left)"}},
    {"a provider that cannot pay sweeps nothing",
     "1 anna buys 3 @ 100 | provider sells 98x5 | sweep",
     {"1 rests 3"}},
    {"an exact meeting of prices crosses",
     "provider has 9 0 | 1 anna buys 3 @ 100 | provider sells 100x3 | sweep",
     {"1 rests 3", "provider takes 3 of 1 @ 100", "1 done"}},
};
INSTANTIATE_TEST_SUITE_P(Provider, Stories, testing::ValuesIn(provider));

const Story undo[] = {
    {"a rollback gives back cancelled, filled and placed orders in their places",
     "1 anna sells 5 @ 100 | 2 ben sells 5 @ 100 | 3 cleo sells 5 @ 100 | checkpoint | cancel 2 |"
     "4 dora buys 7 @ 100 | 5 dora buys 9 @ 99 | cancel 3 | rollback | 6 dora buys 14 @ 100 ioc",
     {"1 rests 5", "2 rests 5", "3 rests 5", "2 cancelled 5 user", "4 takes 5 of 1 @ 100", "1 done",
      "4 takes 2 of 3 @ 100 (3 left)", "4 done", "5 rests 9", "3 cancelled 3 user",
      "6 takes 5 of 1 @ 100", "1 done", "6 takes 5 of 2 @ 100", "2 done",
      "6 takes 4 of 3 @ 100 (1 left)", "6 done"}},
    {"and the provider's levels and capacity",
     "provider has 3 0 | provider sells 100x2 | checkpoint | 1 anna buys 2 @ 100 |"
     "provider sells 105x9 | provider has 9 9 | rollback | 2 anna buys 9 @ 105 ioc",
     {"1 takes 2 of provider @ 100", "1 done", "2 takes 2 of provider @ 100",
      "2 cancelled 7 ioc_remainder"}},
    {"a commit keeps everything",
     "1 anna sells 5 @ 100 | checkpoint | 2 ben buys 2 @ 100 | commit | checkpoint | rollback |"
     "3 ben buys 5 @ 100",
     {"1 rests 5", "2 takes 2 of 1 @ 100 (3 left)", "2 done", "3 takes 3 of 1 @ 100", "1 done",
      "3 rests 2"}},
};
INSTANTIATE_TEST_SUITE_P(Undo, Stories, testing::ValuesIn(undo));

TEST(Matching, AFillNamesBothSides) {
    Teller teller;
    teller.hear("1 anna sells 5 @ 100");
    teller.hear("2 ben buys 3 @ 101");
    EXPECT_EQ(teller.effects[0], (Event{.what = What::fill,
                                        .side = Side::buy,
                                        .order = {2},
                                        .maker = {1},
                                        .client = {2},
                                        .maker_client = {1},
                                        .price = {100},
                                        .lots = {3},
                                        .maker_remaining = {2}}));
    teller.hear("provider has 0 1000 | provider buys 100x9 | sweep");
    EXPECT_EQ(teller.effects[0], (Event{.what = What::fill,
                                        .side = Side::buy,
                                        .order = provider_order,
                                        .maker = {1},
                                        .client = provider_client,
                                        .maker_client = {1},
                                        .price = {100},
                                        .lots = {2},
                                        .maker_remaining = {0}}));
    EXPECT_EQ(teller.effects[1].client, ClientId{1});
}

TEST(Matching, AnswersQuestions) {
    Teller teller;
    Book& book = teller.book;
    EXPECT_FALSE(book.best_bid());
    EXPECT_TRUE(book.depth(Side::buy, 9).empty());
    teller.hear(
        "1 anna buys 5 @ 99 | 2 ben buys 2 @ 99 | 3 ben buys 1 @ 97 | 4 cleo sells 4 @ 102 |"
        "provider has 6 500 | provider buys 98x2 97x9 96x9 | provider sells 101x5 102x5 103x5");
    EXPECT_EQ(book.best_bid(), Ticks{99});
    EXPECT_EQ(book.best_bid(Source::provider), Ticks{98});
    EXPECT_EQ(book.best_ask(), Ticks{101});
    EXPECT_EQ(book.best_ask(Source::clients), Ticks{102});
    // The provider pays 2 × 98 and then, of 304 left, 3 × 97; it sells 6 lots and no more.
    EXPECT_EQ(book.depth(Side::buy, 9),
              (std::vector<DepthLevel>{{{99}, {7}, {0}}, {{98}, {0}, {2}}, {{97}, {1}, {3}}}));
    EXPECT_EQ(book.depth(Side::sell, 9),
              (std::vector<DepthLevel>{{{101}, {0}, {5}}, {{102}, {4}, {1}}}));
    EXPECT_EQ(book.depth(Side::buy, 1), (std::vector<DepthLevel>{{{99}, {7}, {0}}}));
    EXPECT_EQ(book.depth(Side::sell, 1), (std::vector<DepthLevel>{{{101}, {0}, {5}}}));
    EXPECT_EQ(book.find({2}), (RestingOrder{{2}, {2}, Side::buy, {99}, {2}}));
    EXPECT_FALSE(book.find({5}));
    EXPECT_EQ(book.open_orders(), 4U);
    EXPECT_EQ(book.orders(Side::buy).size(), 3U);
    EXPECT_EQ(book.orders(Side::buy)[1].id, OrderId{2});
}

TEST(Matching, ARestoredBookGoesOnAsBefore) {
    Teller teller;
    teller.hear(
        "1 anna buys 5 @ 99 | 2 ben buys 2 @ 99 | 3 ben sells 2 @ 101 | 4 cleo sells 1 @ 99");
    Book book;
    book.reserve(2);
    book.restore({.id = {1}, .client = {1}, .side = Side::buy, .limit = {99}, .quantity = {5}},
                 {4});
    book.restore({.id = {2}, .client = {2}, .side = Side::buy, .limit = {99}, .quantity = {2}},
                 {2});
    book.restore({.id = {3}, .client = {2}, .side = Side::sell, .limit = {101}, .quantity = {2}},
                 {2});
    EXPECT_EQ(book.digest(), teller.book.digest());
    EXPECT_THROW(
        book.restore({.id = {4}, .client = {1}, .side = Side::sell, .limit = {99}, .quantity = {5}},
                     {5}),
        std::logic_error);
}

TEST(Matching, TheDigestSeesEveryDifference) {
    const auto digest = [](const char* story) {
        Teller teller;
        teller.hear(story);
        return teller.book.digest();
    };
    const std::vector<std::uint64_t> digests = {digest(""),
                                                digest("1 anna buys 5 @ 99"),
                                                digest("1 ben buys 5 @ 99"),
                                                digest("1 anna buys 4 @ 99"),
                                                digest("1 anna buys 5 @ 98"),
                                                digest("1 anna sells 5 @ 99"),
                                                digest("2 anna buys 5 @ 99"),
                                                digest("1 anna buys 5 @ 99 | 2 ben buys 5 @ 99"),
                                                digest("2 ben buys 5 @ 99 | 1 anna buys 5 @ 99"),
                                                digest("provider has 1 0"),
                                                digest("provider has 0 1"),
                                                digest("provider buys 99x5"),
                                                digest("provider sells 99x5")};
    for (std::size_t i = 0; i < digests.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) EXPECT_NE(digests[i], digests[j]) << i << " " << j;
    }
}

TEST(Matching, AFullBookTakesNoMoreButStillTrades) {
    Teller teller(2);
    EXPECT_EQ(teller.hear("1 anna sells 5 @ 100 | 2 anna sells 5 @ 101 | 3 anna sells 5 @ 102 |"
                          "4 ben buys 6 @ 100 | 5 ben buys 1 @ 90"),
              (std::vector<std::string>{"1 rests 5", "2 rests 5", "3 cancelled 5 book_full",
                                        "4 takes 5 of 1 @ 100", "1 done", "4 rests 1",
                                        "5 cancelled 1 book_full"}));
}

TEST(Matching, RefusesWhatIsOutOfBoundsAndChangesNothing) {
    const Order good{.id = {1}, .client = {1}, .side = Side::buy, .limit = {100}, .quantity = {10}};
    const auto with = [&good](auto change) {
        Order order = good;
        change(order);
        return order;
    };
    const Order bad[] = {
        with([](Order& o) { o.id = {0}; }),
        with([](Order& o) { o.client = {0}; }),
        with([](Order& o) { o.limit = {0}; }),
        with([](Order& o) { o.limit = {-1}; }),
        with([](Order& o) { o.limit = {max_ticks.value + 1}; }),
        with([](Order& o) { o.quantity = {0}; }),
        with([](Order& o) { o.quantity = {max_lots.value + 1}; }),
        with([](Order& o) { o.limit = max_ticks, o.quantity = {1'000'001}; }),
        with([](Order& o) { o.quote_budget = 5; }),
        with([](Order& o) { o.kind = Kind::market, o.side = Side::sell, o.quote_budget = 5; }),
        with([](Order& o) { o.kind = Kind::market, o.quote_budget = -5; }),
        with([](Order& o) { o.kind = Kind::market, o.quote_budget = max_notional + 1; }),
        with([](Order& o) { o.kind = Kind::market, o.post_only = true; }),
        with([](Order& o) { o.time_in_force = TimeInForce::ioc, o.post_only = true; })};
    Book book;
    Effects effects;
    const std::uint64_t before = book.digest();
    for (const Order& order : bad) {
        EXPECT_FALSE(in_bounds(order));
        EXPECT_THROW(book.submit(order, effects), std::invalid_argument);
    }
    const ProviderLevel out_of_order[] = {{{100}, {1}}, {{100}, {1}}};
    EXPECT_THROW(book.set_provider(Side::sell, out_of_order), std::invalid_argument);
    const ProviderLevel empty[] = {{{100}, {0}}};
    EXPECT_THROW(book.set_provider(Side::sell, empty), std::invalid_argument);
    EXPECT_THROW(book.set_provider_capacity({{-1}, 0}), std::invalid_argument);
    EXPECT_FALSE(book.cancel({1}, effects));
    EXPECT_TRUE(effects.empty());
    EXPECT_EQ(book.digest(), before);
}

TEST(Matching, RefusesAChangeThatIsOutOfBounds) {
    const Order resting{
        .id = {1}, .client = {1}, .side = Side::buy, .limit = {100}, .quantity = {10}};
    const auto with = [&resting](auto change) {
        Order order = resting;
        change(order);
        return order;
    };
    Book book;
    Effects effects;
    book.submit(resting, effects);
    effects.clear();
    const std::uint64_t before = book.digest();
    for (const Order& order :
         {with([](Order& o) { o.limit = {0}; }), with([](Order& o) { o.quantity = {0}; }),
          with([](Order& o) { o.client = {2}; }), with([](Order& o) { o.side = Side::sell; }),
          with([](Order& o) { o.kind = Kind::market; }),
          with([](Order& o) { o.time_in_force = TimeInForce::ioc; })}) {
        EXPECT_THROW(book.amend(order, effects), std::invalid_argument);
    }
    EXPECT_EQ(book.amend(with([](Order& o) { o.id = {2}; }), effects), Amended::not_open);
    EXPECT_TRUE(effects.empty());
    EXPECT_EQ(book.digest(), before);
}

TEST(Matching, TheLargestOrdersFit) {
    Book book;
    Effects effects;
    const Order sell{
        .id = {1}, .client = {1}, .side = Side::sell, .limit = {1'000'000}, .quantity = max_lots};
    book.submit(sell, effects);
    const Order buy{.id = {2},
                    .client = {2},
                    .side = Side::buy,
                    .kind = Kind::market,
                    .limit = max_ticks,
                    .quantity = max_lots,
                    .quote_budget = max_notional};
    book.submit(buy, effects);
    EXPECT_EQ(tell(effects[1]), "2 takes 1000000000000 of 1 @ 1000000");
    EXPECT_EQ(tell(effects[3]), "2 done");
    EXPECT_EQ(book.open_orders(), 0U);
}

TEST(Matching, MemoryGrowsWithWhatIsOpenNotWithWhatPassed) {
    Teller teller;
    for (const char* end : {"commit", "rollback"}) {
        for (int batch = 0; batch < 100; ++batch) {
            teller.hear(
                "checkpoint | 1 anna buys 5 @ 99 | 2 ben buys 5 @ 98 | 3 cleo sells 5 @ 99 |"
                "cancel 2");
            teller.hear(end);
        }
    }
    EXPECT_EQ(teller.book.open_orders(), 0U);
    EXPECT_EQ(teller.book.slots(), 2U);
}

TEST(Matching, MisuseIsTold) {
    Teller teller;
    teller.hear("1 anna buys 5 @ 99");
    EXPECT_THROW(teller.hear("1 anna buys 5 @ 98"), std::logic_error);
    EXPECT_EQ(teller.book.open_orders(), 1U);
    EXPECT_THROW(teller.book.commit(), std::logic_error);
    EXPECT_THROW(teller.book.rollback(), std::logic_error);
    teller.book.checkpoint();
    EXPECT_THROW(teller.book.checkpoint(), std::logic_error);
}

}  // namespace
}  // namespace cambio::matching
