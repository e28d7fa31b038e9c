// Every act of account/step_up.def through the handlers that carry it out: what proves it, what
// does not, and what comes of it.
#include "account/step_up.h"

#include <functional>

#include "account/api_keys.h"
#include "handlers/account_fixture.h"
#include "handlers/openid_provider.h"
#include "support/authenticator.h"
#include "support/earnings.h"
#include "support/wallet.h"
#include "token/two_factor.h"

namespace cambio {

namespace {

using account::Act, account::Rule, account::Secret;

// Whatever an act could have changed, in one text.
constexpr const char* guards_of = R"sql(
    select concat_ws(' ', c.password_hash, c.transaction_password_hash, c.withdraw_limit,
                     c.one_step_withdrawal, c.withdrawal_whitelist, c.mobile_number,
                     coalesce(c.wallet_address, 'no wallet'), coalesce(c.google_subject, 'nobody'),
                     (select string_agg(coalesce(t.confirmed_at::text, 'begun') ||
                                        encode(t.secret_sealed, 'hex'), '') from two_factor t
                       where t.client_id = c.id),
                     (select string_agg(encode(r.code_hash, 'hex'), '' order by r.code_hash)
                        from recovery_codes r where r.client_id = c.id and r.used_at is null),
                     (select string_agg(a.address, ' ') from withdrawal_addresses a
                       where a.client_id = c.id),
                     (select string_agg(p.state::text, ' ' order by p.id) from earn_plans p
                       where p.client_id = c.id),
                     (select string_agg(k.id || k.may_trade::text, ' ' order by k.id)
                        from api_keys k where k.client_id = c.id),
                     (select string_agg(k.name, ' ' order by k.id)
                        from passkeys k where k.client_id = c.id),
                     (select count(*) from one_time_tokens o
                       where o.client_id = c.id and o.purpose = 'google_state')) as guards
      from clients c where c.id = $1
)sql";

constexpr const char* as_at_first = R"sql(
    update clients set password_hash = $2, transaction_password_hash = $3, withdraw_limit = 500,
                       one_step_withdrawal = false, withdrawal_whitelist = false,
                       wallet_address = null, google_subject = null, google_email = null,
                       withdrawals_rest_until = null
     where id = $1
)sql";

class StepUp : public Account {
  protected:
    static void SetUpTestSuite() {
        provider = new Provider;
        world = new test::World{{{"GOOGLE_CLIENT_ID", client_id},
                                 {"GOOGLE_CLIENT_SECRET", client_secret},
                                 {"GOOGLE_ISSUER", provider->url()}}};
        world->quote("BTCUSDT", "50000");
        for (const char* group : {"account", "auth", "earn"})
            handlers[group] = std::make_unique<HandlerProcess>(group, world->config().path(),
                                                               world->config().secret());
    }
    static void TearDownTestSuite() {
        handlers.clear();
        delete world;
        delete provider;
        world = nullptr;
    }

    static FastCgiClient at(const char* group, const Person& person) {
        auto client = handlers.at(group)->client();
        client.bearer(person.token);
        return client;
    }
    static Person newcomer() {
        static int last = 0;
        auto client = world->client("owner" + std::to_string(++last) + "@example.com");
        client.with("USDT", "1000");
        return {client.id, client.email, client.unique_id, world->token(client)};
    }
    static std::string guards(const Person& person) {
        return sql(guards_of, {person.id})[0].str("guards");
    }

    static Answer send_code(const Person& person, std::string_view act) {
        return at("account", person)
            .post_json("/api/v3/step-up/send-code", {{"act", std::string{act}}});
    }
    /// A code of this act by mail, as if the last one had been sent long ago.
    static std::string mailed(const Person& person, std::string_view act) {
        sql("update one_time_codes set created_at = created_at - interval '61 seconds'");
        expect_message(send_code(person, act), "success");
        return code_to(person.email);
    }

    /// Guards the account by an authenticator app, as if since long ago; the app's secret.
    static std::string guard(const Person& person) {
        const auto key = world->config().hash_key();
        pg::Transaction tx{world->app()};
        token::remove_two_factor(tx, person.id);
        const auto setup = token::begin_two_factor(tx, key, person.id, SessionId{1}, person.email);
        token::confirm_two_factor(tx, key, person.id, SessionId{1}, app_code(setup.secret));
        tx.run("update two_factor set last_step = 0 where client_id = $1", {person.id});
        tx.commit();
        return setup.secret;
    }
    static std::string app_code(const std::string& secret) {
        const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
        return token::authenticator_code(secret, now);
    }

