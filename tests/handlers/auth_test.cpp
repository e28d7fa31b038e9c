#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <json/reader.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <thread>

#include "ledger/ledger.h"
#include "pg/pg.h"
#include "support/handler_process.h"
#include "support/redis_server.h"
#include "support/scratch_config.h"
#include "support/scratch_database.h"
#include "token/paseto.h"
#include "token/sessions.h"

namespace cambio {

namespace {

using test::Answer, test::FastCgiClient, test::HandlerProcess, test::RedisServer,
    test::ScratchConfig, test::ScratchDatabase, test::ScratchFolder;
using Fields = FastCgiClient::Params;
using testing::HasSubstr, testing::Not;

// These stand in no file but the requests: the last test looks for them in the logs.
constexpr const char* password = "canary-login-password";
constexpr const char* trading_password = "canary-trading-password";

std::string read_file(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream{path}.rdbuf();
    return text.str();
}

class Auth : public testing::Test {
  protected:
    struct World {
        ScratchDatabase database;
        RedisServer redis;
        ScratchFolder logs;
        ScratchConfig config{{{"DATABASE_URL", database.app()},
                              {"REDIS_URL", redis.url()},
                              {"LOG_DIR", logs.path()},
                              {"LOG_LEVEL", "debug"}}};
        pg::Connection owner{database.owner()};
        std::unique_ptr<HandlerProcess> handler;
    };

    static void SetUpTestSuite() {
        world = new World;
        world->owner.run(R"sql(insert into assets (code, name, type, icon, display_places,
                               trade_places) values ('USDT', 'Tether', 'MAIN', 'usdt', 2, 8)
                               on conflict (code) do nothing)sql");
        world->handler =
            std::make_unique<HandlerProcess>("auth", world->config.path(), world->config.secret());
    }

    static void TearDownTestSuite() {
        delete world;
        world = nullptr;
    }

    /// A caller from an address of its own, whom no other test's calls are counted against.
    static FastCgiClient caller() {
        static int last = 0;
        ++last;
        auto client = world->handler->client();
        client.address("10.0." + std::to_string(last / 250) + "." + std::to_string(last % 250 + 1));
        return client;
    }

    static pg::Result sql(const char* text, std::initializer_list<pg::Param> params = {}) {
        return world->owner.run(text, params);
    }

    static std::string new_email() {
        static int last = 0;
        return "person" + std::to_string(++last) + "@example.com";
    }
    static std::string new_phone() {
        static int last = 0;
        return "+1555" + std::to_string(1000000 + ++last);
    }

    /// The newest message to an address; null when there is none.
    static Json::Value mail_to(const std::string& address) {
        std::string newest;
        for (const auto& entry : std::filesystem::directory_iterator{world->config.outbox()}) {
            const auto name = entry.path().string();
            if (name > newest && HasTo(name, address)) newest = name;
        }
        return newest.empty() ? Json::Value{} : parse(newest);
    }

    static std::string code_in(const Json::Value& mail) {
        std::smatch match;
        const auto text = mail["text"].asString();
        return std::regex_search(text, match, std::regex{"\\b[0-9]{6}\\b"}) ? match.str() : "";
    }

    /// Asks for a code as if the last one had been sent long ago, and returns it.
    static std::string code_for(const std::string& address) {
        sql("update one_time_codes set created_at = created_at - interval '61 seconds' "
            "where address = $1",
            {address});
        EXPECT_EQ(caller().post_json("/api/v2/send-code", {{"email", address}}).message(),
                  "success");
        return code_in(mail_to(address));
    }

    static std::string another(const std::string& code) {
        return code == "123456" ? "654321" : "123456";
    }

    static Fields application(const std::string& email, const std::string& phone,
                              const std::string& code) {
        return {{"code", code},
                {"username", email},
                {"mobile_number", phone},
                {"password", password},
                {"password_confirmation", password},
                {"transaction_password", trading_password}};
    }

    static Fields with(Fields fields, const std::string& name, const std::string& value) {
        for (auto& field : fields)
            if (field.first == name) {
                field.second = value;
                return fields;
            }
        fields.emplace_back(name, value);
        return fields;
    }

    static Fields without(Fields fields, const std::string& name) {
        std::erase_if(fields, [&](const auto& field) { return field.first == name; });
        return fields;
    }

    struct Person {
        std::string email, phone;
    };

    static Person signed_up() {
        Person person{new_email(), new_phone()};
        const auto answer = caller().post_json(
            "/api/v2/register", application(person.email, person.phone, code_for(person.email)));
        EXPECT_EQ(answer.message(), "SUCCESS") << answer.body;
        return person;
    }

    static Answer login(const Person& person, const std::string& with_password) {
        return caller().post_json("/api/v3/login",
                                  {{"username", person.email}, {"password", with_password}});
    }

