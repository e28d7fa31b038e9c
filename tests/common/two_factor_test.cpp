// The authenticator app and the recovery codes.
#include "token/two_factor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "error/error.h"
#include "support/builders.h"
#include "token/attempts.h"

namespace cambio::test {

namespace {

using std::chrono::sys_seconds, std::chrono::seconds;
using token::SecondFactor;

// RFC 6238, appendix B, SHA-1: the secret is "12345678901234567890". The RFC prints eight digits,
// of which six digits are the last.
TEST(AuthenticatorCode, IsThatOfTheRfc) {
    constexpr std::string_view secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    const std::vector<std::pair<std::int64_t, std::string>> vectors{
        {59, "94287082"},         {1111111109, "07081804"}, {1111111111, "14050471"},
        {1234567890, "89005924"}, {2000000000, "69279037"}, {20000000000, "65353130"},
    };
    for (const auto& [at, code] : vectors)
        EXPECT_EQ(token::authenticator_code(secret, sys_seconds{seconds{at}}), code.substr(2));
}

class TwoFactorTest : public testing::Test {
  protected:
    static constexpr SessionId session{1}, another_session{2};

    /// The app's code so many steps from now.
    static std::string code(const std::string& secret, int steps = 0) {
        const auto now = std::chrono::floor<seconds>(std::chrono::system_clock::now());
        return token::authenticator_code(secret, now + steps * seconds{30});
    }

    template <class Work>
    auto in_transaction(Work work) {
        pg::Transaction tx{world.app()};
        auto result = work(tx);
        tx.commit();
        return result;
    }

    std::string begin(const Person& person) {
        return in_transaction([&](auto& tx) {
            return token::begin_two_factor(tx, key, person.id, session, person.email).secret;
        });
    }
    std::vector<std::string> confirm(const Person& person, const std::string& given,
                                     SessionId in = session) {
        return in_transaction(
            [&](auto& tx) { return token::confirm_two_factor(tx, key, person.id, in, given); });
    }
    SecondFactor check(const Person& person, const std::string& given,
                       const token::Asker& asker = token::Asker::session(session)) {
        return in_transaction(
            [&](auto& tx) { return token::check_second_factor(tx, key, person.id, asker, given); });
    }
    bool on(const Person& person) {
        return in_transaction([&](auto& tx) { return token::two_factor_on(tx, person.id); });
    }
    int left(const Person& person) {
        return in_transaction([&](auto& tx) { return token::recovery_codes_left(tx, person.id); });
    }
    /// As if the step that was used last had been long ago.
    void forget_step(const Person& person) {
        world.app().run("update two_factor set last_step = 0 where client_id = $1", {person.id});
    }

    static token::Asker stranger(int network) {
        return token::Asker::guest("198.51." + std::to_string(network) + ".1");
    }
    /// How often ann was told, by the bell and by mail.
    std::int64_t warned() {
        return world.app()
            .run(
                "select count(*) as mails from outgoing_mails m join notifications b "
                "on b.client_id = m.client_id and b.kind = m.name and b.created_at = m.created_at "
                "where m.client_id = $1 and m.name = 'two_factor_guessed'",
                {ann.id})[0]
            .integer("mails");
    }
    void later(const char* interval) {
        world.app().run("update password_attempts set at = at - $1::interval", {interval});
    }

    struct Guarded {
        std::string secret;
        std::vector<std::string> recovery;
    };
    Guarded guard(const Person& person) {
        Guarded result;
        result.secret = begin(person);
        result.recovery = confirm(person, code(result.secret));
        EXPECT_EQ(result.recovery.size(), 10u);
        forget_step(person);
        return result;
    }

    template <class Work>
    static void expect_refused(Code expected, Work work) {
        try {
            work();
            FAIL() << "was not refused";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), expected);
        }
    }

    World world;
    std::string key = std::string(32, 'k');
    Person ann = world.client("ann+app@example.com");
};