    /// How an act is done.
    struct Walk {
        const char* group;
        const char* path;
        const char* password_field;
        std::function<Fields(const Person&)> fields;                ///< all but password and codes
        std::function<void(const Person&)> before{};                ///< what has to be so
        std::function<void(const Person&, const Answer&)> after{};  ///< the act's second step
        const char* mailed_field = "verification_code";
        const char* two_factor_field = "two_factor_code";
    };
    static const std::map<Act, Walk>& walks();

    static std::string right_password(const Rule& rule) {
        return rule.password == Secret::transaction ? transaction_password : password;
    }
    static Answer call(const Person& person, const Rule& rule, const Fields& proof,
                       const std::string& with_password) {
        const auto& walk = walks().at(rule.act);
        auto fields = walk.fields(person);
        if (rule.password != Secret::none) fields.emplace_back(walk.password_field, with_password);
        fields.insert(fields.end(), proof.begin(), proof.end());
        return at(walk.group, person).post_json(walk.path, fields);
    }
    static Answer call(const Person& person, const Rule& rule, const Fields& proof) {
        return call(person, rule, proof, right_password(rule));
    }
    /// Everything as before the act, in a session of its own.
    static void begin_anew(Person& person, const Rule& rule) {
        sql(as_at_first, {person.id, original(person, "password_hash"),
                          original(person, "transaction_password_hash")});
        sql("delete from withdrawal_addresses where client_id = $1", {person.id});
        sql("delete from passkeys where client_id = $1", {person.id});
        sql("delete from password_history where client_id = $1", {person.id});
        person.token = another_device(person);
        if (const auto& before = walks().at(rule.act).before) before(person);
    }
    /// Passwords are the same for all clients of the world: a fresh one has their hashes.
    static std::string original(const Person&, const char* column) {
        static const auto fresh = newcomer();
        return client_of(fresh)[0].str(column);
    }

    /// One try that is refused: nothing is changed and nobody is told.
    static void refused(const Person& person, const Rule& rule, const Fields& proof,
                        const std::string& code, const std::string& field) {
        const auto told = std::string{notices::name_of(rule.told)};
        const auto before = guards(person);
        const auto mails = mails_waiting(person, told.c_str());
        const auto answer = call(person, rule, proof);
        EXPECT_EQ(answer.message(), code) << answer.body;
        EXPECT_EQ(answer.json()["field"].asString(), field) << answer.body;
        EXPECT_GE(answer.status, 400);
        EXPECT_EQ(guards(person), before);
        EXPECT_EQ(mails_waiting(person, told.c_str()), mails);
        EXPECT_FALSE(withdrawals_rest(person));
    }
    /// The right proof: it is done, its owner told, and withdrawals are paused.
    static void done(const Person& person, const Rule& rule, const Fields& proof) {
        const auto told = std::string{notices::name_of(rule.told)};
        const auto before = guards(person);
        const auto mails = mails_waiting(person, told.c_str());
        const auto lines = activities(person, told.c_str());
        const auto answer = call(person, rule, proof);
        EXPECT_EQ(answer.status, 200) << answer.body;
        // What a passkey begins with is all options.
        if (rule.act != Act::add_passkey) {
            EXPECT_THAT(answer.message(), testing::AnyOf("saved", "success")) << answer.body;
        }
        if (const auto& after = walks().at(rule.act).after) after(person, answer);
        EXPECT_NE(guards(person), before);
        EXPECT_EQ(mails_waiting(person, told.c_str()), mails + 1);
        EXPECT_EQ(activities(person, told.c_str()), lines + 1);
        EXPECT_TRUE(withdrawals_rest(person));
    }

    static inline std::map<std::string, std::unique_ptr<HandlerProcess>> handlers;
    static inline Provider* provider = nullptr;
};