    static std::string token_of(const Person& person) {
        const auto answer = login(person, password);
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.json()["token"].asString();
    }

    static void freeze(const Person& person) {
        sql("update clients set status = 'FREEZE_ACCOUNT', epoch = epoch + 1 where email = $1",
            {person.email});
    }

    static std::int64_t count(const char* question, std::initializer_list<pg::Param> params = {}) {
        return sql(question, params)[0].integer("count");
    }

    static World* world;

  private:
    static bool HasTo(const std::string& file, const std::string& address) {
        return file.ends_with(".json") && parse(file)["to"].asString() == address;
    }
    static Json::Value parse(const std::string& file) {
        std::istringstream text{read_file(file)};
        Json::Value value;
        text >> value;
        return value;
    }
};

Auth::World* Auth::world = nullptr;

void expect_error(const Answer& answer, int status, const std::string& code,
                  const std::string& field = "") {
    EXPECT_EQ(answer.status, status) << answer.body;
    EXPECT_EQ(answer.message(), code) << answer.body;
    EXPECT_EQ(answer.json()["field"].asString(), field) << answer.body;
}

// -- The existence checks
// ---------------------------------------------------------------------------

TEST_F(Auth, UsernameCheckKnowsAnEmailHoweverItIsWritten) {
    const auto person = signed_up();
    auto guest = caller();
    const auto check = [&](const std::string& text) {
        return guest.get("/api/v2/username-check", {{"username", text}}).message();
    };
    EXPECT_EQ(check(person.email), "exist");
    EXPECT_EQ(check(" P" + person.email.substr(1) + " "), "exist");
    EXPECT_EQ(check("nobody@example.com"), "is not exist");
}

TEST_F(Auth, MobileCheckKnowsAPhoneHoweverItIsWritten) {
    const auto person = signed_up();
    const auto digits = person.phone.substr(2);
    auto guest = caller();
    const auto check = [&](const std::string& text) {
        return guest.get("/api/v2/mobile-check", {{"username", text}}).message();
    };
    EXPECT_EQ(check(person.phone), "exist");
    EXPECT_EQ(check(digits), "exist");
    EXPECT_EQ(check("(" + digits.substr(0, 3) + ") " + digits.substr(3)), "exist");
    EXPECT_EQ(check(" 1" + digits), "exist");  // The '+' of an address that nobody encoded.
    EXPECT_EQ(check("+4915112345678"), "is not exist");
}

TEST_F(Auth, ChecksRefuseWhatIsNoIdentifier) {
    for (const std::string text :
         {"", "@", "a@", "@b", "a@b@c", "a b@c.de", "a@b..c", "<a@b.c>", "a\u00e9@b.c", "a@b_c"}) {
        expect_error(caller().get("/api/v2/username-check", {{"username", text}}), 400,
                     "invalid_email", "username");
    }
    for (const std::string text : {"", "+", "123", "123456789", "12345678901", "+0123456789",
                                   "+1234567", "+1234567890123456", "555-CALL-ME", "1e10"}) {
        expect_error(caller().get("/api/v2/mobile-check", {{"username", text}}), 400,
                     "invalid_phone", "username");
    }
    expect_error(caller().get("/api/v2/username-check"), 400, "missing_parameter", "username");
    expect_error(caller().get("/api/v2/mobile-check"), 400, "missing_parameter", "username");
    expect_error(
        caller().get("/api/v2/username-check", {{"username", std::string(300, 'a') + "@b.c"}}), 400,
        "too_long", "username");
    expect_error(caller().post_json("/api/v2/username-check", {{"username", "a@b.c"}}), 405,
                 "method_not_allowed");
}

TEST_F(Auth, ChecksAreCountedForAnAddress) {
    auto guest = caller();
    for (int i = 0; i < 20; ++i)
        EXPECT_EQ(guest.get("/api/v2/username-check", {{"username", "a@b.c"}}).status, 200);
    expect_error(guest.get("/api/v2/username-check", {{"username", "a@b.c"}}), 429, "rate_limited");
}

// -- Codes
// ------------------------------------------------------------------------------------------

TEST_F(Auth, SendCodeSendsOneCodeByPostAndByGet) {
    for (const bool post : {true, false}) {
        const auto address = new_email();
        const auto answer = post ? caller().post_json("/api/v2/send-code", {{"email", address}})
                                 : caller().get("/api/v2/send-code", {{"email", address}});
        EXPECT_EQ(answer.message(), "success") << answer.body;
        EXPECT_EQ(answer.json()["resend_after"].asInt(), 60);
        EXPECT_EQ(code_in(mail_to(address)).size(), 6u);
    }
}

TEST_F(Auth, OneCodeAMinute) {
    const auto address = new_email();
    code_for(address);
    const auto answer = caller().post_json("/api/v2/send-code", {{"email", address}});
    expect_error(answer, 429, "code_too_soon");
    const auto wait = std::stoi(answer.json()["details"]["resend_after"].asString());
    EXPECT_GT(wait, 0);
    EXPECT_LE(wait, 60);
    code_for(address);
}

TEST_F(Auth, TenCodesADay) {
    const auto address = new_email();
    for (int i = 0; i < 10; ++i) code_for(address);
    sql("update one_time_codes set created_at = created_at - interval '61 seconds' "
        "where address = $1",
        {address});
    expect_error(caller().post_json("/api/v2/send-code", {{"email", address}}), 429,
                 "code_too_many");
    sql("update one_time_codes set created_at = created_at - interval '1 day' where address = $1",
        {address});
    code_for(address);
}

TEST_F(Auth, CodesAskedForAtTheSameTimeAreOne) {
    const auto address = new_email();
    std::atomic<int> sent = 0;
    std::vector<std::thread> threads;
    {
        // Nobody can write a code before two of the requests have got as far as they can.
        pg::Transaction tx{world->owner};
        tx.run("lock table one_time_codes in share row exclusive mode");
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&, guest = std::make_shared<FastCgiClient>(caller())] {
                const auto answer = guest->post_json("/api/v2/send-code", {{"email", address}});
                if (answer.status == 200)
                    ++sent;
                else
                    EXPECT_EQ(answer.message(), "code_too_soon");
            });
        pg::Connection watcher{world->database.superuser()};
        test::wait_until("two requests wait", [&] {
            const auto waiting = watcher.run(R"sql(select count(*) as count from pg_stat_activity
                where datname = current_database() and wait_event_type = 'Lock')sql");
            return waiting[0].integer("count") >= 2;
        });
    }
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(sent, 1);
}