TEST_F(TwoFactorTest, GuardsFromItsConfirmationOn) {
    pg::Transaction tx{world.app()};
    const auto setup = token::begin_two_factor(tx, key, ann.id, session, ann.email);
    tx.commit();
    EXPECT_EQ(setup.secret.size(), 32u);
    EXPECT_EQ(setup.uri, "otpauth://totp/Cambio:ann%2Bapp%40example.com?secret=" + setup.secret +
                             "&issuer=Cambio&algorithm=SHA1&digits=6&period=30");
    EXPECT_FALSE(on(ann));
    expect_refused(Code::two_factor_off, [&] { check(ann, code(setup.secret)); });

    EXPECT_THAT(confirm(ann, "000000"), testing::IsEmpty());
    EXPECT_FALSE(on(ann));
    EXPECT_THAT(confirm(ann, code(setup.secret)), testing::SizeIs(10));
    EXPECT_TRUE(on(ann));
    expect_refused(Code::two_factor_already_on, [&] { begin(ann); });
    expect_refused(Code::two_factor_already_on, [&] { confirm(ann, code(setup.secret)); });
}

TEST_F(TwoFactorTest, ANewSetUpReplacesTheOneThatWasBegun) {
    const auto first = begin(ann);
    const auto second = begin(ann);
    EXPECT_NE(first, second);
    EXPECT_THAT(confirm(ann, code(first)), testing::IsEmpty());
    EXPECT_THAT(confirm(ann, code(second)), testing::SizeIs(10));
}

TEST_F(TwoFactorTest, AStepIsUsedOnce) {
    const auto secret = begin(ann);
    const auto now = code(secret);
    confirm(ann, now);
    EXPECT_EQ(check(ann, now), SecondFactor::wrong) << "the code that confirmed it";
    const auto next = code(secret, 1);
    EXPECT_EQ(check(ann, next), SecondFactor::right);
    EXPECT_EQ(check(ann, next), SecondFactor::wrong);
    EXPECT_EQ(check(ann, now), SecondFactor::wrong) << "an earlier step than the last";
}

TEST_F(TwoFactorTest, AClockMayBeOneStepOff) {
    const auto secret = guard(ann).secret;
    EXPECT_EQ(check(ann, code(secret, -1)), SecondFactor::right);
    forget_step(ann);
    EXPECT_EQ(check(ann, code(secret, 1)), SecondFactor::right);
    forget_step(ann);
    EXPECT_EQ(check(ann, code(secret, 4)), SecondFactor::wrong);
    EXPECT_EQ(check(ann, code(secret, -4)), SecondFactor::wrong);
}

TEST_F(TwoFactorTest, ARecoveryCodeWorksOnceAndItsOwnerIsTold) {
    const auto codes = guard(ann).recovery;
    EXPECT_EQ(std::set(codes.begin(), codes.end()).size(), 10u);
    for (const auto& one : codes)
        EXPECT_THAT(one, testing::MatchesRegex("[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}"));

    EXPECT_EQ(check(ann, codes[0]), SecondFactor::right_by_recovery_code);
    EXPECT_EQ(left(ann), 9);
    EXPECT_EQ(check(ann, codes[0]), SecondFactor::wrong);
    auto typed = codes[1];
    std::erase(typed, '-');
    for (char& c : typed) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    EXPECT_EQ(check(ann, typed), SecondFactor::right_by_recovery_code);
    EXPECT_EQ(left(ann), 8);

    const auto mails = world.app().run(
        "select data->>'left' as left from outgoing_mails where name = 'recovery_code_used' "
        "order by id");
    ASSERT_EQ(mails.size(), 2);
    EXPECT_EQ(mails[1].text("left"), "8");
    const auto bells =
        world.app().run("select 1 from notifications where kind = 'recovery_code_used'");
    EXPECT_EQ(bells.size(), 2);
}

TEST_F(TwoFactorTest, NewRecoveryCodesReplaceTheOldOnes) {
    const auto old = guard(ann).recovery;
    const auto fresh =
        in_transaction([&](auto& tx) { return token::renew_recovery_codes(tx, key, ann.id); });
    EXPECT_EQ(check(ann, old[0]), SecondFactor::wrong);
    EXPECT_EQ(check(ann, fresh[0]), SecondFactor::right_by_recovery_code);
    const auto ben = world.client("ben@example.com");
    expect_refused(Code::two_factor_off, [&] {
        pg::Transaction tx{world.app()};
        token::renew_recovery_codes(tx, key, ben.id);
    });
}