/// The message that a wallet signs to be connected.
Fields signed_by_wallet(FastCgiClient client) {
    const test::Wallet wallet;
    const auto nonce = client.get("/api/v3/web3-nonce").json();
    const auto message = nonce["domain"].asString() +
                         " wants you to sign in with your Ethereum account:\n" + wallet.address() +
                         "\n\nSign in to Cambio.\n\nURI: " + nonce["uri"].asString() +
                         "\nVersion: 1\nChain ID: 1\nNonce: " + nonce["nonce"].asString() +
                         "\nIssued At: " + nonce["issued_at"].asString() +
                         "\nExpiration Time: " + nonce["expiration_time"].asString();
    return {{"message", message}, {"signature", wallet.sign(message)}};
}

const std::map<Act, StepUp::Walk>& StepUp::walks() {
    const auto nothing = [](const Person&) { return Fields{}; };
    const auto turn = [](const char* to) {
        return [to](const Person&) { return Fields{{"enabled", to}}; };
    };
    const auto new_password = [](const char* field) {
        return [field](const Person&) {
            static int last = 0;
            return Fields{{field, "A-New-Password-" + std::to_string(++last)}};
        };
    };
    const auto with = [](const char* change) {
        return [change](const Person& person) { sql(change, {person.id}); };
    };
    const auto whitelist_on = with("update clients set withdrawal_whitelist = true where id = $1");
    const auto wallet_on = with("update clients set wallet_address = '0x' || id where id = $1");
    const auto google_on = with(
        "update clients set google_subject = 'subject-' || id, google_email = email "
        "where id = $1");
    const auto no_app = with(
        "with codes as (delete from recovery_codes where client_id = $1) "
        "delete from two_factor where client_id = $1");
    const auto confirm = [](const Person& person, const Answer& begun) {
        const auto code = app_code(begun.json()["secret"].asString());
        EXPECT_EQ(
            at("account", person).post_json("/api/v3/two-factor/confirm", {{"code", code}}).status,
            200);
    };
    const auto come_back = [](const Person& person, const Answer& started) {
        const auto url = started.json()["url"].asString();
        const auto code = provider->grant(
            parameter(url, "code_challenge"),
            provider->claims("google-" + person.unique_id, person.email, parameter(url, "nonce")));
        const auto cookie = started.header("set-cookie");
        auto browser = handlers.at("auth")->client();
        browser.variable("HTTP_COOKIE", cookie.substr(0, cookie.find(';')));
        EXPECT_THAT(browser
                        .get("/api/v3/auth/google/callback",
                             {{"state", parameter(url, "state")}, {"code", code}})
                        .header("location"),
                    testing::EndsWith("?google=connected"));
    };
    const auto number = [](const Person& person) {
        static int last = 0;
        const auto next = "+1202555" + std::to_string(2000 + ++last);
        auto client = at("account", person);
        expect_message(client.post_json("/api/v3/sendSMSCode",
                                        {{"type", "REGISTER"}, {"mobile_number", next}}),
                       "success");
        return Fields{{"mobile_number", next}, {"verification_code", code_to(next)}};
    };
    const auto address = [](const Person&) {
        return Fields{{"label", "Cold wallet"},
                      {"coin", "USDT"},
                      {"network", "TRC20"},
                      {"address", "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE"}};
    };
    const auto wallet = [](const Person&) { return signed_by_wallet(handlers["auth"]->client()); };
    const auto plan = [](const Person&) {
        return Fields{{"coins", "BTC:100"}, {"amount", "50"}, {"cycles", "Daily"}};
    };
    const auto key = [](const Person&) {
        return Fields{{"label", "My bot"}, {"kind", "hmac"}, {"scope", "read"}};
    };
    const auto a_key = [](const Person& person) {
        pg::Transaction tx{world->app()};
        account::make_api_key(tx, world->config().hash_key(), person.id, {"My bot", {}, {}}, {});
        tx.commit();
    };
    const auto newest_key = [](const Person& person) {
        const auto keys = account::api_keys_of(world->app(), person.id);
        return Fields{{"id", std::to_string(keys.at(0).id.value)}, {"scope", "trade"}};
    };
    const auto add_passkey = [](const Person& person, const Answer& begun) {
        test::Authenticator device;
        expect_message(
            at("account", person)
                .post_json("/api/v3/passkeys/add",
                           {{"name", "My phone"}, {"passkey", device.create(begun.json())}}),
            "saved");
    };
    const auto a_passkey = with(
        "insert into passkeys (client_id, credential_id, public_key, algorithm, sign_count, "
        "backup_eligible, backed_up, name) "
        "select id, decode(md5(id::text), 'hex'), '', -7, 0, false, false, 'My phone' "
        "from clients where id = $1");
    const auto its_id = [](const Person& person) {
        return Fields{
            {"id", sql("select id from passkeys where client_id = $1", {person.id})[0].str("id")}};
    };
    const auto limit = [](const Person&) { return Fields{{"withdraw_limit", "1500"}}; };
    constexpr const char* secret = "transaction_password";
    constexpr const char* two_factor_off = "/api/v3/two-factor/remove";
    static const std::map<Act, Walk> all{
        {Act::change_password,
         {"account", "/api/v3/update-password", "oldLoginPassword", new_password("password")}},
        {Act::change_transaction_password,
         {"account", "/api/v3/update-transaction-password", "oldTransactionPassword",
          new_password("transactionPassword")}},
        {Act::two_factor_on,
         {"account", "/api/v3/two-factor/begin", "password", nothing, no_app, confirm}},
        {Act::two_factor_off,
         {.group = "account",
          .path = two_factor_off,
          .password_field = "password",
          .fields = nothing,
          .two_factor_field = "code"}},
        {Act::recovery_codes,
         {.group = "account",
          .path = "/api/v3/two-factor/recovery-codes",
          .password_field = "password",
          .fields = nothing,
          .two_factor_field = "code"}},
        {Act::one_step_on, {"account", "/api/v3/one-step-withdrawal", secret, turn("true")}},
        {Act::raise_limit, {"account", "/api/v3/update-withdraw-limit", secret, limit}},
        {Act::whitelist_off,
         {"account", "/api/v3/withdrawal-whitelist", secret, turn("false"), whitelist_on}},
        {Act::add_address,
         {"account", "/api/v3/withdrawal-addresses/add", secret, address, whitelist_on}},
        {Act::bind_mobile,
         {.group = "account",
          .path = "/api/v3/verify-mobile",
          .password_field = "",
          .fields = number,
          .mailed_field = "email_code"}},
        {Act::bind_wallet, {"auth", "/api/v3/wallet/bind", "password", wallet}},
        {Act::unbind_wallet, {"auth", "/api/v3/wallet/unbind", "password", nothing, wallet_on}},
        {Act::bind_google,
         {"auth", "/api/v3/google/bind/start", "password", nothing, {}, come_back}},
        {Act::unbind_google, {"auth", "/api/v3/google/unbind", "password", nothing, google_on}},
        {Act::add_passkey,
         {"account", "/api/v3/passkeys/begin", "password", nothing, {}, add_passkey}},
        {Act::remove_passkey,
         {"account", "/api/v3/passkeys/remove", "password", its_id, a_passkey}},
        {Act::start_plan, {"earn", "/api/v2/earn/store", secret, plan}},
        {Act::make_api_key, {"account", "/api/v3/api-keys/make", secret, key}},
        {Act::widen_api_key, {"account", "/api/v3/api-keys/restrict", secret, newest_key, a_key}},
    };
    return all;
}