TEST_F(Auth, SendCodeTellsOnlyTheOwnerThatAnAccountExists) {
    const auto person = signed_up();
    sql("delete from one_time_codes where address = $1", {person.email});
    const auto known = caller().post_json("/api/v2/send-code", {{"email", person.email}});
    const auto unknown = caller().post_json("/api/v2/send-code", {{"email", new_email()}});
    EXPECT_EQ(known.status, unknown.status);
    EXPECT_EQ(known.body, unknown.body);
    const auto mail = mail_to(person.email);
    EXPECT_THAT(mail["subject"].asString(), HasSubstr("already have"));
    EXPECT_EQ(code_in(mail), "");
}

TEST_F(Auth, SendCodeRefusesBadInput) {
    expect_error(caller().post_json("/api/v2/send-code", Fields{}), 400, "missing_parameter",
                 "email");
    expect_error(caller().post_json("/api/v2/send-code", {{"email", "nobody"}}), 400,
                 "invalid_email", "email");
    expect_error(caller().post_json("/api/v2/send-code", {{"email", "a@b.c"}, {"to", "d@e.f"}}),
                 400, "unknown_parameter", "to");
    expect_error(caller().post_form("/api/v2/send-code", {{"email", "a@b.c"}, {"email", "d@e.f"}}),
                 400, "duplicate_parameter", "email");
    expect_error(caller().post("/api/v2/send-code", "application/json", "{\"email\":"), 400,
                 "bad_request");
    EXPECT_TRUE(mail_to("a@b.c").isNull());
    EXPECT_TRUE(mail_to("d@e.f").isNull());
}

TEST_F(Auth, ACodeThatCannotBeSentIsSaidSo) {
    ScratchFolder folder;
    auto config = ScratchConfig{{{"DATABASE_URL", world->database.app()},
                                 {"REDIS_URL", world->redis.url()},
                                 {"OUTBOX_DIR", folder.write("a-file", "") + "/outbox"}}};
    const HandlerProcess handler{"auth", config.path(), config.secret()};
    expect_error(handler.client().post_json("/api/v2/send-code", {{"email", new_email()}}), 503,
                 "unavailable");
}

// -- Sign-up
// ----------------------------------------------------------------------------------------

