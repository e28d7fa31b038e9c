#include "handlers/account_fixture.h"

namespace cambio {

namespace {

using account::Act;
using testing::HasSubstr;

class Guards : public Account {
  protected:
    static void choose(const Person& person, const char* limit) {
        expect_message(post(person, "/api/v3/update-withdraw-limit",
                            proved(person, Act::raise_limit,
                                   {{"withdraw_limit", limit},
                                    {"transaction_password", transaction_password}})),
                       "saved");
    }
    static void lower(const Person& person, const char* limit) {
        expect_message(post(person, "/api/v3/update-withdraw-limit", {{"withdraw_limit", limit}}),
                       "saved");
    }
    static Answer sign_out(const Person& by, const std::string& session,
                           Fields given = {{"password", password}}) {
        given.emplace_back("session_id", session);
        return post(by, "/api/v3/sessions/revoke", given);
    }
    static Answer sign_out_all(const Person& by, const char* which,
                               Fields given = {{"password", password}}) {
        given.emplace_back("which", which);
        return post(by, "/api/v3/sessions/revoke-all", given);
    }
    static void end_rest(const Person& person) {
        sql("update clients set withdrawals_rest_until = null where id = $1", {person.id});
    }
    static Answer turn_one_step(const Person& person, bool on) {
        return post(person, "/api/v3/one-step-withdrawal",
                    on ? proved(person, Act::one_step_on, turn(on)) : turn(on));
    }
    static Json::Value security(const Person& person) {
        return get(person, "/api/v3/security").json();
    }
    static Fields turn(bool on, const std::string& with = transaction_password) {
        return {{"enabled", on ? "true" : "false"}, {"transaction_password", with}};
    }
    static Fields address(const std::string& text, const std::string& network = "TRC20",
                          const std::string& with = transaction_password) {
        return {{"label", "Cold wallet"},
                {"coin", "USDT"},
                {"network", network},
                {"address", text},
                {"transaction_password", with}};
    }
    static Json::Value addresses(const Person& person) {
        return get(person, "/api/v3/withdrawal-addresses").json()["addresses"];
    }
};

constexpr const char* tron = "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE";
constexpr const char* ethereum = "0x52908400098527886E0F7030069857D2E4169EE7";

TEST_F(Guards, TheOverviewSaysWhatIsOn) {
    const auto mira = person();
    const auto view = security(mira);
    EXPECT_EQ(view["email"].asString(), mira.email);
    EXPECT_FALSE(view["two_factor"].asBool());
    EXPECT_TRUE(view["password_changed_at"].isNull());
    EXPECT_TRUE(view["created_at"].isString());
    EXPECT_EQ(view["anti_phishing_code"].asString(), "");
    EXPECT_EQ(view["withdraw_limit"].asInt(), 500);
    EXPECT_FALSE(view["withdrawal_whitelist"].asBool());
    EXPECT_TRUE(view["withdrawals_rest_until"].isNull());
}

TEST_F(Guards, TheWithdrawLimitIsOneOfThreeForWhoIsNotVerified) {
    const auto mira = person();
    for (const char* limit : {"1000", "1500", "1000", "1500"}) choose(mira, limit);
    EXPECT_EQ(security(mira)["withdraw_limit"].asInt(), 1500);
    for (const char* other : {"0", "-500", "2000", "500.0", ""})
        expect_error(post(mira, "/api/v3/update-withdraw-limit", {{"withdraw_limit", other}}), 400,
                     "invalid_parameter", "withdraw_limit");
    expect_error(post(mira, "/api/v3/update-withdraw-limit", {{"withdraw_limit", "8000000"}}), 403,
                 "verification_required", "withdraw_limit");
    EXPECT_EQ(security(mira)["withdraw_limit"].asInt(), 1500);
    EXPECT_FALSE(security(mira)["verified"].asBool());
    EXPECT_EQ(activities(mira, "withdraw_limit_raised"), 3);
    EXPECT_EQ(activities(mira, "withdraw_limit_changed"), 1);
    expect_message(post(mira, "/api/v3/update-withdraw-limit", {{"withdraw_limit", "500"}}),
                   "saved");
    expect_error(post(mira, "/api/v3/update-withdraw-limit", {{"withdraw_limit", "1000"}}), 400,
                 "missing_parameter", "transaction_password");
}

TEST_F(Guards, WhoIsVerifiedMayRaiseTheLimitAndWithdrawalsRest) {
    const auto mira = person();
    sql("update clients set account_status = 'Verified' where id = $1", {mira.id});
    for (int i = 0; i < 2; ++i) choose(mira, "8000000");
    EXPECT_EQ(security(mira)["withdraw_limit"].asInt(), 8000000);
    EXPECT_TRUE(withdrawals_rest(mira));
    EXPECT_EQ(activities(mira, "withdraw_limit_raised"), 1);
    EXPECT_EQ(mails_waiting(mira, "withdraw_limit_raised"), 1);
}

// A bare session may lower it: the owner hears of it, and has back what was there.
TEST_F(Guards, ALimitThatWasLoweredComesBackWithinADayWithoutARest) {
    const auto mira = person();
    choose(mira, "1500");
    end_rest(mira);
    lower(mira, "1000");
    lower(mira, "1000");
    EXPECT_EQ(mails_waiting(mira, "withdraw_limit_lowered"), 1);
    lower(mira, "500");
    EXPECT_EQ(mails_waiting(mira, "withdraw_limit_lowered"), 2);
    EXPECT_FALSE(withdrawals_rest(mira));
    // Only with what every raise asks for.
    expect_error(post(mira, "/api/v3/update-withdraw-limit", {{"withdraw_limit", "1500"}}), 400,
                 "missing_parameter", "transaction_password");
    choose(mira, "1500");
    EXPECT_EQ(security(mira)["withdraw_limit"].asInt(), 1500);
    EXPECT_FALSE(withdrawals_rest(mira));
    EXPECT_EQ(mails_waiting(mira, "withdraw_limit_restored"), 1);
    EXPECT_EQ(mails_waiting(mira, "withdraw_limit_raised"), 1);

    // A day after it was first lowered it is a raise like any other.
    lower(mira, "500");
    sql("update clients set withdraw_limit_before_until = now() where id = $1", {mira.id});
    choose(mira, "1000");
    EXPECT_TRUE(withdrawals_rest(mira));
    EXPECT_EQ(mails_waiting(mira, "withdraw_limit_raised"), 2);
    // So is what was never there.
    end_rest(mira);
    lower(mira, "500");
    choose(mira, "1500");
    EXPECT_TRUE(withdrawals_rest(mira));
}

TEST_F(Guards, ALimitThatWasLoweredOrKeptWithThePasswordIsRaisedLikeAnyOther) {
    const auto mira = person();
    for (const bool kept : {false, true}) {
        choose(mira, "1500");
        if (kept) lower(mira, "500");
        choose(mira, "500");
        end_rest(mira);
        choose(mira, "1500");
        EXPECT_TRUE(withdrawals_rest(mira)) << kept;
    }
}

TEST_F(Guards, OneStepWithdrawalAsksForTheTransactionPassword) {
    const auto mira = person();
    expect_error(post(mira, "/api/v3/one-step-withdrawal", turn(true, password)), 400,
                 "wrong_password", "transaction_password");
    EXPECT_FALSE(security(mira)["one_step_withdrawal"].asBool());
    expect_message(turn_one_step(mira, true), "saved");
    EXPECT_TRUE(security(mira)["one_step_withdrawal"].asBool());
    expect_message(turn_one_step(mira, false), "saved");
    EXPECT_FALSE(security(mira)["one_step_withdrawal"].asBool());
}

TEST_F(Guards, TheWhitelistRestsWithdrawalsWhenItChanges) {
    const auto mira = person();
    const auto off = [&] { return proved(mira, Act::whitelist_off, turn(false)); };
    expect_message(post(mira, "/api/v3/withdrawal-whitelist", off()), "saved");
    EXPECT_FALSE(withdrawals_rest(mira));
    expect_error(post(mira, "/api/v3/withdrawal-whitelist", turn(true, "wrong")), 400,
                 "wrong_password", "transaction_password");
    expect_message(post(mira, "/api/v3/withdrawal-whitelist", turn(true)), "saved");
    EXPECT_TRUE(withdrawals_rest(mira));
    EXPECT_TRUE(security(mira)["withdrawals_rest_until"].isString());
    EXPECT_EQ(mails_waiting(mira, "whitelist_changed"), 1);
}

TEST_F(Guards, ANewAddressRestsWithdrawalsWhileTheWhitelistIsOn) {
    const auto mira = person(), stranger = person();
    const auto rested = [](const Person& who) {
        world->superuser().run(
            "update clients set withdrawals_rest_until = now() - interval '1 minute' where id = $1",
            {who.id});
    };
    expect_message(post(mira, "/api/v3/withdrawal-whitelist", turn(true)), "saved");
    rested(mira);
    // What is refused opens no way out.
    expect_error(post(mira, "/api/v3/withdrawal-addresses/add", address(tron, "TRC20", "wrong")),
                 400, "wrong_password", "transaction_password");
    expect_error(post(mira, "/api/v3/withdrawal-addresses/add", address(tron, "ERC20")), 400,
                 "address_invalid", "address");
    EXPECT_FALSE(withdrawals_rest(mira));
    const auto add = [&] {
        return post(mira, "/api/v3/withdrawal-addresses/add",
                    proved(mira, Act::add_address, address(tron)));
    };
    expect_message(add(), "saved");
    EXPECT_TRUE(withdrawals_rest(mira));
    EXPECT_TRUE(security(mira)["withdrawals_rest_until"].isString());
    EXPECT_EQ(mails_waiting(mira, "whitelist_changed"), 2);
    // The same once more saves nothing and prolongs nothing.
    rested(mira);
    expect_error(add(), 409, "address_saved_already", "address");
    EXPECT_FALSE(withdrawals_rest(mira));
    EXPECT_FALSE(withdrawals_rest(stranger));
    EXPECT_EQ(addresses(stranger).size(), 0U);
}

TEST_F(Guards, WrongTransactionPasswordsLockEverythingThatAsksForThem) {
    const auto mira = person();
    for (int i = 0; i < 3; ++i) post(mira, "/api/v3/withdrawal-whitelist", turn(true, "wrong"));
    for (int i = 0; i < 2; ++i)
        post(mira, "/api/v3/withdrawal-addresses/add", address(tron, "TRC20", "wrong"));
    expect_error(post(mira, "/api/v3/one-step-withdrawal", turn(true)), 429, "trading_locked");
}

TEST_F(Guards, RestWhileTheTransactionPasswordIsGuessedAtElsewhere) {
    const auto mira = person();
    auto thief = mira;
    thief.token = another_device(mira);
    expect_message(post(mira, "/api/v3/withdrawal-whitelist", turn(true)), "saved");
    for (int i = 0; i < 5; ++i) post(thief, "/api/v3/withdrawal-whitelist", turn(true, "wrong"));
    expect_error(turn_one_step(thief, false), 429, "trading_locked");
    // Her session has proved it: she may do what asks for it alone, and weaken nothing.
    expect_message(turn_one_step(mira, false), "saved");
    expect_error(turn_one_step(mira, true), 429, "trading_locked");
    EXPECT_FALSE(security(mira)["one_step_withdrawal"].asBool());
}

TEST_F(Guards, TheLoginPasswordAndACodeEndTheLockOfADaysFirstGuesses) {
    const auto locked = [](const Person& person) {
        return client_of(person)[0].maybe_time("trading_locked_until").has_value();
    };
    const auto mira = person();
    const auto change = [&](const std::string& from, const std::string& to) {
        return post(
            mira, "/api/v3/update-password",
            proved(mira, Act::change_password, {{"oldLoginPassword", from}, {"password", to}}));
    };
    const auto guess = [&] {
        return post(mira, "/api/v3/withdrawal-whitelist", turn(true, "wrong"));
    };
    for (int i = 0; i < 5; ++i) guess();
    ASSERT_TRUE(locked(mira));
    expect_message(change("a guess", "A-New-Password-9"), "dont_match");
    EXPECT_TRUE(locked(mira));
    expect_message(change(password, "A-New-Password-9"), "saved");
    EXPECT_FALSE(locked(mira));
}

TEST_F(Guards, WhoGuessedTwentyTimesADayIsNotLetOff) {
    const auto mira = person();
    world->superuser().run(
        "insert into password_attempts (subject) "
        "select 'transaction:' || $1 || '/unproved' from generate_series(1, 20)",
        {std::to_string(mira.id.value)});
    world->superuser().run(
        "update clients set trading_locked_until = now() + interval '15 minutes' where id = $1",
        {mira.id});
    expect_message(post(mira, "/api/v3/update-password",
                        proved(mira, Act::change_password,
                               {{"oldLoginPassword", password}, {"password", "A-New-Password-9"}})),
                   "saved");
    EXPECT_TRUE(client_of(mira)[0].maybe_time("trading_locked_until").has_value());
}

TEST_F(Guards, AddressesAreSavedAndRemoved) {
    const auto mira = person();
    const auto stranger = person();
    expect_message(post(mira, "/api/v3/withdrawal-addresses/add", address(tron)), "saved");
    EXPECT_EQ(mails_waiting(mira, "address_saved"), 1);
    EXPECT_FALSE(withdrawals_rest(mira));
    expect_error(post(mira, "/api/v3/withdrawal-addresses/add", address(tron)), 409,
                 "address_saved_already", "address");
    const auto saved = addresses(mira);
    ASSERT_EQ(saved.size(), 1u);
    EXPECT_EQ(saved[0]["coin"].asString(), "USDT");
    EXPECT_EQ(saved[0]["address"].asString(), tron);
    EXPECT_EQ(security(mira)["withdrawal_addresses"].asInt(), 1);
    EXPECT_EQ(addresses(stranger).size(), 0u);

    Fields removal{{"id", saved[0]["id"].asString()},
                   {"transaction_password", transaction_password}};
    expect_error(post(stranger, "/api/v3/withdrawal-addresses/remove", removal), 404, "not_found",
                 "id");
    expect_message(post(mira, "/api/v3/withdrawal-whitelist", turn(true)), "saved");
    expect_message(post(mira, "/api/v3/withdrawal-addresses/remove", removal), "saved");
    EXPECT_EQ(addresses(mira).size(), 0u);
    EXPECT_EQ(mails_waiting(mira, "whitelist_changed"), 2);
}

TEST_F(Guards, AddressesHaveTheFormOfTheirNetwork) {
    const auto mira = person();
    const auto add = [&](const std::string& text, const std::string& network) {
        return post(mira, "/api/v3/withdrawal-addresses/add", address(text, network));
    };
    expect_error(add(ethereum, "TRC20"), 400, "address_invalid", "address");
    expect_error(add(tron, "ERC20"), 400, "address_invalid", "address");
    expect_error(add(std::string{ethereum}.substr(0, 41), "ERC20"), 400, "address_invalid",
                 "address");
    expect_error(add(std::string{tron}.replace(5, 1, "0"), "TRC20"), 400, "address_invalid",
                 "address");
    expect_error(add("TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSF", "TRC20"), 400, "address_invalid",
                 "address");
    expect_error(add("0x52908400098527886E0F7030069857D2E4169Ee7", "ERC20"), 400, "address_invalid",
                 "address");
    expect_error(add(tron, "DOGE"), 400, "invalid_parameter", "network");
    // Nothing leaves over BEP20, and no USDT over Bitcoin: nobody could ever use such an address.
    expect_error(add(ethereum, "BEP20"), 400, "invalid_parameter", "network");
    const std::string segwit = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
    expect_error(add(segwit, "BTC"), 400, "invalid_parameter", "network");
    for (const std::string& text : {segwit, std::string{"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"}}) {
        auto bitcoin = address(text, "BTC");
        bitcoin[1].second = "BTC";
        expect_message(post(mira, "/api/v3/withdrawal-addresses/add", bitcoin), "saved");
    }
    auto unknown = address(tron);
    unknown[1].second = "NOPE";
    expect_error(post(mira, "/api/v3/withdrawal-addresses/add", unknown), 404, "unknown_asset",
                 "coin");
}

TEST_F(Guards, AMobileNumberIsBoundByItsCode) {
    const auto mira = person();
    EXPECT_EQ(get(mira, "/api/v3/bind-accounts").json()["mobile"]["status"].asString(),
              "NOT_BOUND");
    EXPECT_EQ(security(mira)["mobile_number"].asString(), "");
    const std::string number = "+12025550177";
    const auto send = [&](const Person& person, const std::string& to) {
        return post(person, "/api/v3/sendSMSCode", {{"type", "REGISTER"}, {"mobile_number", to}});
    };
    const auto verify = [&](const Person& person, const std::string& code) {
        return post(person, "/api/v3/verify-mobile",
                    proved(person, Act::bind_mobile,
                           {{"verification_code", code}, {"mobile_number", number}}, "email_code"));
    };
    expect_message(send(mira, "(202) 555-0177"), "success");
    const auto code = code_to(number);
    expect_error(send(mira, number), 429, "code_too_soon");
    expect_error(verify(mira, another(code)), 400, "code_wrong", "verification_code");
    expect_message(verify(mira, code), "success");
    const auto bound = get(mira, "/api/v3/bind-accounts").json();
    EXPECT_EQ(bound["mobile"]["mobile_number"].asString(), number);
    EXPECT_EQ(bound["mobile"]["status"].asString(), "BOUND");
    EXPECT_EQ(security(mira)["mobile_number"].asString(), number);
    EXPECT_EQ(bound["gmail"]["status"].asString(), "NOT_BOUND");
    EXPECT_EQ(bound["wallet"]["status"].asString(), "NOT_BOUND");
    EXPECT_EQ(mails_waiting(mira, "connection_changed"), 1);

    const auto stranger = person();
    expect_error(send(stranger, number), 409, "phone_taken", "mobile_number");
    // A code from before the number was taken does not help either.
    sql("update one_time_codes set used_at = null where address = $1", {number});
    expect_error(verify(stranger, code), 409, "phone_taken", "mobile_number");
    expect_error(send(stranger, "12"), 400, "invalid_phone", "mobile_number");
    expect_error(post(stranger, "/api/v3/sendSMSCode",
                      {{"type", "SPAM"}, {"mobile_number", "+12025550178"}}),
                 400, "invalid_parameter", "type");
}

TEST_F(Guards, FiveWrongTriesAtANumberAreAllThatAClientHas) {
    const auto mira = person(), guesser = person();
    const std::string number = "+12025550179";
    const Fields wish{{"type", "REGISTER"}, {"mobile_number", number}};
    expect_message(post(mira, "/api/v3/sendSMSCode", wish), "success");
    expect_message(post(guesser, "/api/v3/sendSMSCode", wish), "success");
    const auto code = code_to(number);
    const auto verify = [&](const Person& person, const std::string& with) {
        return post(person, "/api/v3/verify-mobile",
                    proved(person, Act::bind_mobile,
                           {{"verification_code", with}, {"mobile_number", number}}, "email_code"));
    };
    for (int i = 0; i < 5; ++i)
        expect_error(verify(guesser, another(code)), 400, "code_wrong", "verification_code");
    expect_error(verify(guesser, code), 400, "code_expired", "verification_code");
    // Whose number it is loses nothing by it.
    expect_message(verify(mira, code), "success");
}

TEST_F(Guards, TheAntiPhishingCodeIsSetByAMailedCode) {
    const auto mira = person();
    expect_message(get(mira, "/api/v3/get-code/anti-phishing"), "success");
    const auto code = code_to(mira.email);
    const auto set = [&](const std::string& word, const std::string& with) {
        return post(mira, "/api/v3/anti-phishing",
                    {{"anti_phishing_code", word}, {"verification_code", with}});
    };
    for (const char* word : {"abc", "with space", "semi;colon", "123456789012345678901", ""})
        expect_error(set(word, code), 400, "invalid_parameter", "anti_phishing_code");
    expect_error(set("bluewhale7", another(code)), 400, "code_wrong", "verification_code");
    expect_message(set("bluewhale7", code), "saved");
    expect_error(set("redpanda", code), 400, "code_wrong", "verification_code");
    EXPECT_EQ(security(mira)["anti_phishing_code"].asString(), "bluewhale7");
    send_mails();
    EXPECT_THAT(message_to(mira.email)["text"].asString(), HasSubstr("bluewhale7"));
}

TEST_F(Guards, SessionsAreListedAndSignedOut) {
    const auto mira = person();
    const auto phone = another_device(mira);
    const auto stranger = person();
    const auto sessions = get(mira, "/api/v3/sessions").json()["sessions"];
    ASSERT_EQ(sessions.size(), 2u);
    EXPECT_TRUE(sessions[0]["current"].asBool());
    EXPECT_FALSE(sessions[1]["current"].asBool());
    EXPECT_EQ(sessions[1]["device"].asString(), "Unknown browser");
    const auto other = sessions[1]["id"].asString();
    expect_error(sign_out(stranger, other), 404, "not_found", "session_id");
    expect_message(sign_out(mira, other), "success");
    expect_error(sign_out(mira, other), 404, "not_found", "session_id");
    EXPECT_EQ(as(phone).post_json("/api/v3/language", {{"language", "en"}}).status, 401);
    EXPECT_EQ(get(mira, "/api/v3/sessions").json()["sessions"].size(), 1u);
}

TEST_F(Guards, AllOtherDevicesOrAllAreSignedOut) {
    const auto mira = person();
    const auto phone = another_device(mira);
    expect_error(sign_out_all(mira, "some"), 400, "invalid_parameter", "which");
    // The session is known to the process: it is remembered for seconds, and still changes nothing.
    ASSERT_EQ(as(phone).get("/api/v3/sessions").status, 200);
    expect_message(sign_out_all(mira, "others"), "success");
    EXPECT_EQ(as(phone).post_json("/api/v3/language", {{"language", "en"}}).status, 401);
    EXPECT_EQ(post(mira, "/api/v3/language", {{"language", "en"}}).status, 200);
    expect_message(sign_out_all(mira, "all"), "success");
    EXPECT_EQ(get(mira, "/api/v3/sessions").status, 401);
}

TEST_F(Guards, AllOtherDevicesHearNothingMore) {
    const auto mira = person();
    const auto phone = another_device(mira);
    world->superuser().run(R"sql(
        insert into push_subscriptions (client_id, session_id, endpoint, p256dh, auth)
        select client_id, id, 'https://push.example.com/' || id, decode(repeat('00', 65), 'hex'),
               decode(repeat('00', 16), 'hex')
          from sessions where client_id = $1)sql",
                           {mira.id});
    // The other one was idle for too long: out, and still told.
    world->superuser().run(
        "update sessions set revoked_at = now(), ended_idle = true where id = "
        "(select max(id) from sessions where client_id = $1)",
        {mira.id});
    const auto told = [&] {
        return world->superuser()
            .run("select count(*) as count from push_subscriptions where client_id = $1",
                 {mira.id})[0]
            .integer("count");
    };
    ASSERT_EQ(told(), 2);
    expect_message(sign_out_all(mira, "others"), "success");
    EXPECT_EQ(told(), 1);
}

TEST_F(Guards, AStolenSessionSignsOutNobodyButItself) {
    const auto owner = person();
    auto thief = owner;
    thief.token = another_device(owner);
    const auto seen = get(thief, "/api/v3/sessions").json()["sessions"];
    const auto younger = seen[0]["id"].asString(), older = seen[1]["id"].asString();
    const auto refused = [](const Person& by, const std::string& other, const char* code,
                            const Fields& given) {
        expect_error(sign_out(by, other, given), 400, code, "password");
        for (const char* which : {"others", "all"})
            expect_error(sign_out_all(by, which, given), 400, code, "password");
    };
    refused(thief, older, "missing_parameter", {});
    refused(owner, younger, "missing_parameter", {});
    refused(thief, older, "wrong_password", {{"password", "a guess"}});
    // Guesses are counted for each session, as everywhere, and keep no owner from anything.
    for (int i = 0; i < 2; ++i) sign_out_all(thief, "all", {{"password", "a guess"}});
    EXPECT_EQ(sign_out_all(thief, "all").message(), "too_many_attempts");
    expect_message(sign_out(owner, younger), "success");
    EXPECT_EQ(post(thief, "/api/v3/language", {{"language", "en"}}).status, 401);
    expect_message(sign_out(owner, older, {}), "success");
    EXPECT_EQ(post(owner, "/api/v3/language", {{"language", "en"}}).status, 401);
}

// What the limit was before is lost with the epoch, which no session alone can raise.
TEST_F(Guards, AStolenSessionLowersNoLimitForGood) {
    const auto mira = person();
    choose(mira, "1500");
    end_rest(mira);
    lower(mira, "500");
    expect_error(sign_out_all(mira, "all", {}), 400, "missing_parameter", "password");
    choose(mira, "1500");
    EXPECT_FALSE(withdrawals_rest(mira));
}

TEST_F(Guards, ActivityIsPagedByTen) {
    const auto mira = person();
    for (int i = 0; i < 12; ++i)
        post(mira, "/api/v3/update-withdraw-limit", {{"withdraw_limit", "500"}});
    const auto first = get(mira, "/api/v3/account-activity").json();
    EXPECT_EQ(first["count"].asInt(), 12);
    ASSERT_EQ(first["activity"].size(), 10u);
    EXPECT_EQ(first["activity"][0]["kind"].asString(), "withdraw_limit_changed");
    EXPECT_EQ(first["activity"][0]["ip"].asString(), "127.0.0.1");
    EXPECT_EQ(get(mira, "/api/v3/account-activity", {{"page", "2"}}).json()["activity"].size(), 2u);
    EXPECT_EQ(get(person(), "/api/v3/account-activity").json()["count"].asInt(), 0);
    expect_error(get(mira, "/api/v3/account-activity", {{"page", "0"}}), 400, "out_of_range",
                 "page");
}

}  // namespace

}  // namespace cambio
