// Trading fee credit for friends and their referrers: when, how much, for whom, and for whom not.
#include <gtest/gtest.h>

#include "support/payments.h"
#include "support/trades.h"

namespace cambio::test {
namespace {

using ledger::House;
using ledger::Wallet;

class ReferralCredits : public testing::Test {
  protected:
    ReferralCredits() { world.fund(House::rewards, "USDT", "10000"); }
    void TearDown() override { expect_books_balance(world); }

    Person person(const std::string& name, std::optional<ClientId> referrer = {}) {
        return world.client(name + "@example.com", referrer);
    }
    void sign_in(const Person& who, const std::string& ip = "127.0.0.1",
                 const std::string& device = "a browser") {
        world.token(who, device, ip);
    }
    int run(std::string* log = nullptr) {
        return run_job("referral_credits", world.config().path(), {"--once"}, log);
    }
    Decimal credit(const Person& of) { return of.balance("USDT", Wallet::fee_credit); }
    void expect_credits(const Person& referrer, const char* hers, const Person& of,
                        const char* his) {
        EXPECT_EQ(run(), 0);
        EXPECT_EQ(credit(referrer), dec(hers));
        EXPECT_EQ(credit(of), dec(his));
    }
    void deposit(const Person& to, const char* asset, std::string_view amount) {
        test::deposit(world, to, asset, amount);
    }
    std::int64_t notices(const Person& of, const char* kind) {
        return world.app()
            .run("select count(*) as n from notifications where client_id = $1 and kind = $2",
                 {of.id, kind})[0]
            .integer("n");
    }