/// Which acts there are only while an authenticator app guards the account, or while none does.
bool needs_guard(Act act) {
    return act == Act::two_factor_off || act == Act::recovery_codes;
}

TEST_F(StepUp, EveryActIsWalkedHere) {
    EXPECT_EQ(walks().size(), account::rules().size());
}

TEST_F(StepUp, WithoutASecondFactorAMailedCodeOfThisActProvesIt) {
    const auto stranger = newcomer();
    for (const Rule& rule : account::rules()) {
        if (needs_guard(rule.act)) continue;
        SCOPED_TRACE(rule.name);
        const auto* field = walks().at(rule.act).mailed_field;
        auto person = newcomer();
        begin_anew(person, rule);
        refused(person, rule, {}, "missing_parameter", field);
        // Which knows no code of an app, as there is none.
        if (rule.act != Act::two_factor_on)
            refused(person, rule, {{"two_factor_code", "123456"}}, "missing_parameter", field);
        const auto another_act =
            mailed(person, rule.act == Act::raise_limit ? "one_step_on" : "raise_limit");
        refused(person, rule, {{field, another_act}}, "code_wrong", field);
        const auto strangers = mailed(stranger, rule.name);
        refused(person, rule, {{field, strangers}}, "code_wrong", field);
        const auto code = mailed(person, rule.name);
        refused(person, rule, {{field, another(code)}}, "code_wrong", field);
        if (another_act != code) refused(person, rule, {{field, another_act}}, "code_wrong", field);
        if (rule.password != Secret::none) {
            const auto before = guards(person);
            const auto wrong = call(person, rule, {{field, code}}, "wrong");
            EXPECT_THAT(wrong.message(), testing::AnyOf("wrong_password", "dont_match"));
            EXPECT_EQ(guards(person), before);
        }
        done(person, rule, {{field, code}});
        begin_anew(person, rule);
        refused(person, rule, {{field, code}}, "code_wrong", field);
    }
}