TEST_F(TwoFactorTest, FiveWrongOnesLockItAlsoForTheRightOne) {
    const auto ours = guard(ann);
    for (int i = 0; i < 5; ++i)
        EXPECT_EQ(check(ann, "00000" + std::to_string(i)), SecondFactor::wrong);
    expect_refused(Code::too_many_attempts, [&] { check(ann, code(ours.secret)); });
    expect_refused(Code::too_many_attempts, [&] { check(ann, ours.recovery[0]); });
    world.app().run("update password_attempts set at = at - interval '15 minutes'");
    EXPECT_EQ(check(ann, code(ours.secret)), SecondFactor::right);
    EXPECT_EQ(check(ann, "000000"), SecondFactor::wrong) << "the count began anew";
}

TEST_F(TwoFactorTest, WhatOneAskerGuessesStopsNoOther) {
    const auto ours = guard(ann);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(check(ann, "000000"), SecondFactor::wrong);
    expect_refused(Code::too_many_attempts, [&] { check(ann, "000000"); });
    for (int i = 0; i < 5; ++i) EXPECT_EQ(check(ann, "000000", stranger(1)), SecondFactor::wrong);
    expect_refused(Code::too_many_attempts, [&] { check(ann, "000000", stranger(1)); });
    for (int i = 0; i < 5; ++i) EXPECT_EQ(check(ann, "000000", stranger(2)), SecondFactor::wrong);
    expect_refused(Code::too_many_attempts, [&] { check(ann, code(ours.secret), stranger(3)); });
    EXPECT_EQ(warned(), 1);
    later("15 minutes");
    for (int i = 0; i < 10; ++i)
        EXPECT_EQ(check(ann, "000000", stranger(4 + i / 5)), SecondFactor::wrong);
    EXPECT_EQ(warned(), 2);
    later("15 minutes");
    expect_refused(Code::too_many_attempts, [&] { check(ann, "000000", stranger(6)); });
    later("23 hours 30 minutes");
    EXPECT_EQ(check(ann, "000000", stranger(6)), SecondFactor::wrong) << "ten of a day ago";

    EXPECT_EQ(check(ann, code(ours.secret), token::Asker::session(another_session)),
              SecondFactor::right);
    const auto stolen = token::Asker::browser(1), own = token::Asker::browser(2);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(check(ann, "000000", stolen), SecondFactor::wrong);
    expect_refused(Code::too_many_attempts, [&] { check(ann, code(ours.secret), stolen); });
    EXPECT_EQ(check(ann, ours.recovery[0], own), SecondFactor::right_by_recovery_code);
}

TEST_F(TwoFactorTest, StrangersWhoTakeTheirTimeAreToldOfToo) {
    guard(ann);
    const auto guess = [&](int network) {
        EXPECT_EQ(check(ann, "000000", stranger(network)), SecondFactor::wrong);
        later("16 minutes");
    };
    for (int i = 1; i < 20; ++i) guess(i);
    EXPECT_EQ(warned(), 0);
    guess(20);
    EXPECT_EQ(warned(), 1);
    expect_refused(Code::too_many_attempts, [&] { check(ann, "000000", stranger(21)); });
    // From now on each one that is a day old makes room for another, which fills the day again.
    later("18 hours 42 minutes");
    guess(21);
    EXPECT_EQ(warned(), 2);
    guess(22);
    EXPECT_EQ(warned(), 2) << "twice a day is enough";
}

TEST_F(TwoFactorTest, ASessionGuessesFiftyTimesADay) {
    const auto ours = guard(ann);
    for (int i = 0; i < 50; ++i) {
        EXPECT_EQ(warned(), 0);
        EXPECT_EQ(check(ann, "000000"), SecondFactor::wrong) << i;
        if (i % 5 == 4) later("16 minutes");
    }
    EXPECT_EQ(warned(), 1);
    expect_refused(Code::too_many_attempts, [&] { check(ann, code(ours.secret)); });
    EXPECT_EQ(check(ann, code(ours.secret), token::Asker::session(another_session)),
              SecondFactor::right);
    forget_step(ann);
    later("22 hours");
    EXPECT_EQ(check(ann, code(ours.secret)), SecondFactor::right);
}

