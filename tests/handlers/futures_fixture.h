// What the suites of futures share: contracts of their own with a mark of 50,000, a house and an
// insurance that can pay, and people with money in the FUTURE wallet.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <memory>
#include <string>

#include "support/builders.h"
#include "support/contracts.h"

namespace cambio {

using test::Answer, test::dec, test::FastCgiClient, test::HandlerProcess, test::Person, test::World;
using Fields = std::map<std::string, std::string>;

constexpr const char* buy_more = "/api/v2/buy-more";
constexpr const char* client_margin = "/api/v2/client-margin";
constexpr const char* close_position = "/api/v3/futures/close";
constexpr const char* add_margin = "/api/v3/futures/margin";
constexpr const char* set_targets = "/api/v3/futures/targets";
constexpr const char* history = "/api/v3/futures/history";

class FuturesCalls : public testing::Test {
  protected:
    static constexpr int contracts = 40;

    static void SetUpTestSuite() {
        world = new World{{{"STALE_AFTER_MS", "3600000"}}};
        world->liquidity("USDT", "10000000");
        world->fund(ledger::House::insurance, "USDT", "1000000");
        for (int i = 0; i < contracts; ++i) {
            test::make_contract(*world, "F" + std::to_string(i));
            test::mark(*world, "F" + std::to_string(i) + "USDT", "50000");
        }
        futures.reset(
            new HandlerProcess{"futures", world->config().path(), world->config().secret()});
    }

    static void TearDownTestSuite() {
        futures.reset();
        delete world;
        world = nullptr;
    }

    void SetUp() override { pair = "F" + std::to_string(next++) + "USDT"; }

    /// The books balance after every test.
    void TearDown() override {
        test::expect_books_balance(*world);
        if (!HasFailure()) return;
        const std::string log = futures->log();
        std::cerr << log.substr(log.size() - std::min<std::size_t>(log.size(), 2000)) << '\n';
    }

    static Person person(const char* amount = "10000") {
        static int last = 0;
        return world->client("futures" + std::to_string(++last) + "@example.com")
            .with("USDT", amount, ledger::Wallet::future);
    }

    static FastCgiClient as(const Person& person, const HandlerProcess& process) {
        FastCgiClient client = process.client();
        client.bearer(world->token(person));
        return client;
    }
    static FastCgiClient as(const Person& person) { return as(person, *futures); }

    Fields opening(const Fields& more = {}) const {
        Fields fields{{"name", pair},
                      {"delegate_type", "BUY_MORE"},
                      {"margin", "100"},
                      {"leverage", "10"},
                      {"opening_price", "50000"},
                      {"transaction_password", World::transaction_password}};
        for (const auto& [name, value] : more) fields[name] = value;
        return fields;
    }

    static Fields closing(const std::string& id, const Fields& more = {}) {
        Fields fields{{"future_id", id}, {"transaction_password", World::transaction_password}};
        for (const auto& [name, value] : more) fields[name] = value;
        return fields;
    }

    /// What is not named is removed.
    static Fields targeting(const std::string& id, const Fields& targets) {
        return closing(id, targets);
    }

    static Answer send(FastCgiClient& client, const std::string& path, const Fields& fields) {
        return client.post_json(path, FastCgiClient::Params{fields.begin(), fields.end()});
    }
    /// A call that must succeed.
    static Json::Value done(FastCgiClient& client, const std::string& path, const Fields& fields) {
        const Answer answer = send(client, path, fields);
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.json();
    }
    Json::Value opened(FastCgiClient& client, const Fields& more = {}) const {
        const Json::Value reply = done(client, buy_more, opening(more));
        EXPECT_EQ(reply["message"], "success");
        return reply["position"];
    }
    static Json::Value read(FastCgiClient& client, const std::string& path,
                            const Fields& fields = {}) {
        const Answer answer = client.get(path, FastCgiClient::Params{fields.begin(), fields.end()});
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.json();
    }
    static void settle() {
        EXPECT_EQ(test::run_job("settle_futures", world->config().path(), {"--once"}), 0);
    }

    static void expect_error(const Answer& answer, int status, const std::string& code,
                             const std::string& field = {}) {
        EXPECT_EQ(answer.status, status) << answer.body;
        EXPECT_EQ(answer.message(), code) << answer.body;
        if (field.empty()) return;
        EXPECT_EQ(answer.json()["field"].asString(), field) << answer.body;
    }

    static std::string available(const Person& person) {
        return person.balance("USDT", ledger::Wallet::future).str();
    }
    static std::string held(const Person& person) {
        return person.held("USDT", ledger::Wallet::future).str();
    }
    static std::int64_t number(const char* sql, std::initializer_list<pg::Param> params = {}) {
        return world->superuser().run(sql, params)[0].integer("n");
    }

    static inline World* world = nullptr;
    static inline std::unique_ptr<HandlerProcess> futures;
    static inline int next = 0;
    std::string pair;
};

}  // namespace cambio
