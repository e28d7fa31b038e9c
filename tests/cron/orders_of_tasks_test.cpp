// Which orders count as trades for the tasks, and when: each once, by what strangers filled of it.
#include "settle_fees_fixture.h"

namespace cambio::test {
namespace {

TEST_F(SettleFees, AnOrderIsOneTradeOnceItIsWorthTheMarketsMinimum) {
    const Person ann = person("ann");
    minimum("1");
    trade(world, true, "50000", "0.00001", {&ann});
    let_wait(ann);
    EXPECT_EQ(trades(ann), 0) << "half of the minimum";
    EXPECT_EQ(days_of(ann).decimal("volume"), dec("0.5"));
    fill_again(ann, "50000", "0.00001");
    EXPECT_EQ(trades(ann), 1);
    fill_again(ann, "50000", "1");
    fill_again(ann, "50000", "1");
    EXPECT_EQ(trades(ann), 1) << "the same order goes on";
    EXPECT_EQ(carried(), 1);
    let_wait(ann, false);
    settle();
    EXPECT_EQ(carried(), 0) << "it is done";

    // Small fills that the job sees at once, the last two of them after the order has counted.
    trade(world, true, "50000", "0.00001", {&ann});
    for (int fill = 0; fill < 3; ++fill) fill_again(ann, "50000", "0.00001");
    EXPECT_EQ(trades(ann), 2);

    trade(world, true, "50000", "0.00001", {&ann});
    trade(world, true, "50000", "0.00001", {&ann});
    EXPECT_EQ(trades(ann), 2) << "two small orders are not one of the minimum";
    EXPECT_EQ(days_of(ann).decimal("volume"), dec("100004"));
}

TEST_F(SettleFees, AnOrderCountsOnceWhateverTheMinimumBecomes) {
    const Person ann = person("ann");
    minimum("1");
    trade(world, true, "50000", "0.00002", {&ann});
    let_wait(ann);
    EXPECT_EQ(trades(ann), 1);
    minimum("100");
    fill_again(ann, "50000", "1");
    EXPECT_EQ(trades(ann), 1) << "reached a second time";
    let_wait(ann, false);

    trade(world, true, "50000", "0.0002", {&ann});
    let_wait(ann);
    EXPECT_EQ(trades(ann), 1);
    minimum("5");
    fill_again(ann, "50000", "0.00001");
    fill_again(ann, "50000", "0.00001");
    EXPECT_EQ(trades(ann), 2) << "it was worth more than the new minimum before";
    let_wait(ann, false);
}

TEST_F(SettleFees, FillsWithinACircleBringNoOrderToTheMinimum) {
    const Person ann = person("ann");
    const Person ben = person("ben", ann.id);
    minimum("10");
    trade(world, true, "50000", "0.00019", {&ben}, {&ann});
    let_wait(ben);
    let_wait(ann);
    EXPECT_EQ(trades(ben), 0);
    fill_again(ben, "50000", "0.00001");
    fill_again(ann, "50000", "0.00001");
    EXPECT_EQ(trades(ben), 0) << "dust of strangers is no order of ten";
    EXPECT_EQ(trades(ann), 0);
    // One whose first fill was a friend's counts by what strangers fill of it.
    fill_again(ben, "50000", "0.00019");
    EXPECT_EQ(trades(ben), 1);
    EXPECT_EQ(days_of(ben).decimal("volume"), dec("10"));
    let_wait(ben, false);
    let_wait(ann, false);
}

TEST_F(SettleFees, ForgetsOrdersThatAreDoneHoweverManyThereAre) {
    const Person ann = person("ann");
    minimum("1");
    trade(world, true, "50000", "0.00001", {&ann});
    let_wait(ann);
    settle();
    world.superuser().run(
        "insert into order_worths select 1000000000 + n, 1, true from generate_series(1, 4500) n");
    settle();  // the first thousand has most that are done, and so have all others
    EXPECT_EQ(carried(), 1);
    fill_again(ann, "50000", "0.00001");
    EXPECT_EQ(trades(ann), 1);
    let_wait(ann, false);
}

TEST_F(SettleFees, ALongBacklogCountsAnOrderWithTheFillThatReachesTheMinimum) {
    const Person ann = person("ann");
    const Person ben = person("ben");
    // Of 5000 fills of 0.5, in ten batches and two days, ann's order reaches 1500 with the 3000th.
    minimum("1500");
    trade(world, true, "50000", "0.00001", {&ann});
    world.superuser().run(R"sql(
        insert into fills (market_id, seq, position, taker_order, taker_client, taker_side, price,
                           quantity, taker_fee, maker_fee, at)
        select market_id, seq, n, taker_order, taker_client, 1, 50000, 0.00001, 0, 0,
               at + case when n >= 2999 then interval '1 day' else interval '0' end
          from fills, generate_series(1, 4999) as n)sql");
    trade(world, true, "50000", "0.03", {&ben});
    settle();
    const auto found = world.app().run(
        "select volume, trades from trading_days where client_id = $1 order by day", {ann.id});
    ASSERT_EQ(found.size(), 2);
    EXPECT_EQ(found[0].decimal("volume"), dec("1499.5"));
    EXPECT_EQ(found[0].integer("trades"), 0);
    EXPECT_EQ(found[1].decimal("volume"), dec("1000.5"));
    EXPECT_EQ(found[1].integer("trades"), 1);
    EXPECT_EQ(days_of(ben).integer("trades"), 1);
}

}  // namespace
}  // namespace cambio::test
