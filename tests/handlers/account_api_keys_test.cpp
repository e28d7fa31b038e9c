// The calls about API keys: who may make, change and end which.
#include "account/api_keys.h"
#include "crypto/crypto.h"
#include "error/error.h"
#include "handlers/account_fixture.h"

namespace cambio {

namespace {

using account::Act;
using testing::ElementsAre, testing::HasSubstr, testing::Not;

constexpr const char* keys_path = "/api/v3/api-keys";
constexpr const char* make_path = "/api/v3/api-keys/make";
constexpr const char* rename_path = "/api/v3/api-keys/rename";
constexpr const char* restrict_path = "/api/v3/api-keys/restrict";
constexpr const char* end_path = "/api/v3/api-keys/end";
// RFC 8032, section 7.1, test 1: the public half, and its base64.
constexpr const char* public_hex =
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
constexpr const char* public_base64 = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";

class Keys : public Account {
  protected:
    static Fields wanted(const Fields& more = {}) {
        Fields fields{{"label", "My bot"}, {"kind", "hmac"}, {"scope", "trade"}};
        for (const auto& [name, value] : more) {
            std::erase_if(fields, [&](const auto& field) { return field.first == name; });
            fields.emplace_back(name, value);
        }
        return fields;
    }
    /// With the transaction password and a mailed code.
    static Fields asked(const Person& person, Act act, Fields fields) {
        fields.emplace_back("transaction_password", transaction_password);
        return proved(person, act, std::move(fields));
    }
    static Json::Value make(const Person& person, const Fields& more = {}) {
        const auto answer = post(person, make_path, asked(person, Act::make_api_key, wanted(more)));
        expect_message(answer, "success");
        return answer.json();
    }
    static Json::Value keys(const Person& person) { return get(person, keys_path).json()["keys"]; }
    static Answer ended(const Person& person, const std::string& id) {
        return post(person, end_path, {{"id", id}, {"password", password}});
    }
    static std::string id_of(const Json::Value& made) { return made["key"]["id"].asString(); }
    static std::string verdict(const Json::Value& made) {
        pg::Pool pool{world->database().app(), 1};
        token::ApiKeys known{world->config().hash_key()};
        const auto secret = made["secret"].asString();
        try {
            known.verify(pool, made["key"]["key"].asString(), "127.0.0.1", "a text",
                         crypto::hex(crypto::hmac_sha256(secret, "a text")));
            return "let in";
        } catch (const Error& error) {
            return std::string{name_of(error.code())};
        }
    }
};

TEST_F(Keys, AnHmacKeyShowsItsSecretOnce) {
    const auto mira = person();
    EXPECT_EQ(keys(mira).size(), 0U);
    const auto made = make(mira);
    EXPECT_EQ(made["secret"].asString().size(), 64U);
    EXPECT_EQ(made["key"]["key"].asString().size(), 64U);
    EXPECT_EQ(verdict(made), "let in");
    const auto list = get(mira, keys_path);
    EXPECT_THAT(list.body, Not(HasSubstr(made["secret"].asString())));
    const auto key = list.json()["keys"][0];
    EXPECT_EQ(key["label"].asString(), "My bot");
    EXPECT_EQ(key["kind"].asString(), "hmac");
    EXPECT_EQ(key["scope"].asString(), "trade");
    for (const char* open : {"public_key", "markets", "networks", "expires_at", "last_used_at"})
        EXPECT_TRUE(key[open].isNull()) << open;
    EXPECT_EQ(list.json()["most"].asInt(), 20);
    EXPECT_EQ(list.json()["limits"]["weight_per_minute"].asInt(), 6000);

    EXPECT_EQ(activities(mira, "api_key_made"), 1);
    EXPECT_EQ(mails_waiting(mira, "api_key_made"), 1);
    EXPECT_TRUE(withdrawals_rest(mira));
    send_mails();
    EXPECT_THAT(message_to(mira.email)["text"].asString(), HasSubstr("“My bot”"));
    EXPECT_THAT(message_to(mira.email)["text"].asString(),
                Not(HasSubstr(made["secret"].asString())));
}

TEST_F(Keys, AnEd25519KeyLeavesNoSecretHere) {
    const auto mira = person();
    const auto made = make(mira, {{"kind", "ed25519"},
                                  {"public_key", public_hex},
                                  {"scope", "read"},
                                  {"markets", "ETHUSDT, BTCUSDT,BTCUSDT"},
                                  {"networks", "203.0.113.9/24 2001:db8::1"},
                                  {"expires_on", "2999-12-31"}});
    EXPECT_TRUE(made["secret"].isNull());
    const auto key = keys(mira)[0];
    EXPECT_EQ(key["public_key"].asString(), public_base64);
    EXPECT_EQ(key["scope"].asString(), "read");
    EXPECT_EQ(key["markets"].size(), 2U);
    EXPECT_EQ(key["networks"][0].asString(), "203.0.113.0/24");
    EXPECT_EQ(key["networks"][1].asString(), "2001:db8::1");
    EXPECT_EQ(key["expires_at"].asString(), "3000-01-01T00:00:00.000Z");
    EXPECT_FALSE(key["expired"].asBool());
}

TEST_F(Keys, WhatIsWrongIsNamedAndNothingIsMade) {
    const auto mira = person();
    const std::vector<std::tuple<Fields, int, std::string, std::string>> wrongs = {
        {{{"label", ""}}, 400, "missing_parameter", "label"},
        {{{"label", "  "}}, 400, "missing_parameter", "label"},
        {{{"label", std::string(41, 'x')}}, 400, "too_long", "label"},
        {{{"kind", "rsa"}}, 400, "invalid_parameter", "kind"},
        {{{"kind", "ed25519"}}, 400, "missing_parameter", "public_key"},
        {{{"kind", "ed25519"}, {"public_key", "abc"}}, 400, "public_key_invalid", "public_key"},
        {{{"kind", "ed25519"}, {"public_key", std::string(64, '0')}},
         400,
         "public_key_invalid",
         "public_key"},
        {{{"public_key", public_hex}}, 400, "invalid_parameter", "public_key"},
        {{{"scope", "withdraw"}}, 400, "invalid_parameter", "scope"},
        {{{"markets", "BTCUSDT,NOPEUSDT"}}, 404, "unknown_market", "markets"},
        {{{"networks", "10.0.0.0/33"}}, 400, "invalid_parameter", "networks"},
        {{{"networks", "example.com"}}, 400, "invalid_parameter", "networks"},
        {{{"expires_on", "2020-01-01"}}, 400, "out_of_range", "expires_on"},
        {{{"expires_on", "soon"}}, 400, "invalid_parameter", "expires_on"},
        {{{"withdraw", "true"}}, 400, "unknown_parameter", "withdraw"},
    };
    for (const auto& [more, status, code, field] : wrongs) {
        SCOPED_TRACE(code + ' ' + field);
        auto fields = wanted(more);
        fields.emplace_back("transaction_password", transaction_password);
        expect_error(post(mira, make_path, fields), status, code, field);
    }
    auto fields = proved(mira, Act::make_api_key, wanted());
    expect_error(post(mira, make_path, fields), 400, "missing_parameter", "transaction_password");
    fields.emplace_back("transaction_password", "wrong");
    expect_error(post(mira, make_path, fields), 400, "wrong_password", "transaction_password");
    expect_error(handler->client().post_json(make_path, wanted()), 401, "unauthorized");
    EXPECT_EQ(keys(mira).size(), 0U);
    EXPECT_EQ(mails_waiting(mira, "api_key_made"), 0);
}

TEST_F(Keys, AreTwentyAtMost) {
    const auto mira = person();
    for (std::int64_t i = 0; i < account::max_api_keys; ++i) {
        pg::Transaction tx{world->app()};
        account::make_api_key(tx, world->config().hash_key(), mira.id, {"A bot", {}, {}}, {});
        tx.commit();
    }
    const auto another = [&] {
        return post(mira, make_path, asked(mira, Act::make_api_key, wanted()));
    };
    const auto refused = another();
    expect_error(refused, 409, "too_many_api_keys");
    EXPECT_EQ(refused.json()["details"]["most"].asString(), "20");
    EXPECT_EQ(keys(mira).size(), 20U);
    EXPECT_EQ(mails_waiting(mira, "api_key_made"), 0);
    expect_message(ended(mira, keys(mira)[3]["id"].asString()), "success");
    expect_message(another(), "success");
    EXPECT_EQ(keys(mira).size(), 20U);
}

TEST_F(Keys, AreTheirOwnersAlone) {
    const auto mira = person(), stranger = person();
    const auto made = make(mira);
    const auto id = id_of(made);
    EXPECT_EQ(keys(stranger).size(), 0U);
    expect_error(post(stranger, rename_path, {{"id", id}, {"label", "Mine"}}), 404, "not_found",
                 "id");
    expect_error(post(stranger, restrict_path,
                      asked(stranger, Act::widen_api_key, {{"id", id}, {"scope", "read"}})),
                 404, "not_found", "id");
    expect_error(ended(stranger, id), 404, "not_found", "id");
    for (const char* path : {rename_path, restrict_path, end_path})
        expect_error(handler->client().post_json(path, {{"id", id}}), 401, "unauthorized");
    EXPECT_EQ(keys(mira)[0]["label"].asString(), "My bot");
    EXPECT_EQ(verdict(made), "let in");
    freeze(mira);
    expect_error(ended(mira, id), 403, "frozen_account");
}

TEST_F(Keys, AreRenamedAndEnded) {
    const auto mira = person();
    const auto made = make(mira);
    // What waits together leaves in any order.
    send_mails();
    expect_message(post(mira, rename_path, {{"id", id_of(made)}, {"label", "Market maker"}}),
                   "saved");
    EXPECT_EQ(keys(mira)[0]["label"].asString(), "Market maker");
    expect_error(post(mira, rename_path, {{"id", id_of(made)}, {"label", ""}}), 400,
                 "missing_parameter", "label");
    expect_message(ended(mira, id_of(made)), "success");
    EXPECT_EQ(keys(mira).size(), 0U);
    EXPECT_EQ(verdict(made), "api_key_unknown");
    expect_error(ended(mira, id_of(made)), 404, "not_found", "id");
    EXPECT_EQ(activities(mira, "api_key_renamed"), 1);
    EXPECT_EQ(activities(mira, "api_key_ended"), 1);
    EXPECT_EQ(mails_waiting(mira, "api_key_ended"), 1);
    send_mails();
    EXPECT_THAT(message_to(mira.email)["text"].asString(), HasSubstr("“Market maker”"));
}

// A stolen session shall not stop the programs of its owner, however old it and they are.
TEST_F(Keys, LoseNothingWithoutTheLoginPassword) {
    auto mira = person();
    const auto made = make(mira);
    const Fields id{{"id", id_of(made)}}, narrow{{"id", id_of(made)}, {"scope", "read"}};
    const auto with = [](Fields fields, const char* given) {
        fields.emplace_back("password", given);
        return fields;
    };
    for (const bool younger : {true, false}) {
        if (!younger) mira.token = another_device(mira);
        for (const auto& [path, fields] :
             {std::pair{end_path, id}, std::pair{restrict_path, narrow}}) {
            expect_error(post(mira, path, fields), 400, "missing_parameter", "password");
            expect_error(post(mira, path, with(fields, "a guess")), 400, "wrong_password",
                         "password");
        }
    }
    EXPECT_EQ(verdict(made), "let in");
    EXPECT_EQ(keys(mira)[0]["scope"].asString(), "trade");
    for (const char* kind : {"api_key_narrowed", "api_key_ended"})
        EXPECT_EQ(mails_waiting(mira, kind), 0) << kind;

    expect_message(post(mira, restrict_path, with(narrow, password)), "saved");
    EXPECT_EQ(mails_waiting(mira, "api_key_narrowed"), 1);
    expect_message(post(mira, end_path, with(id, password)), "success");
    EXPECT_EQ(mails_waiting(mira, "api_key_ended"), 1);
    EXPECT_EQ(count("select count(*) from notifications where client_id = $1 and kind in "
                    "('api_key_narrowed', 'api_key_ended')",
                    {mira.id}),
              2);
}

TEST_F(Keys, DoLessForNothingAndMoreForAProof) {
    const auto mira = person();
    const auto id = id_of(make(mira));
    const auto set = [&](Fields fields) {
        fields.emplace_back("id", id);
        fields.emplace_back("password", password);
        return post(mira, restrict_path, fields);
    };
    const Fields narrow{{"scope", "trade"}, {"markets", "BTCUSDT"}, {"networks", "10.0.0.0/8"}};
    expect_message(set(narrow), "saved");
    expect_message(set({{"scope", "read"}, {"markets", "BTCUSDT"}, {"networks", "10.0.0.0/16"}}),
                   "saved");
    EXPECT_EQ(activities(mira, "api_key_narrowed"), 2);
    EXPECT_EQ(mails_waiting(mira, "api_key_widened"), 0);
    EXPECT_EQ(keys(mira)[0]["scope"].asString(), "read");

    expect_error(set(narrow), 400, "missing_parameter", "transaction_password");
    auto with_password = narrow;
    with_password.emplace_back("transaction_password", transaction_password);
    expect_error(set(with_password), 400, "missing_parameter", "verification_code");
    EXPECT_EQ(keys(mira)[0]["scope"].asString(), "read");
    expect_message(set(asked(mira, Act::widen_api_key, narrow)), "saved");
    EXPECT_EQ(keys(mira)[0]["scope"].asString(), "trade");
    EXPECT_EQ(keys(mira)[0]["markets"][0].asString(), "BTCUSDT");
    EXPECT_EQ(activities(mira, "api_key_widened"), 1);
    EXPECT_EQ(mails_waiting(mira, "api_key_widened"), 1);
}

TEST_F(Keys, AreNoDevicesAndOutliveTheSignOutOfOthers) {
    const auto mira = person();
    another_device(mira);
    const auto made = make(mira);
    EXPECT_EQ(get(mira, "/api/v3/sessions").json()["sessions"].size(), 2U);
    const auto session = sql("select session_id from api_keys where id = $1", {id_of(made)});
    expect_error(post(mira, "/api/v3/sessions/revoke",
                      {{"session_id", session[0].str("session_id")}, {"password", password}}),
                 404, "not_found", "session_id");
    expect_message(
        post(mira, "/api/v3/sessions/revoke-all", {{"which", "others"}, {"password", password}}),
        "success");
    EXPECT_EQ(verdict(made), "let in");
    expect_message(
        post(mira, "/api/v3/sessions/revoke-all", {{"which", "all"}, {"password", password}}),
        "success");
    EXPECT_EQ(verdict(made), "api_key_unknown");
}

TEST_F(Keys, EndWithANewPassword) {
    const auto mira = person();
    const auto made = make(mira);
    expect_message(post(mira, "/api/v3/update-transaction-password",
                        proved(mira, Act::change_transaction_password,
                               {{"oldTransactionPassword", transaction_password},
                                {"transactionPassword", "Another-Staple-9"}})),
                   "saved");
    EXPECT_EQ(verdict(made), "api_key_unknown");
}

}  // namespace

}  // namespace cambio
