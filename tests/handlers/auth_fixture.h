// What the suites of the auth group share: the handler with a database, a Redis and an outbox of
// its own, and people who have signed up.
#pragma once

#include <gtest/gtest.h>
#include <json/reader.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <regex>
#include <sstream>
#include <string>

#include "handlers/step_up_codes.h"
#include "pg/pg.h"
#include "support/handler_process.h"
#include "support/redis_server.h"
#include "support/scratch_config.h"
#include "support/scratch_database.h"
#include "support/source_files.h"
#include "token/two_factor.h"

namespace cambio {

using test::Answer, test::FastCgiClient, test::HandlerProcess, test::RedisServer,
    test::ScratchConfig, test::ScratchDatabase, test::ScratchFolder;
using Fields = FastCgiClient::Params;

// These stand in no file but the requests: a test looks for them in the logs.
constexpr const char* password = "canary-login-password";
constexpr const char* trading_password = "canary-trading-password";

inline std::string read_file(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream{path}.rdbuf();
    return text.str();
}

class Auth : public testing::Test {
  protected:
    struct World {
        explicit World(ScratchConfig::Settings more) : config{filled(std::move(more))} {}

        ScratchConfig::Settings filled(ScratchConfig::Settings more) const {
            more.merge(ScratchConfig::Settings{
                {"DATABASE_URL", database.app()},
                {"REDIS_URL", redis.url()},
                {"LOG_DIR", logs.path()},
                {"RATE_LIMIT_FACTOR", "1"},
                {"GEOIP_FILE", test::source_file("/site/node_modules/@ip-location-db/"
                                                 "iptoasn-country-mmdb/iptoasn-country.mmdb")},
                {"LOG_LEVEL", "debug"}});
            return more;
        }

        ScratchDatabase database;
        RedisServer redis;
        ScratchFolder logs;
        ScratchConfig config;
        pg::Connection owner{database.owner()};
        std::unique_ptr<HandlerProcess> handler;
    };

    static void SetUpTestSuite() { start({}); }

    static void start(ScratchConfig::Settings settings) {
        world = new World{std::move(settings)};
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

    /// As if a code that was sent to the number had come back.
    static void prove_phone(const Person& person) {
        sql("update clients set mobile_proved_at = now() where email = $1", {person.email});
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

    static ClientId id_of(const Person& person) {
        return sql("select id from clients where email = $1", {person.email})[0].id<ClientId>("id");
    }

    /// Guards the account by an authenticator app, as if since long ago; the app's secret.
    static std::string guard(const Person& person) {
        const auto key = world->config.hash_key();
        pg::Transaction tx{world->owner};
        const auto setup =
            token::begin_two_factor(tx, key, id_of(person), SessionId{1}, person.email);
        const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
        const auto codes = token::confirm_two_factor(tx, key, id_of(person), SessionId{1},
                                                     token::authenticator_code(setup.secret, now));
        tx.run("update two_factor set last_step = 0 where client_id = $1", {id_of(person)});
        tx.commit();
        EXPECT_EQ(codes.size(), 10u);
        recovery_codes = codes;
        return setup.secret;
    }
    static std::string app_code(const std::string& secret, int steps = 0) {
        const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
        return token::authenticator_code(secret, now + steps * std::chrono::seconds{30});
    }

    /// The fields, and a code that proves this act.
    static Fields proved(const Person& person, account::Act act, Fields fields) {
        fields.emplace_back("verification_code", code_of_act(world->owner, world->config.hash_key(),
                                                             id_of(person), person.email, act));
        return fields;
    }

    static std::vector<std::string> activity_of(const Person& person) {
        std::vector<std::string> kinds;
        for (const auto row :
             sql("select kind from account_activity where client_id = $1 order by id",
                 {id_of(person)}))
            kinds.push_back(row.str("kind"));
        return kinds;
    }

    static void freeze(const Person& person) {
        sql("update clients set status = 'FREEZE_ACCOUNT', epoch = epoch + 1 where email = $1",
            {person.email});
    }

    static std::int64_t count(const char* question, std::initializer_list<pg::Param> params = {}) {
        return sql(question, params)[0].integer("count");
    }

    static World* world;
    static inline std::vector<std::string> recovery_codes;  ///< of the last guard()

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

inline Auth::World* Auth::world = nullptr;

inline void expect_error(const Answer& answer, int status, const std::string& code,
                         const std::string& field = "") {
    EXPECT_EQ(answer.status, status) << answer.body;
    EXPECT_EQ(answer.message(), code) << answer.body;
    EXPECT_EQ(answer.json()["field"].asString(), field) << answer.body;
}

}  // namespace cambio
