// The fees after the trade: credit pays first, the referrer earns of the rest, volumes add up, and
// nothing is paid twice, whatever happens to the job.
#include "settle_fees_fixture.h"

namespace cambio::test {
namespace {

TEST_F(SettleFees, CreditPaysAFeeInTheCoinThatWasBought) {
    const Person ann = person("ann");
    give_credit(ann, "100");
    trade(world, true, "50000", "0.1", {&ann, "0.0001"});
    EXPECT_EQ(ann.balance("BTC"), dec("9.9999"));
    for (int run = 0; run < 2; ++run) {
        settle();
        EXPECT_EQ(ann.balance("BTC"), dec("10"));
        EXPECT_EQ(credit(ann), dec("95"));
        EXPECT_EQ(rewards(), dec("905"));
        EXPECT_EQ(fees("BTC"), dec("0"));
    }
}

TEST_F(SettleFees, CreditPaysAFeeInUsdt) {
    const Person ann = person("ann");
    const Person ben = person("ben");
    give_credit(ann, "100");
    trade(world, true, "50000", "0.1", {&ben, "0.0001"}, {&ann, "4"});
    settle();
    EXPECT_EQ(ann.balance("USDT"), dec("1000"));
    EXPECT_EQ(credit(ann), dec("96"));
    EXPECT_EQ(fees("USDT"), dec("0"));
    // Who has no credit and no referrer has paid, and that is all.
    EXPECT_EQ(ben.balance("BTC"), dec("9.9999"));
    EXPECT_EQ(fees("BTC"), dec("0.0001"));
}

TEST_F(SettleFees, CreditThatRunsShortPaysAPartRoundedDown) {
    const Person ann = person("ann");
    give_credit(ann, "1");
    trade(world, true, "30000", "0.1", {&ann, "0.0001"});
    settle();
    EXPECT_EQ(credit(ann), dec("0"));
    EXPECT_EQ(ann.balance("BTC"), dec("9.999933333333333333"));
    EXPECT_EQ(fees("BTC"), dec("0.000066666666666667"));
    EXPECT_EQ(rewards(), dec("1000"));
}

TEST_F(SettleFees, TheWorthOfARefundIsRoundedUpAgainstTheCredit) {
    const Person ann = person("ann");
    give_credit(ann, "1");
    trade(world, true, "0.3", "5", {&ann, "0.000000000000000001"});
    settle();
    EXPECT_EQ(credit(ann), dec("0.999999999999999999"));
    EXPECT_EQ(fees("BTC"), dec("0"));
}

TEST_F(SettleFees, CreditIsSpentInTheOrderOfTheFills) {
    const Person ann = person("ann");
    give_credit(ann, "6");
    trade(world, true, "50000", "0.1", {&ann, "0.0001"});
    trade(world, true, "50000", "0.1", {&ann, "0.0001"});
    settle();
    EXPECT_EQ(credit(ann), dec("0"));
    EXPECT_EQ(ann.balance("BTC"), dec("9.99992"));
    EXPECT_EQ(fees("BTC"), dec("0.00008"));
}

TEST_F(SettleFees, TheReferrerEarnsATenthOfWhatIsReallyPaid) {
    const Person ann = person("ann");
    const Person ben = person("ben", ann.id);
    trade(world, true, "50000", "0.1", {&ben, "0.0001"});
    settle();
    EXPECT_EQ(ann.balance("BTC"), dec("10.00001"));
    EXPECT_EQ(fees("BTC"), dec("0.00009"));

    // Credit pays 4 of the 5 USDT, so the share is of the fifth.
    give_credit(ben, "4");
    trade(world, true, "50000", "0.1", {&ben, "0.0001"});
    settle();
    EXPECT_EQ(ann.balance("BTC"), dec("10.000012"));
    EXPECT_EQ(fees("BTC"), dec("0.000108"));
    const auto shares =
        world.app().run("select amount from fee_shares where referrer_id = $1", {ann.id});
    ASSERT_EQ(shares.size(), 1);
    EXPECT_EQ(shares[0].decimal("amount"), dec("0.000012"));
}

TEST_F(SettleFees, AShareIsRoundedDownAndNothingIsNothing) {
    const Person ann = person("ann");
    const Person ben = person("ben", ann.id);
    trade(world, true, "50000", "0.1", {&ben, "0.000000000000000019"});
    trade(world, true, "50000", "0.1", {&ben, "0.000000000000000009"});
    settle();
    EXPECT_EQ(ann.balance("BTC"), dec("10.000000000000000001"));
    EXPECT_EQ(fees("BTC"), dec("0.000000000000000027"));
}

TEST_F(SettleFees, AFrozenReferrerAndOneThatDoesNotCountEarnNothing) {
    const Person ann = person("ann");
    const Person ben = person("ben", ann.id);
    const Person cat = person("cat", ben.id);
    world.app().run("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {ann.id});
    world.app().run("update referrals set refused = 'same_person' where friend_id = $1", {cat.id});
    trade(world, true, "50000", "0.1", {&ben, "0.0001"}, {&cat, "5"});
    settle();
    EXPECT_EQ(fees("BTC"), dec("0.0001"));
    EXPECT_EQ(fees("USDT"), dec("5"));
}

TEST_F(SettleFees, BothSidesOfAFillAreSettled) {
    const Person ann = person("ann");
    const Person ben = person("ben", ann.id);
    give_credit(ann, "10");
    trade(world, false, "50000", "0.1", {&ann, "5"}, {&ben, "0.0001"});
    settle();
    EXPECT_EQ(ann.balance("USDT"), dec("1000"));
    EXPECT_EQ(ann.balance("BTC"), dec("10.00001"));
    EXPECT_EQ(credit(ann), dec("5"));
}

TEST_F(SettleFees, TheFeeOfAPositionIsSettledLikeThatOfAFill) {
    make_contract(world, "F0");
    mark(world, "F0USDT", "50000");
    const Person ann = person("ann");
    const Person ben = person("ben", ann.id).with("USDT", "1000", Wallet::future);
    give_credit(ben, "0.4");
    const auto ended = open(world, ben, {.pair = "F0USDT", .fee = "0.3"});
    const auto usdt = world.asset("USDT");
    pg::Transaction tx{world.app()};
    tx.change(1,
              "update positions set state = 3, closing_price = 50000, realised = 0, reason = 1, "
              "closed_at = now() where id = $1",
              {ended});
    const auto margin = [&](bool held) {
        return ledger::client_account(tx, ben.id, Wallet::future, held, usdt);
    };
    ledger::transfer(tx, margin(true), margin(false), dec("100"), ledger::Kind::margin_release,
                     ended.value);
    tx.commit();
    open(world, ben, {.pair = "F0USDT", .fee = "0.2"});
    for (int run = 0; run < 2; ++run) {
        settle();
        EXPECT_EQ(credit(ben), dec("0"));
        EXPECT_EQ(ben.balance("USDT", Wallet::future), dec("899.9"));
        EXPECT_EQ(ann.balance("USDT"), dec("1000.01"));
        EXPECT_EQ(fees("USDT"), dec("0.09"));
    }
}

TEST_F(SettleFees, VolumesAddUpByDayForBothSides) {
    const Person ann = person("ann");
    const Person ben = person("ben");
    trade(world, true, "50000", "0.1", {&ann}, {&ben});
    settle();
    trade(world, false, "40000", "0.5", {&ann});
    trade(world, true, "40000", "0.25", {}, {&ann});
    settle();
    EXPECT_EQ(days_of(ann).decimal("volume"), dec("35000"));
    EXPECT_EQ(days_of(ann).integer("trades"), 3);
    EXPECT_EQ(days_of(ann).integer("days"), 1);
    EXPECT_EQ(days_of(ben).decimal("volume"), dec("5000"));
}

TEST_F(SettleFees, TradesWithinACircleAreNoVolumeAndNoPurchase) {
    const Person ann = person("ann");
    const Person ben = person("ben", ann.id);
    const Person cat = person("cat", ann.id);
    const Person eve = person("eve");
    const auto purchased = [&](const Person& one) {
        return !world.app()
                    .run("select qualified_at from referrals where friend_id = $1", {one.id})[0]
                    .null("qualified_at");
    };
    trade(world, true, "50000", "0.1", {&ben}, {&ann});   // with the referrer
    trade(world, false, "50000", "0.1", {&ben}, {&cat});  // with another friend of the referrer
    settle();
    for (const Person* one : {&ann, &ben, &cat}) {
        EXPECT_EQ(days_of(*one).decimal("volume"), dec("0")) << one->email;
        EXPECT_EQ(days_of(*one).integer("trades"), 0) << one->email;
    }
    EXPECT_FALSE(purchased(ben));
    EXPECT_FALSE(purchased(cat));
    trade(world, true, "50000", "0.1", {&ben}, {&eve});
    settle();
    EXPECT_EQ(days_of(ben).decimal("volume"), dec("5000"));
    EXPECT_EQ(days_of(eve).integer("trades"), 1);
    EXPECT_TRUE(purchased(ben));
    EXPECT_FALSE(purchased(cat));
}

TEST_F(SettleFees, ALongBatchIsSettledInPieces) {
    const Person ann = person("ann");
    give_credit(ann, "100");
    trade(world, true, "50000", "0.1", {&ann, "0.0001"});
    world.superuser().run(R"sql(
        insert into fills (market_id, seq, position, taker_order, taker_client, taker_side, price,
                           quantity, taker_fee, maker_fee)
        select market_id, seq, n, taker_order, taker_client, 1, 50000, 0.01, 0, 0
          from fills, generate_series(1, 1200) as n)sql");
    world.superuser().run(
        "update orders set quantity = 12.1, filled = 12.1, filled_total = 605000");
    settle();
    EXPECT_EQ(days_of(ann).integer("trades"), 1) << "of one order, whatever is still to come";
    EXPECT_EQ(days_of(ann).decimal("volume"), dec("605000"));
    EXPECT_EQ(credit(ann), dec("95"));
    settle();
    EXPECT_EQ(carried(), 0);
    trade(world, true, "50000", "0.1", {&ann, "0.0001"});
    settle();
    EXPECT_EQ(days_of(ann).integer("trades"), 2);
    EXPECT_EQ(credit(ann), dec("90"));
}

TEST_F(SettleFees, AFriendsPurchaseOfMoreThanFiftyIsNoticed) {
    const Person ann = person("ann");
    const Person ben = person("ben", ann.id);
    const auto qualified = [&] {
        return !world.app()
                    .run(
                        "select 1 from referrals where friend_id = $1 and qualified_at is not "
                        "null",
                        {ben.id})
                    .empty();
    };
    trade(world, true, "50000", "0.001", {&ben});  // fifty and no more
    trade(world, false, "50000", "1", {&ben});     // sold
    settle();
    EXPECT_FALSE(qualified());
    trade(world, false, "50000", "0.0011", {}, {&ben});  // bought by an order that rested
    settle();
    EXPECT_TRUE(qualified());
}

TEST_F(SettleFees, KilledInItsMiddleItPaysOnceAllTheSame) {
    const Person ann = person("ann");
    give_credit(ann, "100");
    trade(world, true, "50000", "0.1", {&ann, "0.0001"});
    {
        pg::Connection connection{world.database().superuser()};
        pg::Transaction hold{connection};
        hold.run("select 1 from ledger_accounts where client_id = $1 and wallet = 5 for update",
                 {ann.id});
        ChildProcess::Options options;
        options.environment = {"CAMBIO_CONFIG=" + world.config().path()};
        options.output = "/dev/null";
        ChildProcess job{{program_path("settle_fees"), "--once"}, options};
        wait_until("the job to wait for the account", [&] {
            return !world.superuser()
                        .run(
                            "select 1 from pg_stat_activity where wait_event_type = 'Lock' and "
                            "datname = current_database()")
                        .empty();
        });
        job.signal(9);
        EXPECT_EQ(job.wait(), 128 + 9);
    }
    EXPECT_EQ(days_of(ann).integer("trades"), 0);
    settle();
    settle();
    EXPECT_EQ(credit(ann), dec("95"));
    EXPECT_EQ(ann.balance("BTC"), dec("10"));
    EXPECT_EQ(days_of(ann).integer("trades"), 1);
}

/// A house account that is short of one coin, because somebody took the coin elsewhere.
class ShortOfFees : public SettleFees {
  protected:
    void move(House from, House to, std::string_view amount) {
        pg::Transaction tx{world.app()};
        const auto btc = world.asset("BTC");
        const auto outside = ledger::house_account(tx, House::demo, btc);
        ledger::transfer(tx, ledger::house_account(tx, from, btc), outside, dec(amount),
                         ledger::Kind::house_withdrawal, 1);
        ledger::transfer(tx, outside, ledger::house_account(tx, to, btc), dec(amount),
                         ledger::Kind::house_funding, 1);
        tx.commit();
    }
    void lose(std::string_view amount) { move(House::fees, House::insurance, amount); }
    void bring_back(std::string_view amount) { move(House::insurance, House::fees, amount); }
    std::string waiting() {
        return world.app().run("select value from job_marks where name = 'fees_waiting'")[0].str(
            "value");
    }
};

TEST_F(ShortOfFees, WhatCannotBePaidIsOwedAndEverythingElseGoesOn) {
    make_contract(world, "F0");
    mark(world, "F0USDT", "50000");
    const Person ann = person("ann").with("USDT", "1000", Wallet::future);
    const Person ben = person("ben", ann.id);
    give_credit(ann, "100");
    EXPECT_EQ(waiting(), "0");
    trade(world, true, "50000", "0.1", {&ann, "0.0001"}, {&ben, "1"});
    trade(world, false, "50000", "0.1", {&ann, "5"});
    open(world, ann, {.pair = "F0USDT", .fee = "0.3"});
    lose("0.0001");
    for (int run = 0; run < 2; ++run) {
        settle();
        EXPECT_EQ(waiting(), "1");
        EXPECT_EQ(ann.balance("BTC"), dec("9.9999")) << "the coin is not there";
        EXPECT_EQ(credit(ann), dec("94.7")) << "what is owed uses no credit";
        EXPECT_EQ(ann.balance("USDT"), dec("1000.1")) << "the other coin is, and ben's share";
        EXPECT_EQ(ann.balance("USDT", Wallet::future), dec("900"));
        EXPECT_EQ(days_of(ann).integer("trades"), 1) << "one was with her friend";
        EXPECT_EQ(fees("USDT"), dec("0.9"));
    }

    bring_back("0.0001");
    for (int run = 0; run < 2; ++run) {
        settle();
        EXPECT_EQ(waiting(), "0");
        EXPECT_EQ(ann.balance("BTC"), dec("10"));
        EXPECT_EQ(credit(ann), dec("89.7"));
        EXPECT_EQ(fees("BTC"), dec("0"));
    }
}

TEST_F(ShortOfFees, WhatThereIsPaysWhomItCan) {
    const Person ann = person("ann");
    const Person ben = person("ben", ann.id);
    give_credit(ann, "100");
    trade(world, true, "50000", "0.1", {&ann, "0.0001"});
    trade(world, true, "50000", "0.1", {&ben, "0.0001"});
    trade(world, true, "50000", "0.02", {&ann, "0.00002"});
    lose("0.0002");
    settle();
    EXPECT_EQ(waiting(), "2");
    EXPECT_EQ(ann.balance("BTC"), dec("9.99989")) << "ben's share, and nothing for the others";
    EXPECT_EQ(fees("BTC"), dec("0.00001"));
    EXPECT_EQ(credit(ann), dec("100"));

    bring_back("0.00005");
    settle();
    EXPECT_EQ(waiting(), "1");
    EXPECT_EQ(credit(ann), dec("99"));

    // Fees of others pay it, too.
    trade(world, true, "50000", "0.1", {&ben, "0.0001"});
    settle();
    EXPECT_EQ(waiting(), "0");
    EXPECT_EQ(credit(ann), dec("94"));
    EXPECT_EQ(ann.balance("BTC"), dec("10.00002"));
}

TEST_F(ShortOfFees, AClaimThatHasGoneMeanwhileIsOwedNoMore) {
    const Person ann = person("ann");
    const Person ben = person("ben", ann.id);
    trade(world, true, "50000", "0.1", {&ben, "0.0001"});
    lose("0.0001");
    settle();
    EXPECT_EQ(waiting(), "1");
    world.app().run("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {ann.id});
    settle();
    EXPECT_EQ(waiting(), "0");
    bring_back("0.0001");
    settle();
    EXPECT_EQ(fees("BTC"), dec("0.0001"));
}

}  // namespace
}  // namespace cambio::test