TEST_F(StepUp, WhereOneIsOnOnlyTheSecondFactorProvesIt) {
    const auto strangers = app_code(guard(newcomer()));
    for (const Rule& rule : account::rules()) {
        if (rule.act == Act::two_factor_on) continue;
        SCOPED_TRACE(rule.name);
        const auto* field = walks().at(rule.act).two_factor_field;
        auto person = newcomer();
        // From before the app was set up.
        const auto mailed_before = mailed(person, rule.name);
        const auto secret = guard(person);
        begin_anew(person, rule);
        expect_error(send_code(person, rule.name), 409, "two_factor_already_on");
        if (!needs_guard(rule.act)) {
            refused(person, rule, {}, "missing_parameter", field);
            refused(person, rule, {{walks().at(rule.act).mailed_field, mailed_before}},
                    "missing_parameter", field);
        }
        refused(person, rule, {{field, strangers}}, "two_factor_wrong", field);
        const auto code = app_code(secret);
        refused(person, rule, {{field, another(code)}}, "two_factor_wrong", field);
        done(person, rule, {{field, code}});
        if (rule.act == Act::two_factor_off) continue;
        begin_anew(person, rule);
        refused(person, rule, {{field, code}}, "two_factor_wrong", field);
    }
}

TEST_F(StepUp, ACodeIsMailedForAnActThatThereIsAndSaysWhatFor) {
    const auto person = newcomer();
    const auto sent = send_code(person, "whitelist_off");
    expect_message(sent, "success");
    EXPECT_EQ(sent.json()["sent_to"].asString(), person.email.substr(0, 1) + "***@example.com");
    EXPECT_THAT(message_to(person.email)["text"].asString(),
                testing::HasSubstr("only for this: turning off the withdrawal whitelist."));
    expect_error(send_code(person, "everything"), 400, "invalid_parameter", "act");
    expect_error(handlers.at("account")->client().post_json("/api/v3/step-up/send-code",
                                                            {{"act", "raise_limit"}}),
                 401, "unauthorized");
}

TEST_F(StepUp, WhatLowersOrStrengthensIsFree) {
    const auto person = newcomer();
    sql("update clients set withdraw_limit = 1500, one_step_withdrawal = true where id = $1",
        {person.id});
    auto client = at("account", person);
    expect_message(client.post_json("/api/v3/update-withdraw-limit", {{"withdraw_limit", "500"}}),
                   "saved");
    for (const auto& [path, on] : {std::pair{"/api/v3/one-step-withdrawal", "false"},
                                   std::pair{"/api/v3/withdrawal-whitelist", "true"}})
        expect_message(client.post_json(
                           path, {{"enabled", on}, {"transaction_password", transaction_password}}),
                       "saved");
    EXPECT_EQ(activities(person, "one_step_off"), 1);
    EXPECT_EQ(activities(person, "withdraw_limit_changed"), 1);
}

TEST_F(StepUp, AWrongTextMessagesCodeUsesUpNoMailedOne) {
    const auto person = newcomer();
    const auto& rule = account::rule_of(Act::bind_mobile);
    const auto code = mailed(person, rule.name);
    auto fields = walks().at(Act::bind_mobile).fields(person);
    fields.emplace_back("email_code", code);
    auto wrong = fields;
    wrong[1].second = another(fields[1].second);
    auto client = at("account", person);
    expect_error(client.post_json("/api/v3/verify-mobile", wrong), 400, "code_wrong",
                 "verification_code");
    EXPECT_EQ(
        count("select count(*) as count from code_tries where address = $1", {fields[0].second}),
        1);
    expect_message(client.post_json("/api/v3/verify-mobile", fields), "success");
}

}  // namespace

}  // namespace cambio
