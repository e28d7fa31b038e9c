// What the suites of the account group share: the handler with a world of its own, people who are
// signed in, and the messages that they were sent.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <json/reader.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <regex>

#include "handlers/step_up_codes.h"
#include "support/builders.h"

namespace cambio {

using test::Answer, test::FastCgiClient, test::HandlerProcess;
using Fields = FastCgiClient::Params;

class Account : public testing::Test {
  protected:
    struct Person {
        ClientId id;
        std::string email, unique_id, token;
    };

    static void SetUpTestSuite() {
        world = new test::World;
        handler = new HandlerProcess{world->handler("account")};
    }
    static void TearDownTestSuite() {
        delete handler;
        delete world;
    }

    static constexpr const char* password = test::World::password;
    static constexpr const char* transaction_password = test::World::transaction_password;

    static Person person() {
        static int last = 0;
        const auto client = world->client("person" + std::to_string(++last) + "@example.com");
        return {client.id, client.email, client.unique_id, world->token(client)};
    }
    /// A token of another device of the same person.
    static std::string another_device(const Person& person) {
        return world->token(test::Person{*world, person.id, person.email, person.unique_id});
    }
    static FastCgiClient as(const std::string& token) {
        auto client = handler->client();
        client.bearer(token);
        return client;
    }
    static FastCgiClient as(const Person& person) { return as(person.token); }

    static Answer get(const Person& person, const std::string& path, const Fields& query = {}) {
        return as(person).get(path, query);
    }
    static Answer post(const Person& person, const std::string& path, const Fields& fields = {}) {
        return as(person).post_json(path, fields);
    }

    /// The fields, and a code that proves this act.
    static Fields proved(const Person& person, account::Act act, Fields fields,
                         const char* name = "verification_code") {
        fields.emplace_back(name, code_of_act(world->superuser(), world->config().hash_key(),
                                              person.id, person.email, act));
        return fields;
    }

    static pg::Result sql(const char* text, std::initializer_list<pg::Param> params = {}) {
        return world->superuser().run(text, params);
    }
    static pg::Result client_of(const Person& person) {
        return sql("select * from clients where id = $1", {person.id});
    }
    static std::int64_t count(const char* question, std::initializer_list<pg::Param> params = {}) {
        return sql(question, params)[0].integer("count");
    }
    static std::int64_t mails_waiting(const Person& person, const char* name) {
        return count("select count(*) from outgoing_mails where client_id = $1 and name = $2",
                     {person.id, name});
    }
    static std::int64_t activities(const Person& person, const char* kind) {
        return count("select count(*) from account_activity where client_id = $1 and kind = $2",
                     {person.id, kind});
    }
    static bool withdrawals_rest(const Person& person) {
        return sql(R"sql(select coalesce(withdrawals_rest_until between now() + interval '23 hours'
                             and now() + interval '24 hours', false) as rest
                           from clients where id = $1)sql",
                   {person.id})[0]
            .boolean("rest");
    }
    static void freeze(const Person& person) {
        sql("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {person.id});
    }

    static void send_mails() {
        EXPECT_EQ(test::run_job("send_mails", world->config().path(), {"--once"}), 0);
    }

    /// The newest message to an address; null when there is none.
    static Json::Value message_to(const std::string& address) {
        std::string newest;
        Json::Value found;
        for (const auto& entry : std::filesystem::directory_iterator{world->config().outbox()}) {
            const auto name = entry.path().string();
            if (!name.ends_with(".json") || name < newest) continue;
            std::ifstream file{name};
            Json::Value message;
            file >> message;
            if (message["to"].asString() != address) continue;
            newest = name;
            found = message;
        }
        return found;
    }
    static std::string code_to(const std::string& address) {
        const auto text = message_to(address)["text"].asString();
        std::smatch match;
        return std::regex_search(text, match, std::regex{"\\b[0-9]{6}\\b"}) ? match.str() : "";
    }
    static std::string another(const std::string& code) {
        return code == "123456" ? "654321" : "123456";
    }

    static test::World* world;
    static HandlerProcess* handler;
};

inline test::World* Account::world = nullptr;
inline HandlerProcess* Account::handler = nullptr;

inline void expect_error(const Answer& answer, int status, const std::string& code,
                         const std::string& field = "") {
    EXPECT_EQ(answer.status, status) << answer.body;
    EXPECT_EQ(answer.message(), code) << answer.body;
    EXPECT_EQ(answer.json()["field"].asString(), field) << answer.body;
}

inline void expect_message(const Answer& answer, const std::string& message) {
    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.message(), message) << answer.body;
}

}  // namespace cambio