TEST_F(Auth, RegisterMakesAClientWithDemoMoney) {
    const auto email = new_email();
    const auto phone = new_phone();
    const auto code = code_for(email);
    const auto answer = caller().post_json(
        "/api/v2/register", application("P" + email.substr(1), phone.substr(2), code));
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.message(), "SUCCESS") << answer.body;

    const auto rows = sql("select * from clients where email = $1", {email});
    ASSERT_EQ(rows.size(), 1);
    const auto client = rows[0];
    EXPECT_EQ(client.str("email"), email);
    EXPECT_EQ(client.str("mobile_number"), phone);
    EXPECT_EQ(client.str("status"), "ACTIVE");
    EXPECT_EQ(client.str("account_status"), "Unverified");
    EXPECT_EQ(client.str("user_unique_id").size(), 12u);
    EXPECT_EQ(client.str("referral_code").size(), 8u);
    EXPECT_THAT(client.str("password_hash"), testing::StartsWith("$argon2id$"));
    EXPECT_THAT(client.str("transaction_password_hash"), testing::StartsWith("$argon2id$"));

    const auto wallet = sql(R"sql(select a.code, l.wallet, l.held, l.balance from ledger_accounts l
                                  join assets a on a.id = l.asset_id where client_id = $1)sql",
                            {client.id<ClientId>("id")});
    ASSERT_EQ(wallet.size(), 1);
    EXPECT_EQ(wallet[0].str("code"), "USDT");
    EXPECT_EQ(wallet[0].integer("wallet"), 1);
    EXPECT_FALSE(wallet[0].boolean("held"));
    EXPECT_EQ(wallet[0].decimal("balance"), Decimal::of(10000));
}

TEST_F(Auth, RegisterTakesAReferralCode) {
    const auto inviter = signed_up();
    const auto referral =
        sql("select referral_code from clients where email = $1", {inviter.email})[0].str(
            "referral_code");
    const auto email = new_email();
    const auto given = application(email, new_phone(), code_for(email));
    expect_error(caller().post_json("/api/v2/register", with(given, "referral", "nobodys")), 400,
                 "invalid_parameter", "referral");
    EXPECT_EQ(caller().post_json("/api/v2/register", with(given, "referral", referral)).message(),
              "SUCCESS");
    EXPECT_EQ(count(R"sql(select count(*) from clients friend join clients inviter
                          on inviter.id = friend.referred_by
                          where friend.email = $1 and inviter.email = $2)sql",
                    {email, inviter.email}),
              1);
    const auto alone = new_email();
    EXPECT_EQ(caller()
                  .post_json("/api/v2/register",
                             with(application(alone, new_phone(), code_for(alone)), "referral", ""))
                  .message(),
              "SUCCESS");
}

TEST_F(Auth, RegisterNamesTheFieldThatIsWrong) {
    struct Case {
        const char* name;
        std::string value;
        const char* code;
        const char* field;
    };
    const auto email = new_email();
    const auto given = application(email, new_phone(), code_for(email));
    const Case cases[] = {
        {"username", "nobody", "invalid_email", "username"},
        {"mobile_number", "12", "invalid_phone", "mobile_number"},
        {"password", "12345678", "password_too_short", "password"},
        {"password", std::string(257, 'x'), "too_long", "password"},
        {"password_confirmation", "something else", "password_mismatch", "password_confirmation"},
        {"transaction_password", "12345", "password_too_short", "transaction_password"},
        {"transaction_password", password, "password_same", "transaction_password"},
        {"is_admin", "true", "unknown_parameter", "is_admin"},
    };
    for (const auto& [name, value, code, field] : cases)
        expect_error(caller().post_json("/api/v2/register", with(given, name, value)), 400, code,
                     field);
    for (const auto& [name, value] : given)
        expect_error(caller().post_json("/api/v2/register", without(given, name)), 400,
                     "missing_parameter", name);
    EXPECT_EQ(count("select count(*) from clients where email = $1", {email}), 0);
    EXPECT_EQ(caller().post_json("/api/v2/register", given).message(), "SUCCESS");
}

TEST_F(Auth, AWrongCodeCostsATryAndTheFifthTheCode) {
    const auto email = new_email();
    const auto code = code_for(email);
    const auto given = application(email, new_phone(), code);
    for (int i = 0; i < 5; ++i) {
        const auto answer =
            caller().post_json("/api/v2/register", with(given, "code", another(code)));
        EXPECT_EQ(answer.status, 200);
        EXPECT_EQ(answer.message(), "CODE_DOES_NOT_MATCH");
    }
    expect_error(caller().post_json("/api/v2/register", given), 400, "code_expired", "code");
    EXPECT_EQ(count("select count(*) from clients where email = $1", {email}), 0);
    EXPECT_EQ(
        caller().post_json("/api/v2/register", with(given, "code", code_for(email))).message(),
        "SUCCESS");
}

TEST_F(Auth, ACodeDiesAfterTenMinutes) {
    const auto email = new_email();
    const auto given = application(email, new_phone(), code_for(email));
    EXPECT_EQ(count(R"sql(select count(*) from one_time_codes where address = $1
                          and expires_at = created_at + interval '10 minutes')sql",
                    {email}),
              1);
    sql("update one_time_codes set expires_at = now() where address = $1", {email});
    expect_error(caller().post_json("/api/v2/register", given), 400, "code_expired", "code");
}

