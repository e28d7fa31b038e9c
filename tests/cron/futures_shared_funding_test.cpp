// That those who receive funding get what those who pay are worth, and from the house what it owes
// as the other side of the rest and no more; that each moment is paid at its own forecast; and that
// nobody pays or receives for time in which no rate was known.
#include "cron/futures_funding_fixture.h"
#include "positions/funding.h"

namespace cambio {
namespace {

using std::chrono::hours, std::chrono::minutes, std::chrono::seconds;

constexpr const char* insert_known = R"sql(
    insert into funding_rates (market_id, at, rate, mark, known_from, known_until)
    values ($1, $2, $3, $4, $5, $6)
)sql";

class SharedFunding : public FuturesFunding {
  protected:
    /// It is alive at 54,000, and at 50,000 it would have lost all of its margin and 48 more.
    test::OpenPosition under_water() const {
        return {.pair = pair, .leverage = 20, .price = "54000", .opened_at = due - hours{20}};
    }
    /// 1,000 at 50,000: 3.75 at the widest rate.
    test::OpenPosition of(Side side, pg::Time opened_at) const {
        return {.pair = pair, .side = side, .opened_at = opened_at};
    }
    test::OpenPosition of(Side side) const { return of(side, due - hours{20}); }
    Decimal funding_of(PositionId id) { return test::read(world, id).funding; }
    void settle_at(const char* mark_now) {
        test::mark(world, pair, mark_now);
        test::funding(world, pair, "0.00375", "50000", due);
        settle();
        settle();
    }