TEST_F(TwoFactorTest, IsConfirmedWhereItWasBegunAndSoon) {
    const auto secret = begin(ann);
    expect_refused(Code::two_factor_off, [&] { confirm(ann, code(secret), another_session); });
    world.app().run("update two_factor set created_at = now() - interval '10 minutes'");
    expect_refused(Code::two_factor_off, [&] { confirm(ann, code(secret)); });
    EXPECT_FALSE(on(ann));
    EXPECT_THAT(confirm(ann, code(begin(ann))), testing::SizeIs(10));
}

TEST_F(TwoFactorTest, WhatIsStoredOpensForNobodyElse) {
    const auto ours = guard(ann);
    const auto ben = world.client("ben@example.com");
    guard(ben);
    world.app().run(
        "update two_factor set secret_sealed = (select secret_sealed from two_factor "
        "where client_id = $1) where client_id = $2",
        {ann.id, ben.id});
    EXPECT_THROW(check(ben, code(ours.secret)), std::runtime_error);
    EXPECT_EQ(check(ann, code(ours.secret)), SecondFactor::right);
    const auto dump = world.app().run(
        "select encode(secret_sealed, 'escape') as text from two_factor where client_id = $1",
        {ann.id});
    EXPECT_EQ(dump[0].str("text").find(ours.secret), std::string::npos);
}

/// The way of nginx/rotate_hash_key.
TEST_F(TwoFactorTest, OutlivesTheKeyThatSealedIt) {
    const std::string next(32, 'n'), stranger_key(32, 's');
    const auto ours = guard(ann);
    const auto check_with = [&](const token::HashKeys& keys, const std::string& given) {
        forget_step(ann);
        return in_transaction([&](auto& tx) {
            return token::check_second_factor(tx, keys, ann.id, token::Asker::session(session),
                                              given);
        });
    };
    const token::HashKeys prepared{key, {key, next}}, rotated{next, {key, next}};
    for (const auto* keys : {&prepared, &rotated})
        EXPECT_EQ(check_with(*keys, code(ours.secret)), SecondFactor::right);
    EXPECT_THROW(check_with(next, code(ours.secret)), std::runtime_error)
        << "without the key that sealed it";

    EXPECT_EQ(check_with(rotated, ours.recovery[0]), SecondFactor::right_by_recovery_code);
    EXPECT_EQ(check_with(rotated, ours.recovery[0]), SecondFactor::wrong) << "it was used";
    EXPECT_EQ(check_with(rotated, "2222-2222-2222"), SecondFactor::wrong);

    const auto sealed = [&] {
        return world.app()
            .run("select secret_sealed from two_factor where client_id = $1", {ann.id})[0]
            .bytes("secret_sealed");
    };
    const auto secret = token::unseal_two_factor(rotated, ann.id, sealed());
    ASSERT_TRUE(secret);
    world.app().run("update two_factor set secret_sealed = $2 where client_id = $1",
                    {ann.id, pg::Param::bytes(token::seal_two_factor(rotated, ann.id, *secret))});
    EXPECT_EQ(check_with(next, code(ours.secret)), SecondFactor::right);
    EXPECT_EQ(check_with(next, ours.recovery[1]), SecondFactor::wrong)
        << "what was hashed is lost with its key";
    EXPECT_EQ(check_with(rotated, ours.recovery[1]), SecondFactor::right_by_recovery_code);

    in_transaction([&](auto& tx) { return token::renew_recovery_codes(tx, rotated, ann.id); });
    EXPECT_EQ(world.app()
                  .run("select count(*) from recovery_codes where key_id = $1", {rotated.id()})[0]
                  .integer("count"),
              10);
    EXPECT_FALSE(token::unseal_two_factor({stranger_key, {key}}, ann.id, sealed()));
}

TEST_F(TwoFactorTest, ItsRemovalTakesTheRecoveryCodesAlong) {
    const auto old = guard(ann).recovery;
    in_transaction([&](auto& tx) {
        token::remove_two_factor(tx, ann.id);
        return 0;
    });
    EXPECT_FALSE(on(ann));
    EXPECT_EQ(left(ann), 0);
    guard(ann);
    EXPECT_EQ(check(ann, old[0]), SecondFactor::wrong);
}

}  // namespace

}  // namespace cambio::test
