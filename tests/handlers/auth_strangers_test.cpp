// Strangers who know an email: whatever they try, its owner signs in, gets codes and withdraws.
#include "handlers/strangers_fixture.h"

namespace cambio {

namespace {

TEST_F(AuthStrangers, TheOwnerSignsInAndWithdrawsMeanwhile) {
    const auto owner = person();
    auto browser = known_browser(owner);
    siege(owner);
    // It was a siege: a stranger is refused now, the right password or not.
    auto stranger = at(elsewhere);
    expect_error(login(stranger, owner, World::password), 429, "too_many_attempts");
    expect_error(forgot(stranger, owner), 429, "code_too_many");

    const auto entered = login(browser, owner, World::password);
    ASSERT_EQ(entered.status, 200) << entered.body;
    auto client = funds->client();
    client.bearer(entered.json()["token"].asString());
    const auto sent = client.post_json("/api/v3/otp", FastCgiClient::Params{});
    ASSERT_EQ(sent.status, 200) << sent.body;
    expect_done(send(client, fields(code_in_mail(owner, "ithdrawal"))));
    EXPECT_EQ(withdrawals_of(owner), 1);
}

TEST_F(AuthStrangers, TheOwnerGetsANewPasswordMeanwhile) {
    const auto owner = person();
    auto browser = known_browser(owner);
    siege(owner);
    ASSERT_EQ(forgot(browser, owner).status, 200);
    // The strangers' guesses were not the owner's, nor are those that follow.
    reset(browser, owner, "another-good-one");
    siege(owner);
    EXPECT_EQ(login(browser, owner, "another-good-one").status, 200);
}

TEST_F(AuthStrangers, OneNetworkLocksOnlyItself) {
    const auto owner = person();
    for (int host = 1; host <= 5; ++host) {
        auto attacker = at(address_in(77, host));
        EXPECT_EQ(login(attacker, owner, "a guess").status, 401);
    }
    auto neighbour = at(address_in(77, 9));
    expect_error(login(neighbour, owner, World::password), 429, "too_many_attempts");
    auto six = at("2001:db8:1:2::1");
    for (int i = 0; i < 5; ++i) EXPECT_EQ(login(six, owner, "a guess").status, 401);
    auto same_six = at("2001:db8:1:2:ffff::9");
    expect_error(login(same_six, owner, World::password), 429, "too_many_attempts");
    auto fresh = at(elsewhere);
    EXPECT_EQ(login(fresh, owner, World::password).status, 200);
}

TEST_F(AuthStrangers, TwentyWrongOnesFromAnywhereLockAllStrangers) {
    const auto owner = person();
    auto browser = known_browser(owner);
    for (int guess = 0; guess < 20; ++guess) {
        auto attacker = at(address_in(guess, 1));
        EXPECT_EQ(login(attacker, owner, "a guess").status, 401);
    }
    auto attacker = at(address_in(99, 1));
    expect_error(login(attacker, owner, "a guess"), 429, "too_many_attempts");
    EXPECT_EQ(login(browser, owner, World::password).status, 200);
}

TEST_F(AuthStrangers, AKnownBrowserMayGuessNoMoreThanAnother) {
    const auto owner = person();
    auto browser = known_browser(owner);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(login(browser, owner, "a guess").status, 401);
    expect_error(login(browser, owner, World::password), 429, "too_many_attempts");
    auto other = at(elsewhere);
    EXPECT_EQ(login(other, owner, World::password).status, 200);
}

// Whoever has the cookie of a browser has that browser's tries, and those of no other.
TEST_F(AuthStrangers, AStolenCookieStopsNoOtherBrowser) {
    const auto owner = person();
    auto browser = known_browser(owner), stolen = known_browser(owner);
    ASSERT_EQ(forgot(browser, owner).status, 200);
    const auto code = code_in_mail(owner, "Reset");
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(login(stolen, owner, "a guess").status, 401);
        expect_error(verify(stolen, owner, another(code)), 400, "code_wrong", "code");
    }
    expect_error(login(stolen, owner, World::password), 429, "too_many_attempts");
    expect_error(verify(stolen, owner, code), 400, "code_expired", "code");
    for (int i = 0; i < 10; ++i) {
        a_minute_later();
        forgot(stolen, owner);
    }
    a_minute_later();
    EXPECT_EQ(forgot(stolen, owner).status, 429);
    EXPECT_EQ(forgot(browser, owner).status, 200);
    EXPECT_EQ(login(browser, owner, World::password).status, 200);
    EXPECT_EQ(verify(browser, owner, code).message(), "success");
}

// Whoever knows the password makes a browser known as often as it is signed in with.
TEST_F(AuthStrangers, AllKnownBrowsersTogetherHaveFiftyTriesADay) {
    const auto owner = person();
    auto browser = known_browser(owner);
    ASSERT_EQ(forgot(browser, owner).status, 200);
    const auto code = code_in_mail(owner, "Reset");
    for (int number = 0; number < 10; ++number) {
        auto other = known_browser(owner);
        for (int i = 0; i < 5; ++i)
            expect_error(verify(other, owner, another(code)), 400, "code_wrong", "code");
    }
    expect_error(verify(browser, owner, code), 400, "code_expired", "code");
}

TEST_F(AuthStrangers, ACookieIsGoodForItsOwnClientAlone) {
    const auto owner = person(), attacker = person();
    auto browser = known_browser(attacker);
    siege(owner);
    expect_error(login(browser, owner, World::password), 429, "too_many_attempts");
    auto forged = at(home);
    forged.variable("HTTP_COOKIE", "cambio_device_000000000000=x");
    expect_error(login(forged, owner, World::password), 429, "too_many_attempts");
}

TEST_F(AuthStrangers, AResetForgetsEveryBrowserButItsOwnAndThatIsKnownByTheMailboxAlone) {
    const auto owner = person();
    auto thief = known_browser(owner), browser = at(home), before = at(home);
    const auto entered = login(browser, owner, World::password);
    for (auto* same : {&browser, &before}) keep_cookie(*same, entered);
    // What was guessed wrong before counts no more for who has proved the mailbox.
    auto elsewhere_at_home = at(home);
    for (int i = 0; i < 5; ++i) login(elsewhere_at_home, owner, "a guess");
    ASSERT_EQ(forgot(browser, owner).status, 200);
    reset(browser, owner, "another-good-one");
    EXPECT_EQ(count("select count(*) from device_marks where client_id = $1", {owner.id}), 0);
    EXPECT_EQ(count("select count(*) from link_marks where client_id = $1", {owner.id}), 1);
    EXPECT_EQ(login(elsewhere_at_home, owner, "another-good-one").status, 200);
    siege(owner);
    EXPECT_EQ(login(browser, owner, "another-good-one").status, 200);
    expect_error(login(before, owner, "another-good-one"), 429, "too_many_attempts");
    expect_error(login(thief, owner, "another-good-one"), 429, "too_many_attempts");
}

TEST_F(AuthStrangers, WhoIsSignedOutByTheOwnerIsKnownNoMore) {
    HandlerProcess account{"account", world->config().path(), world->config().secret()};
    const auto owner = person();
    const auto marks = [&] {
        return count("select count(*) from device_marks where client_id = $1", {owner.id});
    };
    const auto sign_in = [&](FastCgiClient browser) {
        return login(browser, owner, World::password).json()["token"].asString();
    };
    const auto newest_session = [&] {
        return sql("select max(id) as id from sessions where client_id = $1", {owner.id})[0].str(
            "id");
    };
    auto own = account.client();
    own.bearer(sign_in(at(home)));
    sign_in(at(elsewhere));
    ASSERT_EQ(marks(), 2);
    const FastCgiClient::Params other{{"session_id", newest_session()},
                                      {"password", World::password}};
    EXPECT_EQ(own.post_json("/api/v3/sessions/revoke", other).message(), "success");
    EXPECT_EQ(marks(), 1);

    sign_in(at(elsewhere));
    ASSERT_EQ(marks(), 2);
    const auto others_out = [&] {
        return own
            .post_json("/api/v3/sessions/revoke-all",
                       {{"which", "others"}, {"password", World::password}})
            .status;
    };
    EXPECT_EQ(others_out(), 200);
    EXPECT_EQ(marks(), 1);

    // Who signed out itself stays known.
    auto leaving = at(elsewhere);
    leaving.bearer(sign_in(at(elsewhere)));
    EXPECT_EQ(leaving.post_json("/api/v3/logout", FastCgiClient::Params{}).message(), "success");
    EXPECT_EQ(others_out(), 200);
    EXPECT_EQ(marks(), 2);

    sign_in(at(elsewhere));
    const FastCgiClient::Params change{
        {"oldLoginPassword", World::password},
        {"password", "another-good-one"},
        {"verification_code", code_of_act(world->superuser(), world->config().hash_key(), owner.id,
                                          owner.email, account::Act::change_password)}};
    const auto changed = own.post_json("/api/v3/update-password", change);
    ASSERT_EQ(changed.message(), "saved") << changed.body;
    EXPECT_EQ(marks(), 1) << "now all others are strangers";
    EXPECT_EQ(count("select count(*) from sessions where client_id = $1 and revoked_at is null "
                    "and device_mark_id is not null",
                    {owner.id}),
              1);
}

TEST_F(AuthStrangers, TheCodeThatIsAliveIsSentAgainWhoeverAsks) {
    const auto owner = person();
    auto stranger = at(elsewhere), browser = at(home);
    ASSERT_EQ(forgot(browser, owner).status, 200);
    const auto code = code_in_mail(owner, "Reset");
    ASSERT_EQ(forgot(stranger, owner).status, 200);
    EXPECT_EQ(code_in_mail(owner, "Reset"), code);
    // Five wrong tries are the stranger's loss alone, and another code is not to be had by them.
    for (int i = 0; i < 5; ++i)
        expect_error(verify(stranger, owner, another(code)), 400, "code_wrong", "code");
    expect_error(verify(stranger, owner, code), 400, "code_expired", "code");
    a_minute_later();
    expect_error(forgot(stranger, owner), 429, "code_too_soon");
    EXPECT_EQ(verify(browser, owner, code).message(), "success");
    expect_error(verify(browser, owner, code), 400, "code_wrong", "code");
}

TEST_F(AuthStrangers, FiftyWrongTriesADayAreAllThatStrangersHave) {
    const auto owner = person();
    auto browser = known_browser(owner);
    ASSERT_EQ(forgot(browser, owner).status, 200);
    const auto code = code_in_mail(owner, "Reset");
    for (int network = 0; network < 10; ++network) {
        auto attacker = at(address_in(network, 1));
        for (int i = 0; i < 5; ++i)
            expect_error(verify(attacker, owner, another(code)), 400, "code_wrong", "code");
    }
    auto attacker = at(elsewhere);
    expect_error(verify(attacker, owner, code), 400, "code_expired", "code");
    EXPECT_EQ(verify(browser, owner, code).message(), "success");
}

}  // namespace

}  // namespace cambio