    const pg::Time due = now - hours{1};
};

TEST_F(SharedFunding, WhatAPayerIsNotWorthIsMissingToThoseWhoReceive) {
    const auto anna = person("anna"), berta = person("berta"), clara = person("clara");
    const auto drowned = test::open(world, anna, under_water());
    const auto pays = test::open(world, anna, of(Side::buy_more));
    const auto first = test::open(world, berta, of(sell)),
               second = test::open(world, clara, of(sell));
    settle_at("54000");
    EXPECT_EQ(funding_of(pays), dec("-3.75"));
    EXPECT_EQ(funding_of(first), dec("1.875")) << "half of what was paid";
    EXPECT_EQ(funding_of(second), dec("1.875"));
    EXPECT_EQ(house(ledger::House::liquidity), dec("1000000")) << "the house stands in for nobody";
    EXPECT_EQ(house(ledger::House::insurance), dec("10000"));
    // 0.03703 × 50000 × 0.375 % are 6.943125, and it owes nothing of it although it lives on.
    const auto position = test::read(world, drowned);
    EXPECT_EQ(position.state, State::open);
    EXPECT_EQ(position.funding, dec("0"));
    EXPECT_EQ(position.unpaid_funding, dec("0"));
    EXPECT_EQ(payments(drowned).size(), 1) << "and is not asked again";
}

TEST_F(SharedFunding, TheHousePaysForWhatItHoldsItself) {
    const auto anna = person("anna"), berta = person("berta");
    test::open(world, anna, under_water());
    test::open(world, anna, of(Side::buy_more));
    std::vector<PositionId> shorts;
    for (int i = 0; i < 3; ++i) shorts.push_back(test::open(world, berta, of(sell)));
    settle_at("54000");
    // Of 11.25 the house owes what is above 3.75 and 6.943125: 0.556875.
    for (const auto id : shorts) EXPECT_EQ(funding_of(id), dec("1.435625"));
    EXPECT_EQ(house(ledger::House::liquidity), dec("999999.443125"));
}

TEST_F(SharedFunding, WhereMoreIsPaidThanReceivedTheHouseIsTheFirstToMissIt) {
    const auto anna = person("anna"), berta = person("berta");
    test::open(world, anna, under_water());
    for (int i = 0; i < 2; ++i) test::open(world, anna, of(Side::buy_more));
    const auto receives = test::open(world, berta, of(sell));
    settle_at("54000");
    EXPECT_EQ(funding_of(receives), dec("3.75"));
    EXPECT_EQ(house(ledger::House::liquidity), dec("1000003.75"));
}

TEST_F(SharedFunding, WhatRoundingLeavesStaysWithTheHouse) {
    const auto anna = person("anna"), berta = person("berta");
    for (int i = 0; i < 2; ++i) test::open(world, anna, under_water());
    test::open(world, anna, of(Side::buy_more));
    const auto first = test::open(world, berta, of(sell)),
               second = test::open(world, berta, of(sell));
    const auto young = test::open(world, berta, of(sell, due - hours{3}));
    settle_at("54000");
    // 3.75 for 3.75, 3.75 and three eighths of it.
    EXPECT_EQ(funding_of(first), dec("1.578947368421052631"));
    EXPECT_EQ(funding_of(second), dec("1.578947368421052631"));
    EXPECT_EQ(funding_of(young), dec("0.592105263157894736"));
    EXPECT_EQ(house(ledger::House::liquidity), dec("1000000.000000000000000002"));
}

// One of more receivers than one step settles cannot be settled at first.
TEST_F(SharedFunding, AfterAFailureTheOthersGetWhatTheyWouldHaveHad) {
    constexpr int receivers = 52;
    const auto anna = person("anna"), berta = person("berta");
    std::vector<std::pair<const Person*, test::OpenPosition>> wanted;
    for (int i = 0; i < receivers; ++i) wanted.emplace_back(&berta, of(sell));
    for (int i = 0; i < 10; ++i) wanted.emplace_back(&anna, under_water());
    for (int i = 0; i < 10; ++i) wanted.emplace_back(&anna, of(Side::buy_more));
    const auto ids = test::open_all(world, wanted);
    const auto first = ids.front(), last = ids[receivers - 1];

    world.break_row("positions", "id", last.value);
    test::mark(world, pair, "54000");
    test::funding(world, pair, "0.00375", "50000", due);
    EXPECT_EQ(test::run_job("settle_futures", world.config().path(), {"--once"}), 1);
    const Decimal each = funding_of(first);
    EXPECT_EQ(each, dec("2.414783653846153846")) << "(195 − 69.43125) / 52";
    EXPECT_EQ(funding_of(last), dec("0"));
    world.mend_rows();
    settle();
    settle();
    for (int i = 0; i < receivers; ++i)
        EXPECT_EQ(funding_of(ids[static_cast<std::size_t>(i)]), each);
    // 195 less 106.93125 is for what the house holds: it was paid 37.5, and no more goes than that.
    EXPECT_EQ(house(ledger::House::liquidity),
              dec("1000037.5") - Decimal::multiply(each, Decimal::of(receivers), Rounding::down));
    EXPECT_THROW(world.superuser().run("update funding_rates set shared = 0"), pg::Failure);
}

// They win nothing by coming a moment before and leaving a moment after, whichever side pays.
TEST_F(SharedFunding, TwoAccountsThatComeForAMomentTakeNothing) {
    const auto anna = person("anna"), berta = person("berta");
    const struct {
        const char* rate;
        pg::Time at;
    } times[] = {{"0.00375", now - hours{20}}, {"-0.00375", now - hours{10}}};
    for (const auto& [rate, at] : times) {
        const auto longs = test::open(world, anna, of(Side::buy_more, at - seconds{1}));
        const auto shorts = test::open(world, berta, of(sell, at - seconds{1}));
        test::funding(world, pair, rate, "50000", at);
        settle();
        ask_to_close(longs, "50000", at + seconds{1});
        ask_to_close(shorts, "50000", at + seconds{1});
        settle();
        EXPECT_EQ(test::read(world, shorts).state, State::closed);
        EXPECT_EQ(payments(longs).size() + payments(shorts).size(), 2);
    }
    EXPECT_LE(available(anna) + available(berta), dec("20000"));
    EXPECT_GT(available(anna) + available(berta), dec("19999.99"));
    EXPECT_GE(house(ledger::House::liquidity), dec("1000000"));
}

// -- Announcements that change
// -----------------------------------------------------------------------

class ChangedRate : public SharedFunding {
  protected:
    /// As fetch_marks notes what the provider says.
    void note(pg::Time told, pg::Time at, const char* rate) {
        pg::Transaction tx{world.superuser()};
        positions::note_rate(tx, world.market(pair), {told, at, dec(rate), hours{8}});
        tx.commit();
    }
    /// As fetch_marks does with the first mark from then on.
    void fix_mark() {
        test::mark(world, pair, "50000");
        pg::Transaction tx{world.superuser()};
        positions::fix_marks(tx);
        tx.commit();
    }
};

TEST_F(ChangedRate, EachMomentIsPaidAtItsOwnForecastByWhoLeavesAndByWhoStays) {
    const auto anna = person("anna"), berta = person("berta"), clara = person("clara");
    const auto stays = test::open(world, berta, of(sell));
    const auto receives = test::open(world, anna, of(Side::buy_more));
    const auto pays = test::open(world, clara, of(Side::buy_more));
    const auto young = test::open(world, clara, of(Side::buy_more, due - hours{4}));
    note(due - hours{8}, due, "-0.001");
    ask_to_close(receives, "50000", due - hours{6});
    settle();
    EXPECT_EQ(test::read(world, receives).state, State::closed);
    EXPECT_EQ(available(anna), dec("10000")) << "longs receive by then, and who leaves nothing";
    note(due - hours{6}, due, "0.002");
    note(due - hours{5}, due, "0.002");
    note(due - hours{4}, due, "0.01");
    ask_to_close(pays, "50000", due - hours{3});
    settle();
    // (−0.001 · 2 + 0.002 · 2 + 0.00375 · 1) / 5, no more than the widest rate, for 5 of 8 hours.
    EXPECT_EQ(payments(pays)[0].decimal("rate"), dec("0.00115"));
    EXPECT_EQ(test::read(world, pays).closing_funding, dec("0.71875"));
    fix_mark();
    settle();
    settle();
    // (−0.001 · 2 + 0.002 · 2 + 0.00375 · 4) / 8
    EXPECT_EQ(payments(stays)[0].decimal("rate"), dec("0.002125"));
    EXPECT_EQ(funding_of(stays), dec("2.125"));
    EXPECT_EQ(funding_of(young), dec("-1.875")) << "half of 3.75";
    EXPECT_EQ(payments(receives).size(), 0);
    EXPECT_EQ(house(ledger::House::liquidity), dec("1000000.46875"));
}

TEST_F(ChangedRate, OnOneSideSomePayAndOthersReceive) {
    const auto anna = person("anna"), berta = person("berta"), clara = person("clara");
    const auto old = test::open(world, anna, of(Side::buy_more));
    const auto young = test::open(world, berta, of(Side::buy_more, due - hours{2}));
    const auto other = test::open(world, clara, of(sell, due - hours{2}));
    note(due - hours{8}, due, "0.002");
    note(due - hours{2}, due, "-0.004");
    fix_mark();
    settle();
    settle();
    settle();
    // (0.002 · 6 − 0.00375 · 2) / 8
    EXPECT_EQ(funding_of(old), dec("-0.5625"));
    EXPECT_EQ(funding_of(young), dec("0.9375"));
    EXPECT_EQ(funding_of(other), dec("-0.9375"));
    for (const auto id : {old, young, other}) EXPECT_EQ(payments(id).size(), 1);
    EXPECT_EQ(house(ledger::House::liquidity), dec("1000000.5625"));
}

// One account is long and another short. At each hour one of them leaves and comes back, whichever
// pays then: whenever it is, the two together have no more than before.
TEST_F(ChangedRate, TwoAccountsGainNothingByTheMomentOfLeaving) {
    const auto anna = person("anna"), berta = person("berta");
    struct Pair {
        PositionId leaves, back, stays;
    };
    std::vector<Pair> pairs;
    const char* forecasts[] = {"0.0001", "-0.003", "0.002",   "0.00375",
                               "-0.001", "0.0005", "0.00375", "0.00375"};
    for (int hour = 0; hour < 8; ++hour) {
        const auto moment = due - hours{8 - hour};
        note(moment, due, forecasts[hour]);
        if (hour == 0) continue;
        for (const auto side : {Side::buy_more, sell}) {
            const auto other = side == sell ? Side::buy_more : sell;
            const auto leaves = test::open(world, anna, of(side));
            ask_to_close(leaves, "50000", moment);
            pairs.push_back({leaves, test::open(world, anna, of(side, moment)),
                             test::open(world, berta, of(other))});
        }
        settle();
    }
    fix_mark();
    settle();
    settle();
    settle();
    for (const auto& [leaves, back, stays] : pairs) {
        const auto left = test::read(world, leaves);
        EXPECT_EQ(left.state, State::closed);
        const Decimal both = funding_of(back) + funding_of(stays) - left.closing_funding;
        EXPECT_LE(both, dec("0.00000000000001")) << leaves.value;
        EXPECT_FALSE(funding_of(stays).zero());
    }
    EXPECT_GE(house(ledger::House::liquidity), dec("1000000"));
}

TEST_F(ChangedRate, ATimeThatIsWithdrawnIsPaidOnceByWhoLeftAndByNobodyElse) {
    const auto anna = person("anna"), berta = person("berta"), clara = person("clara");
    const auto leaves = test::open(world, anna, of(Side::buy_more));
    const auto longs = test::open(world, berta, of(Side::buy_more));
    const auto shorts = test::open(world, clara, of(sell));
    note(due - hours{8}, due, "0.002");
    ask_to_close(leaves, "50000", due - hours{4});
    settle();
    EXPECT_EQ(available(anna), dec("9999")) << "half of 2";
    // It is due two hours earlier: a rate was known all the while, so the whole time counts.
    note(due - hours{3}, due - hours{2}, "0.003");
    fix_mark();
    settle();
    settle();
    EXPECT_EQ(funding_of(longs), dec("-3"));
    EXPECT_EQ(funding_of(shorts), dec("3"));
    EXPECT_EQ(payments(longs).size(), 1);
    EXPECT_EQ(payments(leaves).size(), 1);
    EXPECT_EQ(available(anna), dec("9999"));
    EXPECT_EQ(house(ledger::House::liquidity), dec("1000001"));
}

// -- Time in which no rate was known
// -----------------------------------------------------------------------

class UnknownRate : public SharedFunding {
  protected:
    void announce_known(pg::Time at, std::optional<std::string> mark, std::optional<pg::Time> from,
                        std::optional<pg::Time> until) {
        const auto or_ever = [](std::optional<pg::Time> time, const char* ever) {
            return time ? pg::Param{*time} : pg::Param{ever};
        };
        world.superuser().run(insert_known,
                              {world.market(pair), at, "0.004", mark, or_ever(from, "-infinity"),
                               or_ever(until, "infinity")});
    }
};

TEST_F(UnknownRate, IsFreeForWhoStaysAndForWhoLeaves) {
    const auto anna = person("anna"), berta = person("berta"), clara = person("clara");
    const auto longs = test::open(world, anna, of(Side::buy_more));
    const auto shorts = test::open(world, anna, of(sell));
    const auto young = test::open(world, anna, of(Side::buy_more, due - hours{1}));
    const auto early = test::open(world, berta, of(Side::buy_more));
    const auto late = test::open(world, clara, of(Side::buy_more));
    ask_to_close(early, "50000", due - hours{3});
    ask_to_close(late, "50000", due - hours{1});
    announce_known(due, "50000", due - hours{2}, {});
    settle();
    settle();
    // Two hours of eight of 4.
    EXPECT_EQ(funding_of(longs), dec("-1"));
    EXPECT_EQ(funding_of(shorts), dec("1"));
    EXPECT_EQ(funding_of(young), dec("-0.5"));
    EXPECT_EQ(test::read(world, early).closing_funding, dec("0"));
    EXPECT_EQ(test::read(world, late).closing_funding, dec("0.5"));
    EXPECT_EQ(available(berta), dec("10000"));
    EXPECT_EQ(house(ledger::House::liquidity), dec("1000001"));
}

TEST_F(UnknownRate, IsOneThatWasAnnouncedTooLongAgo) {
    const auto anna = person("anna"), berta = person("berta");
    announce_known(now + hours{1}, {}, {}, now - minutes{30});
    const auto in_time = test::open(world, anna, of(Side::buy_more));
    const auto later = test::open(world, berta, of(Side::buy_more));
    ask_to_close(in_time, "50000", now - hours{1});
    ask_to_close(later, "50000", now - minutes{20});
    settle();
    EXPECT_EQ(test::read(world, in_time).closing_funding, dec("3")) << "six hours of eight of 4";
    EXPECT_EQ(test::read(world, later).state, State::closed);
    EXPECT_EQ(test::read(world, later).closing_funding, dec("0"));
    EXPECT_EQ(available(berta), dec("10000"));
}

}  // namespace
}  // namespace cambio
