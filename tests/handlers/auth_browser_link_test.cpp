// A link from the mailbox lets an owner into an unknown browser, whatever strangers do meanwhile,
// and gives nothing to them, nor to a thief of the mailbox what guards against one.
#include "handlers/strangers_fixture.h"
#include "support/child_process.h"
#include "token/browser_links.h"
#include "token/two_factor.h"

namespace cambio {

namespace {

class AuthBrowserLink : public AuthStrangers {
  protected:
    /// From a network of its own, whose calls count against nobody else's.
    static FastCgiClient afar() {
        static int last = 0;
        return at("172.16." + std::to_string(++last) + ".1");
    }
    static Answer ask(FastCgiClient browser, const std::string& email) {
        return browser.post_json("/api/v3/known-browser/send-link", {{"email", email}});
    }
    static Answer follow(FastCgiClient& browser, const std::string& token) {
        return browser.post_json("/api/v3/known-browser", {{"token", token}});
    }

    /// As if strangers from everywhere had guessed at the password a moment ago.
    static void lock_strangers(const Person& person) {
        sql("insert into password_attempts (subject, at) "
            "select 'login:' || $1 || '/strangers', clock_timestamp() from generate_series(1, 20)",
            {person.email});
    }

    /// The tokens of all links in the mailbox, the newest last.
    static std::vector<std::string> links(const Person& person) {
        std::map<std::filesystem::path, std::string> found;
        for (const auto& entry : std::filesystem::directory_iterator{world->config().outbox()}) {
            if (entry.path().extension() != ".json") continue;
            std::ifstream file{entry.path()};
            Json::Value mail;
            file >> mail;
            std::smatch token;
            const auto text = mail["text"].asString();
            if (mail["to"].asString() == person.email &&
                std::regex_search(text, token,
                                  std::regex{"/signin#known-browser=([0-9a-f]{64})\n"}))
                found[entry.path()] = token[1].str();
        }
        std::vector<std::string> tokens;
        for (const auto& [path, token] : found) tokens.push_back(token);
        return tokens;
    }
    /// Waits for the mailbox to have so many; the newest.
    static std::string link(const Person& person, std::size_t number = 1) {
        test::wait_until("link by mail", [&] { return links(person).size() >= number; });
        EXPECT_EQ(links(person).size(), number);
        return links(person).back();
    }
    /// The answer comes before the mail. Two threads send them, in turn: that of somebody else who
    /// asks later is there later.
    static void let_mails_come() {
        const auto later = person();
        EXPECT_EQ(ask(afar(), later.email).message(), "success");
        link(later);
    }

    /// A browser that is known by a link alone.
    static FastCgiClient by_link(const Person& person, std::size_t number = 1) {
        EXPECT_EQ(ask(afar(), person.email).message(), "success");
        auto browser = afar();
        const auto followed = follow(browser, link(person, number));
        expect_done(followed);
        keep_cookie(browser, followed);
        return browser;
    }
    static std::int64_t marks(const Person& person, bool by_link) {
        return count(by_link ? "select count(*) from link_marks where client_id = $1"
                             : "select count(*) from device_marks where client_id = $1",
                     {person.id});
    }