TEST_F(Auth, OnlyTheNewestCodeOfTheSameAddressCounts) {
    const auto email = new_email();
    const auto other = new_email();
    const auto first = code_for(email);
    auto second = code_for(email);
    while (second == first) second = code_for(email);
    const auto others = code_for(other);
    const auto given = application(email, new_phone(), first);
    EXPECT_EQ(caller().post_json("/api/v2/register", given).message(), "CODE_DOES_NOT_MATCH");
    if (others != second) {
        EXPECT_EQ(caller().post_json("/api/v2/register", with(given, "code", others)).message(),
                  "CODE_DOES_NOT_MATCH");
    }
    EXPECT_EQ(caller().post_json("/api/v2/register", with(given, "code", "")).message(),
              "CODE_DOES_NOT_MATCH");
    EXPECT_EQ(caller().post_json("/api/v2/register", with(given, "code", second)).message(),
              "SUCCESS");
}

TEST_F(Auth, ACodeOfAnotherPurposeDoesNotCount) {
    const auto email = new_email();
    const auto given = application(email, new_phone(), code_for(email));
    sql("update one_time_codes set purpose = 'reset_password' where address = $1", {email});
    EXPECT_EQ(caller().post_json("/api/v2/register", given).message(), "CODE_DOES_NOT_MATCH");
}

TEST_F(Auth, ACodeWorksOnce) {
    const auto email = new_email();
    const auto code = code_for(email);
    EXPECT_EQ(
        caller().post_json("/api/v2/register", application(email, new_phone(), code)).message(),
        "SUCCESS");
    // As if the client had never been: what is left of the code must not let anybody in.
    sql("update clients set email = $2 where email = $1", {email, new_email()});
    EXPECT_EQ(
        caller().post_json("/api/v2/register", application(email, new_phone(), code)).message(),
        "CODE_DOES_NOT_MATCH");
}

TEST_F(Auth, RegisterRefusesAnEmailOrPhoneThatIsTaken) {
    const auto person = signed_up();
    const auto email = new_email();
    const auto by_phone = application(email, person.phone, code_for(email));
    EXPECT_EQ(caller().post_json("/api/v2/register", by_phone).message(), "USER_ALREADY_EXIST");
    const auto by_email = application(person.email, new_phone(), "123456");
    EXPECT_EQ(caller().post_json("/api/v2/register", by_email).message(), "USER_ALREADY_EXIST");
    EXPECT_EQ(count("select count(*) from clients where email = $1", {email}), 0);
}

TEST_F(Auth, ADoubleSubmitMakesOneClient) {
    const auto email = new_email();
    const auto given = application(email, new_phone(), code_for(email));
    std::atomic<int> made = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 6; ++i)
        threads.emplace_back([&, guest = std::make_shared<FastCgiClient>(caller())] {
            const auto message = guest->post_json("/api/v2/register", given).message();
            if (message == "SUCCESS")
                ++made;
            else
                EXPECT_EQ(message, "USER_ALREADY_EXIST");
        });
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(made, 1);
    EXPECT_EQ(count(R"sql(select count(*) from ledger_transfers t join clients c
                          on c.id = t.reference where c.email = $1 and t.kind = 1)sql",
                    {email}),
              1);
}

TEST_F(Auth, TwoEmailsAtTheSameTimeShareNoPhone) {
    const auto phone = new_phone();
    std::atomic<int> made = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        const auto email = new_email();
        threads.emplace_back([&, given = application(email, phone, code_for(email)),
                              guest = std::make_shared<FastCgiClient>(caller())] {
            const auto message = guest->post_json("/api/v2/register", given).message();
            if (message == "SUCCESS")
                ++made;
            else
                EXPECT_EQ(message, "USER_ALREADY_EXIST");
        });
    }
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(made, 1);
    EXPECT_EQ(count("select count(*) from clients where mobile_number = $1", {phone}), 1);
}

TEST_F(Auth, WithoutDemoNobodyIsGivenMoney) {
    auto config = ScratchConfig{{{"DATABASE_URL", world->database.app()},
                                 {"REDIS_URL", world->redis.url()},
                                 {"OUTBOX_DIR", world->config.outbox()},
                                 {"DEMO", "no"}}};
    const HandlerProcess handler{"auth", config.path(), config.secret()};
    const auto email = new_email();
    handler.client().post_json("/api/v2/send-code", {{"email", email}});
    const auto answer = handler.client().post_json(
        "/api/v2/register", application(email, new_phone(), code_in(mail_to(email))));
    EXPECT_EQ(answer.message(), "SUCCESS");
    EXPECT_EQ(
        count(R"sql(select count(*) from ledger_accounts l join clients c on c.id = l.client_id
                          where c.email = $1)sql",
              {email}),
        0);
}