    World world;
    Person ann = person("ann");
};

TEST_F(ReferralCredits, ComeWithTheFriendsFirstSignInAndOnce) {
    const Person ben = person("ben", ann.id);
    expect_credits(ann, "0", ben, "0");
    sign_in(ben);
    expect_credits(ann, "100", ben, "100");
    EXPECT_EQ(notices(ann, "referral_joined"), 1);
    EXPECT_EQ(notices(ann, "referral_credit"), 1);
    EXPECT_EQ(notices(ben, "referral_credit"), 1);
    EXPECT_EQ(notices(ben, "referral_joined"), 0);
    const auto data = world.app().run(
        "select data ->> 'friend' as friend from notifications where kind = 'referral_joined'");
    EXPECT_EQ(data[0].str("friend"), "b***@example.com");
    sign_in(ben);
    expect_credits(ann, "100", ben, "100");
    EXPECT_EQ(world.house_balance(House::rewards, "USDT"), dec("9800"));
}

TEST_F(ReferralCredits, ASessionThatEndedWasASignInToo) {
    const Person ben = person("ben", ann.id);
    sign_in(ben);
    world.app().run("update sessions set revoked_at = now() where client_id = $1", {ben.id});
    expect_credits(ann, "100", ben, "100");
}

TEST_F(ReferralCredits, ComeAgainWithALargePurchase) {
    const Person ben = person("ben", ann.id).with("BTC", "1");
    sign_in(ben);
    EXPECT_EQ(run(), 0);
    trade(world, true, "50000", "0.0011", {&ben});
    EXPECT_EQ(run_job("settle_fees", world.config().path(), {"--once"}), 0);
    for (int again = 0; again < 2; ++again) expect_credits(ann, "200", ben, "200");
    trade(world, true, "50000", "0.0011", {&ben});
    EXPECT_EQ(run_job("settle_fees", world.config().path(), {"--once"}), 0);
    deposit(ben, "USDT", "500");
    expect_credits(ann, "200", ben, "200");
}

TEST_F(ReferralCredits, ComeAgainWithALargeDepositAtItsLastPrice) {
    world.quote("BTCUSDT", "50000");
    const Person ben = person("ben", ann.id).with("USDT", "10000");  // demo money is no deposit
    sign_in(ben);
    deposit(ben, "USDT", "50");
    deposit(ben, "BTC", "0.001");
    expect_credits(ann, "100", ben, "100");
    deposit(ben, "BTC", "0.00100001");
    expect_credits(ann, "200", ben, "200");
}

TEST_F(ReferralCredits, ComeWithinAnHourWhereADepositHasBecomeLarge) {
    world.quote("BTCUSDT", "50000");
    const Person ben = person("ben", ann.id), cat = person("cat", ann.id);
    sign_in(ben);
    sign_in(cat, "192.0.2.7", "another browser");
    deposit(ben, "BTC", "0.001");
    expect_credits(ann, "200", ben, "100");
    world.superuser().run("update deposits set credited_at = now() - interval '20 minutes'");
    world.quote("BTCUSDT", "60000");
    deposit(cat, "USDT", "51");
    expect_credits(ann, "300", ben, "100");
    world.superuser().run(
        "update job_marks set value = (now() - interval '61 minutes')::text "
        "where name = 'referrals_looked_at'");
    expect_credits(ann, "400", ben, "200");
}

TEST_F(ReferralCredits, ComeForWhatWasPaidInWhileTheJobWasAway) {
    const Person ben = person("ben", ann.id);
    sign_in(ben);
    expect_credits(ann, "100", ben, "100");
    deposit(ben, "USDT", "500");
    world.superuser().run("update deposits set credited_at = now() - interval '20 minutes'");
    world.superuser().run(
        "update job_marks set value = (now() - interval '30 minutes')::text "
        "where name like 'referral%looked_at'");
    expect_credits(ann, "200", ben, "200");
}

TEST_F(ReferralCredits, ComeAgainWithALargeConversionIntoACoin) {
    world.quote("BTCUSDT", "50000");
    const Person ben = person("ben", ann.id);
    sign_in(ben);
    const auto convert = [&](const char* from, const char* to, const char* amount, int state) {
        world.superuser().run(
            "insert into conversions (client_id, content_hash, from_id, to_id, market_type, "
            "from_amount, to_amount, rate, limit_price, state) values "
            "($1, 0, $2, $3, 1, $4, 1, 1, 1, $5)",
            {ben.id, world.asset(from), world.asset(to), dec(amount), state});
    };
    convert("USDT", "BTC", "50", 2);
    convert("USDT", "BTC", "500", 3);  // came to nothing
    convert("BTC", "USDT", "1", 2);    // a sale
    expect_credits(ann, "100", ben, "100");
    convert("BTC", "ETH", "0.00100001", 2);
    expect_credits(ann, "200", ben, "200");
}

TEST_F(ReferralCredits, ThePurchaseMayBeSeenBeforeTheSignIn) {
    const Person ben = person("ben", ann.id).with("BTC", "1");
    sign_in(ben);
    trade(world, true, "50000", "0.0011", {&ben});
    EXPECT_EQ(run_job("settle_fees", world.config().path(), {"--once"}), 0);
    expect_credits(ann, "200", ben, "200");
}

TEST_F(ReferralCredits, OnePersonGetsNothingForInvitingItself) {
    sign_in(ann, "203.0.113.7", "her browser");
    const struct {
        const char* email;
        const char* ip;
        const char* device;
        bool same;
    } cases[] = {
        {"ben@example.com", "203.0.113.7", "another browser", true},
        {"cat@example.com", "203.0.113.99", "her browser", true},
        {"ann+2@example.com", "198.51.100.1", "another browser", true},
        {"dan@example.com", "203.0.113.98", "his browser", false},
        {"eve@example.com", "192.0.2.1", "her browser", false},
    };
    Decimal hers;
    for (const auto& one : cases) {
        const Person ben = world.client(one.email, ann.id);
        sign_in(ben, one.ip, one.device);
        EXPECT_EQ(run(), 0);
        if (!one.same) hers += dec("100");
        EXPECT_EQ(credit(ben), one.same ? dec("0") : dec("100")) << one.email;
        EXPECT_EQ(credit(ann), hers) << one.email;
    }
}

TEST_F(ReferralCredits, FriendsWhoLookLikeOnePersonCountOnce) {
    const struct {
        const char* email;
        const char* ip;
        const char* device;
        bool counts;
    } cases[] = {
        {"one@example.com", "203.0.113.7", "a browser", true},
        {"two@example.com", "203.0.113.7", "another browser", false},   // her address
        {"three@example.com", "203.0.113.99", "a browser", false},      // her browser nearby
        {"four@example.com", "203.0.113.98", "a third browser", true},  // a neighbour
        {"five@example.com", "198.51.100.1", "a browser", true},        // the same model elsewhere
        {"one+more@example.com", "198.51.101.1", "a fourth one", false},  // her mailbox
        {"six@example.com", "198.51.102.1", "a fifth one", true},
    };
    Decimal hers;
    for (const auto& one : cases) {
        const Person friend_of_hers = world.client(one.email, ann.id);
        sign_in(friend_of_hers, one.ip, one.device);
        EXPECT_EQ(run(), 0);
        if (one.counts) hers += dec("100");
        EXPECT_EQ(credit(friend_of_hers), one.counts ? dec("100") : dec("0")) << one.email;
        EXPECT_EQ(credit(ann), hers) << one.email;
    }
    // Another referrer's friends are other people's business.
    const Person bob = person("bob");
    const Person seven = world.client("seven@example.com", bob.id);
    sign_in(seven, "203.0.113.7", "a browser");
    expect_credits(bob, "100", seven, "100");
}

TEST_F(ReferralCredits, CountForTasksWhenVerifiedAndActive) {
    const auto counted = [&](const Person& one) {
        return !world.app()
                    .run("select counted_at from referrals where friend_id = $1", {one.id})[0]
                    .null("counted_at");
    };
    const Person ben = person("ben", ann.id).with("BTC", "1");
    sign_in(ben);
    EXPECT_EQ(run(), 0);
    EXPECT_FALSE(counted(ben));
    verify(world, ben);
    EXPECT_EQ(run(), 0);
    EXPECT_FALSE(counted(ben));
    trade(world, true, "50000", "0.0011", {&ben});
    EXPECT_EQ(run_job("settle_fees", world.config().path(), {"--once"}), 0);
    EXPECT_EQ(run(), 0);
    EXPECT_TRUE(counted(ben)) << "play money is everybody's own in a demonstration";
}

TEST_F(ReferralCredits, ACircleOfReferrersGetsNothing) {
    sign_in(ann, "2001:db8:1:2::7");
    const Person ben = person("ben", ann.id);
    sign_in(ben, "2001:db8:9::1", "his browser");
    expect_credits(ann, "100", ben, "100");
    // Ann again, by her friend's link and from her own network.
    const Person cat = person("cat", ben.id);
    sign_in(cat, "2001:db8:1:2:aaaa::1", "a third browser");
    expect_credits(ben, "100", cat, "0");
    EXPECT_EQ(credit(ann), dec("100"));
    deposit(cat, "USDT", "500");
    expect_credits(ben, "100", cat, "0");
}

TEST_F(ReferralCredits, LoopbackAndPrivateAddressesProveNothing) {
    int last = 0;
    for (const char* ip : {"127.0.0.1", "192.168.1.5", "10.0.0.1", "::1", "", "nonsense"}) {
        sign_in(ann, ip);
        const Person ben = world.client("b" + std::to_string(++last) + "@example.com", ann.id);
        sign_in(ben, ip);
        EXPECT_EQ(run(), 0);
        EXPECT_EQ(credit(ben), dec("100")) << ip;
    }
}

TEST_F(ReferralCredits, OneThatCannotBeGivenHoldsUpNoOther) {
    const Person ben = person("ben", ann.id), carl = person("carl", ann.id);
    sign_in(ben, "192.0.2.1", "ben's browser");
    sign_in(carl, "198.51.100.1", "carl's browser");
    world.break_row("referrals", "friend_id", ben.id.value);
    EXPECT_EQ(run(), 1);
    EXPECT_EQ(credit(ben), dec("0"));
    EXPECT_EQ(credit(carl), dec("100"));
    world.mend_rows();
    expect_credits(ann, "200", ben, "100");
}

TEST_F(ReferralCredits, TheFrozenGetNothing) {
    const Person ben = person("ben", ann.id);
    sign_in(ben);
    world.app().run("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {ben.id});
    expect_credits(ann, "0", ben, "0");
    world.app().run("update clients set status = 'ACTIVE' where id = $1", {ben.id});
    world.app().run("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {ann.id});
    expect_credits(ann, "0", ben, "100");
}

TEST_F(ReferralCredits, AnUnverifiedReferrerIsCreditedForTenFriendsAVerifiedOneForAll) {
    const auto bring = [&](const std::string& name) {
        const Person one = person(name, ann.id);
        sign_in(one);
        EXPECT_EQ(run(), 0);
        EXPECT_EQ(credit(one), dec("100")) << name;
        return one;
    };
    const Person first = bring("friend1");
    for (int i = 2; i <= 11; ++i) bring("friend" + std::to_string(i));
    EXPECT_EQ(credit(ann), dec("1000"));
    // One of the ten brings its second credit all the same.
    deposit(first, "USDT", "51");
    expect_credits(ann, "1100", first, "200");
    world.app().run("update clients set account_status = 'Verified' where id = $1", {ann.id});
    bring("friend12");
    EXPECT_EQ(credit(ann), dec("1200"));
}

TEST_F(ReferralCredits, WaitUntilTheHouseCanPay) {
    World poor;
    const Person eve = poor.client("eve@example.com");
    const Person fay = poor.client("fay@example.com", eve.id);
    poor.token(fay);
    poor.fund(House::rewards, "USDT", "150");
    std::string log;
    EXPECT_EQ(run_job("referral_credits", poor.config().path(), {"--once"}, &log), 1);
    EXPECT_NE(log.find("house_rewards_is_empty"), std::string::npos) << log;
    EXPECT_EQ(fay.balance("USDT", Wallet::fee_credit), dec("0"));
    EXPECT_EQ(poor.house_balance(House::rewards, "USDT"), dec("150"));
    poor.fund(House::rewards, "USDT", "50");
    EXPECT_EQ(run_job("referral_credits", poor.config().path(), {"--once"}), 0);
    EXPECT_EQ(eve.balance("USDT", Wallet::fee_credit), dec("100"));
    EXPECT_EQ(poor.house_balance(House::rewards, "USDT"), dec("0"));
    expect_books_balance(poor);
}

}  // namespace
}  // namespace cambio::test