    /// Guards the account by an authenticator app; its secret.
    static std::string guard(const Person& person) {
        const auto key = world->config().hash_key();
        pg::Transaction tx{world->superuser()};
        const auto setup = token::begin_two_factor(tx, key, person.id, SessionId{1}, person.email);
        token::confirm_two_factor(tx, key, person.id, SessionId{1}, app_code(setup.secret));
        tx.run("update two_factor set last_step = 0 where client_id = $1", {person.id});
        tx.commit();
        return setup.secret;
    }
    static std::string app_code(const std::string& secret) {
        return token::authenticator_code(
            secret, std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()));
    }
    static Answer second(FastCgiClient& browser, const Person& person, const std::string& code) {
        const auto first = login(browser, person, World::password);
        EXPECT_EQ(first.message(), "two_factor_required") << first.body;
        return browser.post_json(
            "/api/v3/login/two-factor",
            {{"challenge", first.json()["challenge"].asString()}, {"code", code}});
    }
};

TEST_F(AuthBrowserLink, OneThatWasNeverMailedKeepsItsOwnerWaitingForAMinuteAlone) {
    const auto owner = person();
    const auto sent = [&] {
        return count(
            "select count(*) from browser_links where client_id = $1 and sent_at is not null",
            {owner.id});
    };
    expect_done(ask(afar(), owner.email));
    link(owner);
    test::wait_until("the link to be noted as sent", [&] { return sent() == 1; });
    // As if the program had ended between the commit and the mail.
    sql("update browser_links set sent_at = null, created_at = now() - interval '50 seconds' "
        "where client_id = $1",
        {owner.id});
    expect_done(ask(afar(), owner.email));
    let_mails_come();
    EXPECT_EQ(links(owner).size(), 1u) << "it may be on its way";
    sql("update browser_links set created_at = now() - interval '61 seconds' where client_id = $1",
        {owner.id});
    expect_done(ask(afar(), owner.email));
    link(owner, 2);
    test::wait_until("the next to be noted as sent", [&] { return sent() == 1; });
    sql("update browser_links set created_at = now() - interval '61 seconds' where client_id = $1",
        {owner.id});
    expect_done(ask(afar(), owner.email));
    let_mails_come();
    EXPECT_EQ(links(owner).size(), 2u) << "one lies in the mailbox";
}

TEST_F(AuthBrowserLink, TheOwnerSignsInAndWithdrawsInAnUnknownBrowserMeanwhile) {
    const auto owner = person();
    siege(owner);
    auto browser = at(elsewhere);
    expect_error(login(browser, owner, World::password), 429, "too_many_attempts");
    expect_done(ask(at(elsewhere), owner.email));
    const auto followed = follow(browser, link(owner));
    expect_done(followed);
    EXPECT_EQ(followed.json().getMemberNames(), std::vector<std::string>{"message"});
    keep_cookie(browser, followed);
    siege(owner);

    const auto entered = login(browser, owner, World::password);
    ASSERT_EQ(entered.status, 200) << entered.body;
    auto client = funds->client();
    client.bearer(entered.json()["token"].asString());
    const auto sent = client.post_json("/api/v3/otp", FastCgiClient::Params{});
    ASSERT_EQ(sent.status, 200) << sent.body;
    expect_done(send(client, fields(code_in_mail(owner, "ithdrawal"))));
    EXPECT_EQ(withdrawals_of(owner), 1);
    EXPECT_EQ(marks(owner, false), 1);
    EXPECT_EQ(marks(owner, true), 0);
}

TEST_F(AuthBrowserLink, TheOwnerGetsANewPasswordInAnUnknownBrowserMeanwhile) {
    const auto owner = person();
    siege(owner);
    auto browser = at(elsewhere);
    expect_error(forgot(browser, owner), 429, "code_too_many");
    expect_done(ask(at(elsewhere), owner.email));
    keep_cookie(browser, follow(browser, link(owner)));

    ASSERT_EQ(forgot(browser, owner).status, 200);
    reset(browser, owner, "another-good-one");
    siege(owner);
    auto stranger = afar();
    expect_error(login(stranger, owner, "another-good-one"), 429, "too_many_attempts");
    EXPECT_EQ(login(browser, owner, "another-good-one").status, 200);
}

// Strangers have links sent, and each new password ends the one that waits.
TEST_F(AuthBrowserLink, OneThatANewPasswordHasEndedCountsNotAsFollowed) {
    const auto owner = person();
    pg::Transaction tx{world->superuser()};
    for (int i = 0; i < 6; ++i) {
        const auto link = token::issue_browser_link(tx, owner.id);
        ASSERT_TRUE(link);
        token::end_browser_links(tx, owner.id);
        EXPECT_FALSE(token::take_browser_link(tx, link->token));
    }
}

TEST_F(AuthBrowserLink, ALinkIsGoodOnceForOneClientAndForHalfAnHour) {
    const auto owner = person(), other = person();
    auto browser = by_link(owner);
    auto second_browser = afar();
    const auto used = links(owner).back();
    expect_error(follow(second_browser, used), 400, "link_expired", "token");
    expect_error(follow(second_browser, std::string(64, '0')), 400, "link_expired", "token");
    EXPECT_EQ(second_browser.post_json("/api/v3/known-browser", FastCgiClient::Params{}).status,
              400);
    lock_strangers(owner);
    lock_strangers(other);
    expect_error(login(browser, other, World::password), 429, "too_many_attempts");
    EXPECT_EQ(login(browser, owner, World::password).status, 200);

    expect_done(ask(afar(), other.email));
    const auto late = link(other);
    sql("update browser_links set expires_at = now() where client_id = $1", {other.id});
    expect_error(follow(second_browser, late), 400, "link_expired", "token");
    EXPECT_EQ(
        count("select count(*) from browser_links t where t::text like '%' || $1 || '%'", {late}),
        0)
        << "only its hash is stored";
}

// Whoever has a mail sent to somebody, whose owner then presses, is no more known for it.
TEST_F(AuthBrowserLink, WhoHadItSentStaysAStranger) {
    const auto owner = person();
    auto attacker = at(elsewhere), browser = afar();
    expect_done(ask(at(elsewhere), owner.email));
    expect_done(follow(browser, link(owner)));
    lock_strangers(owner);
    expect_error(login(attacker, owner, World::password), 429, "too_many_attempts");
}

// However often strangers ask, the owner has a link or gets one.
TEST_F(AuthBrowserLink, WhileOneWaitsNoOtherIsSentAndItStaysGood) {
    const auto owner = person();
    for (int i = 0; i < 5; ++i) expect_done(ask(afar(), owner.email));
    let_mails_come();
    const auto first = link(owner);
    sql("update browser_links set expires_at = now() + interval '9 minutes' "
        "where client_id = $1",
        {owner.id});
    for (int i = 0; i < 5; ++i) expect_done(ask(afar(), owner.email));
    let_mails_come();
    const auto next = link(owner, 2);
    EXPECT_NE(next, first);
    for (const auto& token : {first, next}) {
        auto browser = afar();
        expect_done(follow(browser, token));
    }
}

TEST_F(AuthBrowserLink, OneThatWasFollowedMakesRoomForFiveADay) {
    const auto owner = person();
    for (std::size_t number = 1; number <= 5; ++number) by_link(owner, number);
    expect_done(ask(afar(), owner.email));
    let_mails_come();
    EXPECT_EQ(links(owner).size(), 5u);
    sql("update browser_links set followed_at = followed_at - interval '1 day' where client_id = "
        "$1",
        {owner.id});
    by_link(owner, 6);
}

TEST_F(AuthBrowserLink, TheAnswerTellsNobodyWhoHasAnAccount) {
    const auto owner = person();
    const auto known = ask(afar(), owner.email);
    const auto unknown = ask(afar(), "nobody.at.all@example.com");
    EXPECT_EQ(known.status, 200);
    EXPECT_EQ(unknown.status, known.status);
    EXPECT_EQ(unknown.body, known.body);
    const auto again = ask(afar(), owner.email);
    EXPECT_EQ(again.body, known.body);
    let_mails_come();
    EXPECT_EQ(links(owner).size(), 1u);
    for (const auto& entry : std::filesystem::directory_iterator{world->config().outbox()}) {
        std::ifstream file{entry.path()};
        const std::string text{std::istreambuf_iterator<char>{file}, {}};
        EXPECT_EQ(text.find("nobody.at.all"), std::string::npos);
    }
}

// The mailbox alone gives no other guesses at the second factor than any stranger has.
TEST_F(AuthBrowserLink, AtTheSecondFactorItIsAStrangersBrowserUntilSomebodySignedIn) {
    const auto owner = person();
    const auto secret = guard(owner);
    auto browser = by_link(owner);
    const auto by_strangers = "two_factor:" + std::to_string(owner.id.value) + "/strangers";
    sql("insert into password_attempts (subject, at) "
        "select $1, clock_timestamp() from generate_series(1, 10)",
        {by_strangers});
    expect_error(second(browser, owner, app_code(secret)), 429, "too_many_attempts");
    sql("delete from password_attempts where subject = $1", {by_strangers});
    EXPECT_EQ(second(browser, owner, app_code(secret)).status, 200);

    sql("update two_factor set last_step = 0 where client_id = $1", {owner.id});
    sql("insert into password_attempts (subject, at) "
        "select $1, clock_timestamp() from generate_series(1, 10)",
        {by_strangers});
    EXPECT_EQ(second(browser, owner, app_code(secret)).status, 200) << "it is known by now";
}

// Whoever has read the mailbox once uses up nothing of what the owner's browsers may try at codes.
TEST_F(AuthBrowserLink, AllByLinkTogetherHaveFiftyTriesAtCodesOfTheirOwn) {
    const auto owner = person();
    auto own = known_browser(owner);
    ASSERT_EQ(forgot(own, owner).status, 200);
    const auto code = code_in_mail(owner, "Reset");
    for (std::size_t number = 1; number <= 2; ++number) {
        auto thief = by_link(owner, number);
        for (int i = 0; i < 5; ++i)
            expect_error(verify(thief, owner, another(code)), 400, "code_wrong", "code");
        expect_error(verify(thief, owner, code), 400, "code_expired", "code");
    }
    auto thief = by_link(owner, 3);
    sql("insert into code_tries (purpose, address, asker) "
        "select 'reset_password', $1, 'link:0' from generate_series(1, 40)",
        {owner.email});
    expect_error(verify(thief, owner, code), 400, "code_expired", "code");
    EXPECT_EQ(verify(own, owner, code).message(), "success");
}

TEST_F(AuthBrowserLink, ItsTriesAtThePasswordAreFive) {
    const auto owner = person();
    auto browser = by_link(owner);
    lock_strangers(owner);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(login(browser, owner, "a guess").status, 401);
    expect_error(login(browser, owner, World::password), 429, "too_many_attempts");
}

TEST_F(AuthBrowserLink, TheOwnerIsToldOfASignInThere) {
    const auto owner = person();
    known_browser(owner);
    const auto told = [&] {
        return count(
            "select count(*) from notifications where client_id = $1 "
            "and kind = 'new_device'",
            {owner.id});
    };
    ASSERT_EQ(told(), 0);
    auto browser = by_link(owner);
    browser.address(home);  // as like the owner's other browser as a thief can make it
    EXPECT_EQ(count("select count(*) from account_activity where client_id = $1 "
                    "and kind = 'browser_known'",
                    {owner.id}),
              1);
    EXPECT_EQ(login(browser, owner, World::password).status, 200);
    EXPECT_EQ(told(), 1);
}

TEST_F(AuthBrowserLink, ItIsKnownForADayAndForGoodOnceSomebodySignedIn) {
    const auto owner = person();
    auto idle = by_link(owner, 1), used = by_link(owner, 2);
    EXPECT_EQ(login(used, owner, World::password).status, 200);
    sql("with others as (update device_marks set created_at = created_at - interval '25 hours' "
        "                 where client_id = $1) "
        "update link_marks set created_at = created_at - interval '25 hours' where client_id = $1",
        {owner.id});
    lock_strangers(owner);
    expect_error(login(idle, owner, World::password), 429, "too_many_attempts");
    EXPECT_EQ(login(used, owner, World::password).status, 200);
}

TEST_F(AuthBrowserLink, ThreeByLinkStayAndDriveOutNoOther) {
    const auto owner = person();
    auto browser = known_browser(owner);
    // Where it is known anyway it stays so, nothing is added, and the link is left for another.
    expect_done(ask(afar(), owner.email));
    expect_done(follow(browser, link(owner)));
    EXPECT_EQ(marks(owner, true), 0);
    auto another_browser = afar();
    expect_done(follow(another_browser, link(owner)));
    EXPECT_EQ(marks(owner, true), 1);
    for (std::size_t number = 2; number <= 5; ++number) by_link(owner, number);
    EXPECT_EQ(marks(owner, true), 3);
    EXPECT_EQ(marks(owner, false), 1);
    lock_strangers(owner);
    EXPECT_EQ(login(browser, owner, World::password).status, 200);
}

// A release from before there were links reads device_marks, and takes all there for the owner's.
TEST_F(AuthBrowserLink, OnceSomebodySignedInThereItCountsAmongTwenty) {
    const auto owner = person();
    auto browser = by_link(owner);
    EXPECT_EQ(marks(owner, false), 0);
    EXPECT_EQ(marks(owner, true), 1);
    sql("insert into device_marks (client_id, mark_hash, last_seen_at) "
        "select $1, ('mark ' || n)::bytea, now() - interval '1 hour' from generate_series(1, 20) n",
        {owner.id});
    const auto entered = login(browser, owner, World::password);
    EXPECT_EQ(entered.status, 200);
    EXPECT_EQ(marks(owner, false), 20);
    EXPECT_EQ(marks(owner, true), 0);
    EXPECT_THAT(entered.header("set-cookie"), testing::Not(testing::HasSubstr("cambio_device_")))
        << "it keeps its mark";
    lock_strangers(owner);
    EXPECT_EQ(login(browser, owner, World::password).status, 200);
}

TEST_F(AuthBrowserLink, SigningOutEverywhereEndsLinksAndForgetsBrowsersByLink) {
    HandlerProcess account{"account", world->config().path(), world->config().secret()};
    const auto owner = person();
    auto home_browser = at(home);
    auto own = account.client();
    own.bearer(login(home_browser, owner, World::password).json()["token"].asString());
    auto thief = by_link(owner);
    expect_done(ask(afar(), owner.email));
    const auto waiting = link(owner, 2);
    EXPECT_EQ(own.post_json("/api/v3/sessions/revoke-all",
                            {{"which", "others"}, {"password", World::password}})
                  .status,
              200);
    EXPECT_EQ(marks(owner, true), 0);
    EXPECT_EQ(marks(owner, false), 1);
    lock_strangers(owner);
    expect_error(login(thief, owner, World::password), 429, "too_many_attempts");
    auto late = afar();
    expect_error(follow(late, waiting), 400, "link_expired", "token");
}

TEST_F(AuthBrowserLink, AResetEndsWhatWaitsAndForgetsAllButItsOwnBrowser) {
    const auto owner = person();
    auto other = by_link(owner, 1), browser = afar(), before = afar();
    expect_done(ask(afar(), owner.email));
    const auto followed = follow(browser, link(owner, 2));
    for (auto* same : {&browser, &before}) keep_cookie(*same, followed);
    expect_done(ask(afar(), owner.email));
    const auto waiting = link(owner, 3);
    ASSERT_EQ(forgot(browser, owner).status, 200);
    reset(browser, owner, "another-good-one");
    auto thief = afar();
    expect_error(follow(thief, waiting), 400, "link_expired", "token");
    EXPECT_EQ(marks(owner, true), 1);
    lock_strangers(owner);
    for (auto* forgotten : {&other, &before})
        expect_error(login(*forgotten, owner, "another-good-one"), 429, "too_many_attempts");
    EXPECT_EQ(login(browser, owner, "another-good-one").status, 200);
    // What it takes is to be had at once.
    expect_done(ask(afar(), owner.email));
    link(owner, 4);
}

// What could not be sent is not waited for.
TEST_F(AuthBrowserLink, ALinkThatIsTakenBackMakesRoom) {
    const auto owner = person();
    pg::Transaction tx{world->superuser()};
    const auto link = token::issue_browser_link(tx, owner.id);
    ASSERT_TRUE(link);
    EXPECT_FALSE(token::issue_browser_link(tx, owner.id));
    token::drop_browser_link(tx, link->token);
    EXPECT_FALSE(token::take_browser_link(tx, link->token));
    EXPECT_TRUE(token::issue_browser_link(tx, owner.id));
}

// Strangers who ask all day long fill nobody's mailbox, and the owner has a link all the time.
TEST_F(AuthBrowserLink, AfterSixThatNobodyFollowedALinkLivesForTwoHours) {
    using std::chrono::minutes;
    const auto owner = person();
    pg::Transaction tx{world->superuser()};
    const auto pass = [&](int passed) {
        tx.run(
            "update browser_links set created_at = created_at - make_interval(mins => $2), "
            "expires_at = expires_at - make_interval(mins => $2), "
            "followed_at = followed_at - make_interval(mins => $2) where client_id = $1",
            {owner.id, passed});
    };
    int mails = 0;
    for (int minute = 0; minute < 24 * 60; minute += 10) {
        if (const auto link = token::issue_browser_link(tx, owner.id)) {
            token::note_browser_link_sent(tx, link->token);
            EXPECT_EQ(link->lifetime, ++mails <= 6 ? minutes{30} : minutes{120});
        }
        pass(10);
    }
    EXPECT_EQ(mails, 18);
    pass(24 * 60);
    const auto next_day = token::issue_browser_link(tx, owner.id);
    ASSERT_TRUE(next_day);
    EXPECT_EQ(next_day->lifetime, minutes{30});
}

}  // namespace

}  // namespace cambio