// -- Sign-in
// ----------------------------------------------------------------------------------------

TEST_F(Auth, LoginGivesATokenAndTheClient) {
    const auto person = signed_up();
    for (const bool by_phone : {false, true}) {
        const auto answer =
            by_phone ? caller().post_json("/api/v3/mobile-login", {{"username", person.phone},
                                                                   {"password", password},
                                                                   {"mobile", person.phone}})
                     : caller().post_form("/api/v3/login",
                                          {{"username", person.email}, {"password", password}});
        ASSERT_EQ(answer.status, 200) << answer.body;
        const auto reply = answer.json();
        EXPECT_EQ(reply["status"].asInt(), 200);
        EXPECT_THAT(reply["token"].asString(), testing::StartsWith("v4.public."));
        for (const auto& user : {reply["user"], reply["client"]["user"]}) {
            EXPECT_EQ(user["email"].asString(), person.email);
            EXPECT_EQ(user["mobile_number"].asString(), person.phone);
            EXPECT_EQ(user["account_status"].asString(), "Unverified");
            EXPECT_EQ(user["user_unique_id"].asString().size(), 12u);
        }
        const auto& client = reply["client"];
        EXPECT_TRUE(client["id"].isString());
        EXPECT_EQ(client["status"].asString(), "ACTIVE");
        EXPECT_EQ(client["membership_level"].asString(), "NO_BADGE");
        EXPECT_EQ(client["withdraw_transfer_status"].asString(), "ALLOWED");
        EXPECT_EQ(client["withdraw_restriction"].asString(), "");
        EXPECT_THAT(answer.body, Not(HasSubstr("argon2")));
    }
}

TEST_F(Auth, LoginRefusesWrongPasswordsAndUnknownPeopleAlike) {
    const auto person = signed_up();
    const auto wrong = login(person, "something else");
    const auto unknown = login({"nobody.at.all@example.com", ""}, password);
    for (const auto& answer : {wrong, unknown}) {
        EXPECT_EQ(answer.status, 401);
        EXPECT_EQ(answer.message(), "invalid_credentials");
        EXPECT_EQ(answer.json()["status"].asInt(), 401);
        EXPECT_FALSE(answer.json().isMember("token"));
    }
    expect_error(caller().post_json("/api/v3/login", {{"username", person.email}}), 400,
                 "missing_parameter", "password");
    expect_error(caller().post_json("/api/v3/login", {{"password", password}}), 400,
                 "missing_parameter", "username");
    expect_error(
        caller().post_json("/api/v3/mobile-login", {{"username", "1"}, {"password", password}}),
        400, "invalid_phone", "username");
    expect_error(
        caller().get("/api/v3/login", {{"username", person.email}, {"password", password}}), 405,
        "method_not_allowed");
    expect_error(caller().post_json(
                     "/api/v3/login",
                     {{"username", person.email}, {"password", password}, {"remember", "yes"}}),
                 400, "unknown_parameter", "remember");
}

TEST_F(Auth, FiveWrongPasswordsLockForFifteenMinutes) {
    const auto person = signed_up();
    for (int i = 0; i < 4; ++i) EXPECT_EQ(login(person, "wrong").status, 401);
    // The phone is another way to the same password.
    EXPECT_EQ(
        caller()
            .post_json("/api/v3/mobile-login", {{"username", person.phone}, {"password", "wrong"}})
            .status,
        401);
    const auto locked = login(person, password);
    expect_error(locked, 429, "too_many_attempts");
    const auto wait = std::stoi(locked.json()["details"]["retry_after_seconds"].asString());
    EXPECT_GT(wait, 14 * 60);
    EXPECT_LE(wait, 15 * 60);

    sql("update password_attempts set at = at - interval '15 minutes' where subject = $1",
        {"login:" + person.email});
    EXPECT_EQ(login(person, "wrong").status, 401);
    EXPECT_EQ(login(person, password).status, 200);
}

TEST_F(Auth, AnUnknownEmailLocksLikeAKnownOne) {
    const Person nobody{"still.nobody@example.com", ""};
    for (int i = 0; i < 5; ++i) EXPECT_EQ(login(nobody, "wrong").status, 401);
    expect_error(login(nobody, "wrong"), 429, "too_many_attempts");
}

TEST_F(Auth, ARightPasswordStartsTheCountAnew) {
    const auto person = signed_up();
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < 4; ++i) EXPECT_EQ(login(person, "wrong").status, 401);
        EXPECT_EQ(login(person, password).status, 200);
    }
}

