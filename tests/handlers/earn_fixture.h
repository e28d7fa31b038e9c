// What the suites of Earn share: products of USDT and BTC, a house that can pay, and people.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "handlers/step_up_codes.h"
#include "support/builders.h"
#include "support/earnings.h"

namespace cambio {

using test::Answer, test::dec, test::FastCgiClient, test::HandlerProcess, test::Person, test::World;
using Fields = std::map<std::string, std::string>;

class EarnCalls : public testing::Test {
  protected:
    static constexpr const char* view_path = "/api/v3/earn/view";
    static constexpr const char* store_path = "/api/v2/earn/store";
    static constexpr const char* stake_path = "/api/v3/stake";
    static constexpr const char* redeem_path = "/api/v3/earn/redeem";
    static constexpr const char* renew_path = "/api/v3/earn/auto-renew";
    static constexpr const char* list_path = "/api/v3/earn/transaction";
    static constexpr const char* plans_path = "/api/v3/earn/auto-invest";
    static constexpr const char* runs_path = "/api/v3/earn/auto-invest/runs";
    static constexpr const char* state_path = "/api/v3/earn/auto-invest/state";
    static constexpr const char* analysis_path = "/api/v3/analysis";

    static void SetUpTestSuite() {
        world = new World;
        world->fund(ledger::House::earn, "USDT", "10000");
        world->quote("BTCUSDT", "50000");
        usdt = std::to_string(test::make_product(*world, "USDT", "3.65", "10", "5000").value);
        btc = std::to_string(test::make_product(*world, "BTC", "0.32", "0.001", "2").value);
        handler.reset(new HandlerProcess{"earn", world->config().path(), world->config().secret()});
    }
    static void TearDownTestSuite() {
        handler.reset();
        delete world;
        world = nullptr;
    }
    void TearDown() override { test::expect_books_balance(*world); }

    /// A client with 1,000 USDT and 1 BTC.
    static Person person() {
        static int last = 0;
        return world->client("earn" + std::to_string(++last) + "@example.com")
            .with("USDT", "1000")
            .with("BTC", "1");
    }
    static FastCgiClient as(const Person& person) {
        FastCgiClient client = handler->client();
        client.bearer(world->token(person));
        return client;
    }
    static Answer post(const Person& person, const char* path, const Fields& fields) {
        return as(person).post_json(path, FastCgiClient::Params{fields.begin(), fields.end()});
    }
    /// The same request by several connections at once: each must be answered with success.
    static void at_once(const Person& person, const char* path, const Fields& fields, int times) {
        const auto token = world->token(person);
        std::vector<std::jthread> threads;
        for (int i = 0; i < times; ++i)
            threads.emplace_back([&] {
                auto caller = handler->client();
                caller.bearer(token);
                const FastCgiClient::Params params{fields.begin(), fields.end()};
                EXPECT_EQ(caller.post_json(path, params).status, 200);
            });
    }
    static Fields with(Fields fields, const Fields& more) {
        for (const auto& [name, value] : more) fields[name] = value;
        return fields;
    }
    static Fields flexible(const std::string& amount, const Fields& more = {}) {
        return with({{"earn_id", usdt}, {"amount", amount}, {"status", "FLEXI_LOCK"}}, more);
    }
    static Fields locked(const std::string& amount, const std::string& days,
                         const Fields& more = {}) {
        return with({{"earn_id", usdt},
                     {"amount", amount},
                     {"status", "STAKE_LOCK"},
                     {"days", days},
                     {"transaction_password", World::transaction_password}},
                    more);
    }
    static Fields plan(const std::string& amount, const std::string& cycle,
                       const Fields& more = {}) {
        return with({{"earn_id", btc},
                     {"amount", amount},
                     {"cycles", cycle},
                     {"transaction_password", World::transaction_password}},
                    more);
    }
    /// The fields, and what proves that a plan is to start.
    static Fields proved(const Person& person, const Fields& fields) {
        return with(fields, {{"transaction_password", World::transaction_password},
                             {"verification_code",
                              code_of_act(world->superuser(), world->config().hash_key(), person.id,
                                          person.email, account::Act::start_plan)}});
    }
    static Fields with_password(const Fields& fields) {
        return with(fields, {{"transaction_password", World::transaction_password}});
    }
    /// A subscription or a plan that must be made.
    static Json::Value stored(const Person& person, const Fields& fields) {
        const auto answer =
            post(person, store_path, fields.contains("cycles") ? proved(person, fields) : fields);
        EXPECT_EQ(answer.status, 200) << answer.body;
        EXPECT_EQ(answer.message(), "success") << answer.body;
        return fields.contains("cycles") ? answer.json()["plan"] : answer.json()["stake"];
    }
    static std::string spot(const Person& person) { return person.balance("USDT").str(); }
    static std::string earn(const Person& person) {
        return person.balance("USDT", ledger::Wallet::earn).str();
    }
    static void expect_error(const Answer& answer, int status, const std::string& code,
                             const std::string& field = {}) {
        EXPECT_EQ(answer.status, status) << answer.body;
        EXPECT_EQ(answer.message(), code) << answer.body;
        if (field.empty()) return;
        EXPECT_EQ(answer.json()["field"].asString(), field) << answer.body;
    }

    static inline World* world = nullptr;
    static inline std::unique_ptr<HandlerProcess> handler;
    static inline std::string usdt, btc;
};

}  // namespace cambio
