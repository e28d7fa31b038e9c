// What the suites of the rewards group share: the handler with a database of its own, and people.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "notices/notices.h"
#include "support/builders.h"
#include "support/payments.h"

namespace cambio {

using test::Answer, test::dec, test::FastCgiClient, test::HandlerProcess, test::Person, test::World;
using Fields = FastCgiClient::Params;

class Rewards : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        world = new World{{{"PUBLIC_URL", "http://localhost:8088"}, {"DEMO", "no"}}};
        handler = std::make_unique<HandlerProcess>("rewards", world->config().path(),
                                                   world->config().secret());
    }
    static void TearDownTestSuite() {
        handler.reset();
        delete world;
        world = nullptr;
    }

    /// The books balance after every test.
    void TearDown() override { test::expect_books_balance(*world); }

    static Person person(std::optional<ClientId> referrer = {}) {
        static int last = 0;
        return world->client("rewards" + std::to_string(++last) + "@example.com", referrer);
    }

    /// Whom a reward can be paid: verified, with 50 USDT of its own.
    static Person settler(std::optional<ClientId> referrer = {}) {
        const Person one = person(referrer);
        test::verify(*world, one);
        test::deposit(*world, one, "USDT", "50");
        return one;
    }

    static FastCgiClient as(const Person& who) {
        auto client = handler->client();
        client.bearer(world->token(who));
        return client;
    }

    static Json::Value read(const Person& who, const std::string& path, const Fields& query = {}) {
        const auto answer = as(who).get(path, query);
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.json();
    }

    static pg::Result sql(const char* text, std::initializer_list<pg::Param> params = {}) {
        return world->app().run(text, params);
    }

    static void expect_error(const Answer& answer, int status, const std::string& code,
                             const std::string& field = {}) {
        EXPECT_EQ(answer.status, status) << answer.body;
        EXPECT_EQ(answer.message(), code) << answer.body;
        EXPECT_EQ(answer.json()["field"].asString(), field) << answer.body;
    }

    /// A volume that the job settle_fees has added up.
    static void traded(const Person& who, const char* volume, int days_ago = 0,
                       std::int64_t trades = 1) {
        sql("insert into trading_days (client_id, day, volume, trades) "
            "values ($1, (now() at time zone 'UTC')::date - $2::int, $3, $4)",
            {who.id, days_ago, volume, trades});
    }

    static inline World* world = nullptr;
    static inline std::unique_ptr<HandlerProcess> handler;
};

}  // namespace cambio