TEST_F(Auth, GuessesInParallelAreCounted) {
    const auto person = signed_up();
    std::atomic<int> tried = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 12; ++i)
        threads.emplace_back([&, guest = std::make_shared<FastCgiClient>(caller())] {
            const auto answer = guest->post_json(
                "/api/v3/login", {{"username", person.email}, {"password", "wrong"}});
            if (answer.status == 401)
                ++tried;
            else
                EXPECT_EQ(answer.message(), "too_many_attempts");
        });
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(tried, 5);
}

TEST_F(Auth, LoginsAreCountedForAnAddress) {
    auto guest = caller();
    for (int i = 0; i < 20; ++i)
        EXPECT_EQ(guest.post_json("/api/v3/login", {{"username", "x"}, {"password", "y"}}).status,
                  400);
    expect_error(guest.post_json("/api/v3/login", {{"username", "x"}, {"password", "y"}}), 429,
                 "rate_limited");
}

TEST_F(Auth, AFrozenClientLearnsItOnlyWithTheRightPassword) {
    const auto person = signed_up();
    freeze(person);
    EXPECT_EQ(login(person, "wrong").status, 401);
    expect_error(login(person, password), 403, "frozen_account");
    EXPECT_EQ(count(R"sql(select count(*) from sessions s join clients c on c.id = s.client_id
                          where c.email = $1)sql",
                    {person.email}),
              0);
}

// -- Sessions
// ---------------------------------------------------------------------------------------

TEST_F(Auth, AccountClientShowsTheCaller) {
    const auto person = signed_up();
    auto client = caller();
    const auto answer = client.bearer(token_of(person)).get("/api/v3/account-client");
    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.json()["client"]["user"]["email"].asString(), person.email);
    EXPECT_EQ(answer.json()["client"]["status"].asString(), "ACTIVE");
}

TEST_F(Auth, LogoutEndsOneSession) {
    const auto person = signed_up();
    const auto token = token_of(person);
    auto phone = caller();
    auto laptop = caller();
    phone.bearer(token);
    laptop.bearer(token_of(person));
    EXPECT_EQ(phone.get("/api/v3/account-client").status, 200);
    EXPECT_EQ(phone.post_json("/api/v3/logout", Fields{}).message(), "success");
    expect_error(phone.get("/api/v3/account-client"), 401, "unauthorized");
    expect_error(phone.post_json("/api/v3/logout", Fields{}), 401, "unauthorized");
    EXPECT_EQ(laptop.get("/api/v3/account-client").status, 200);
}

TEST_F(Auth, NoTokenButAValidOneIsASession) {
    const auto person = signed_up();
    const auto token = token_of(person);
    const auto expired = token_of(person);
    sql(R"sql(update sessions set expires_at = now() where id =
              (select max(s.id) from sessions s join clients c on c.id = s.client_id
               where c.email = $1))sql",
        {person.email});
    auto forged = token;
    forged[forged.size() / 2] = forged[forged.size() / 2] == 'A' ? 'B' : 'A';
    ScratchConfig stranger{
        {{"DATABASE_URL", world->database.app()}, {"REDIS_URL", world->redis.url()}}};
    const auto foreign = token::sign(
        stranger.token_secret_key(),
        token::verify(std::string_view{world->config.token_secret_key()}.substr(32), token)
            ->payload);

    for (const auto& bad : {std::string{}, expired, forged, foreign, token.substr(0, 40),
                            "v4.public." + std::string(4000, 'A'), std::string{"Basic abc"}}) {
        auto client = caller();
        client.bearer(bad);
        expect_error(client.get("/api/v3/account-client"), 401, "unauthorized");
        expect_error(client.post_json("/api/v3/logout", Fields{}), 401, "unauthorized");
        expect_error(client.post_json("/api/v3/stream-ticket", Fields{}), 401, "unauthorized");
    }
    auto client = caller();
    EXPECT_EQ(client.bearer(token).get("/api/v3/account-client").status, 200);
}

TEST_F(Auth, AFrozenClientMayAskWhyAndLeave) {
    const auto person = signed_up();
    auto client = caller();
    client.bearer(token_of(person));
    freeze(person);
    const auto answer = client.get("/api/v3/account-client");
    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.json()["client"]["status"].asString(), "FREEZE_ACCOUNT");
    expect_error(client.post_json("/api/v3/stream-ticket", Fields{}), 403, "frozen_account");
    EXPECT_EQ(client.post_json("/api/v3/logout", Fields{}).message(), "success");
}

// -- Tickets
// ----------------------------------------------------------------------------------------

Answer authorize(FastCgiClient& nginx, const std::string& uri, const std::string& protocol) {
    return nginx.raw({{"DOCUMENT_URI", "/internal/stream-auth"},
                      {"HTTP_X_ORIGINAL_URI", uri},
                      {"HTTP_SEC_WEBSOCKET_PROTOCOL", protocol}},
                     "");
}

TEST_F(Auth, ATicketOpensTheClientsChannelOnce) {
    const auto person = signed_up();
    auto client = caller();
    client.bearer(token_of(person));
    const auto reply = client.post_json("/api/v3/stream-ticket", Fields{}).json();
    const auto ticket = reply["ticket"].asString();
    const auto channel = reply["channel"].asString();
    EXPECT_EQ(
        channel,
        client.get("/api/v3/account-client").json()["client"]["user"]["user_unique_id"].asString());
    auto nginx = caller();
    EXPECT_EQ(authorize(nginx, "/stream/client/" + channel, "json, cambio." + ticket).status, 200);
    expect_error(authorize(nginx, "/stream/client/" + channel, "cambio." + ticket), 403,
                 "forbidden");
}

TEST_F(Auth, ATicketOpensNothingElse) {
    const auto person = signed_up();
    const auto other = signed_up();
    auto client = caller();
    client.bearer(token_of(person));
    auto stranger = caller();
    stranger.bearer(token_of(other));
    const auto channel =
        client.post_json("/api/v3/stream-ticket", Fields{}).json()["channel"].asString();
    const auto others = stranger.post_json("/api/v3/stream-ticket", Fields{}).json();
    auto nginx = caller();
    for (const auto& protocol :
         {"cambio." + others["ticket"].asString(), std::string{}, std::string{"cambio."},
          std::string{"json"}, "cambio." + std::string(3000, 'x'), std::string{",,,"}})
        expect_error(authorize(nginx, "/stream/client/" + channel, protocol), 403, "forbidden");
    const auto ticket =
        client.post_json("/api/v3/stream-ticket", Fields{}).json()["ticket"].asString();
    expect_error(authorize(nginx, "/stream/market/" + channel, "cambio." + ticket), 403,
                 "forbidden");
    expect_error(authorize(nginx, "", "cambio." + ticket), 403, "forbidden");
    EXPECT_EQ(authorize(nginx, "/stream/client/" + channel + "?x=1", "cambio." + ticket).status,
              200);
}

TEST_F(Auth, WithoutRedisThereAreNoTicketsButSignInGoesOn) {
    RedisServer redis;
    auto config = ScratchConfig{{{"DATABASE_URL", world->database.app()},
                                 {"REDIS_URL", redis.url()},
                                 {"TOKEN_KEY_FILE", world->config.get("TOKEN_KEY_FILE")}}};
    const auto person = signed_up();
    const HandlerProcess handler{"auth", config.path(), config.secret()};
    redis.stop();
    auto client = handler.client();
    const auto login =
        client.post_json("/api/v3/login", {{"username", person.email}, {"password", password}});
    ASSERT_EQ(login.status, 200) << login.body;
    client.bearer(login.json()["token"].asString());
    expect_error(client.post_json("/api/v3/stream-ticket", Fields{}), 503, "unavailable");
}

// -- What must hold after all of the above
// ----------------------------------------------------------

TEST_F(Auth, TheBooksBalanceAfterAllThat) {
    pg::Connection connection{world->database.owner()};
    const auto report = ledger::audit(connection);
    EXPECT_TRUE(report.passed) << testing::PrintToString(report.findings);
    EXPECT_GT(report.transfers, 0);
}

TEST_F(Auth, TheLogsHoldNoSecret) {
    const auto person = signed_up();
    const auto token = token_of(person);
    auto client = caller();
    client.bearer(token);
    const auto ticket =
        client.post_json("/api/v3/stream-ticket", Fields{}).json()["ticket"].asString();
    const auto email = new_email();
    const auto code = code_for(email);
    caller().get("/api/v2/send-code", {{"email", email}, {"password", password}});
    login(person, "canary-wrong-password");
    caller().post("/api/v3/login", "application/json",
                  R"({"username":"a@b.c","password":"canary-broken-json)");
    caller().post_json("/api/v3/login", {{"username", "a@b.c"}, {"canary-name", "canary-value"}});

    std::string logs = world->handler->log();
    for (const auto& entry : std::filesystem::directory_iterator{world->logs.path()})
        logs += read_file(entry.path());
    ASSERT_THAT(logs, HasSubstr("auth"));
    EXPECT_THAT(logs, Not(HasSubstr("canary")));
    EXPECT_THAT(logs, Not(HasSubstr(token)));
    EXPECT_THAT(logs, Not(HasSubstr("v4.public.")));
    EXPECT_THAT(logs, Not(HasSubstr(ticket)));
    EXPECT_THAT(logs, Not(HasSubstr("code=" + code)));
    EXPECT_THAT(logs, Not(HasSubstr(person.email)));
}

}  // namespace

}  // namespace cambio
