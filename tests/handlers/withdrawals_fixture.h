// What the suites of withdrawals share: the handler, people with money, codes.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <regex>

#include "support/builders.h"
#include "token/codes.h"

namespace cambio {

using test::Answer, test::dec, test::FastCgiClient, test::HandlerProcess, test::Person, test::World;

class Withdrawals : public testing::Test {
  protected:
    using Fields = std::map<std::string, std::string>;

    static constexpr const char* withdraw_path = "/api/v3/withdrawals";
    static constexpr const char* history_path = "/api/v3/withdraw-history";
    static constexpr const char* limits_path = "/api/v3/withdrawal-limits";
    static constexpr const char* check_path = "/api/v3/withdrawals/check-address";
    static constexpr const char* cancel_path = "/api/v3/withdrawals/cancel";
    // Vitalik's, the example of EIP-55, and those of BIP 173.
    static constexpr const char* ethereum = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
    static constexpr const char* tron = "TGkWdpawVNfeset3P6uTBbLaPY7nZVZvXY";
    static constexpr const char* bitcoin = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

    static void SetUpTestSuite() {
        world = new World{{{"STALE_AFTER_MS", "3600000"},
                           {"WITHDRAWALS_APPROVE_UP_TO", "100"},
                           {"DEMO", "no"},
                           {"HOT_ETHEREUM_ADDRESS", "0x2c7536e3605d9c16a7a3d7b1898e529396a65c23"},
                           {"HOT_TRON_ADDRESS", "TE2H9hWjzYdwzDFRJfx9BFhr4MmjH1CHaz"},
                           {"HOT_BITCOIN_ADDRESS", "bc1q50rtrmj2f8vl9tem8qpfw36ylw5jg9j29e5za5"}}};
        world->quote("BTCUSDT", "50000");
        world->quote("ETHUSDT", "2000");
        world->quote("USDCUSDT", "1");
        funds.reset(new HandlerProcess{"funds", world->config().path(), world->config().secret()});
    }
    static void TearDownTestSuite() {
        funds.reset();
        delete world;
        world = nullptr;
    }
    void TearDown() override { test::expect_books_balance(*world); }

    /// A client with 1,000 USDT, 1 BTC and 10 ETH.
    static Person person() {
        static int last = 0;
        return world->client("leaver" + std::to_string(++last) + "@example.com")
            .with("USDT", "1000")
            .with("BTC", "1")
            .with("ETH", "10");
    }
    static FastCgiClient as(const Person& person) {
        FastCgiClient client = funds->client();
        client.bearer(world->token(person));
        return client;
    }
    /// A code as POST /otp would send it; its pause is not waited for.
    static std::string code(const Person& person) {
        sql("update one_time_codes set created_at = created_at - interval '2 minutes'");
        pg::Transaction tx{world->superuser()};
        auto made = token::issue_code(tx, world->config().hash_key(), token::Purpose::withdrawal,
                                      person.email);
        tx.commit();
        return made;
    }
    static std::string another(const std::string& code) {
        return code == "123456" ? "654321" : "123456";
    }
    /// 50 USDT over TRC20; `more` overrides.
    static Fields fields(const std::string& code, const Fields& more = {}) {
        Fields all{{"coin", "USDT"},
                   {"bchain_name", "TRC20"},
                   {"withdraw_address", tron},
                   {"withdraw_amount", "50"},
                   {"gasfee", "1"},
                   {"verification", code},
                   {"transaction_password", World::transaction_password}};
        for (const auto& [name, value] : more) all[name] = value;
        std::erase_if(all, [](const auto& field) { return field.second == "-"; });
        return all;
    }
    static Answer send(FastCgiClient& client, const Fields& fields) {
        return client.post_json(withdraw_path, FastCgiClient::Params{fields.begin(), fields.end()});
    }
    static Answer send(const Person& person, const Fields& fields) {
        auto client = as(person);
        return send(client, fields);
    }
    static Answer withdraw(const Person& person, const Fields& more = {}) {
        return send(person, fields(code(person), more));
    }
    static Answer cancel(const Person& person, const std::string& id) {
        return as(person).post_json(cancel_path, {{"id", id}});
    }
    /// Over TRC20.
    static Answer check_address(const Person& person, const std::string& address,
                                const std::string& coin = "USDT") {
        return as(person).post_json(
            check_path, {{"coin", coin}, {"bchain_name", "TRC20"}, {"withdraw_address", address}});
    }
    static Json::Value history(const Person& person, const FastCgiClient::Params& query = {}) {
        return as(person).get(history_path, query).json();
    }

    static pg::Result sql(const char* text, std::initializer_list<pg::Param> params = {}) {
        return world->superuser().run(text, params);
    }
    static std::int64_t count(const char* question, std::initializer_list<pg::Param> params = {}) {
        return sql(question, params)[0].integer("count");
    }
    static std::int64_t withdrawals_of(const Person& person) {
        return count("select count(*) from withdrawals where client_id = $1", {person.id});
    }

    static void expect_done(const Answer& answer) {
        EXPECT_EQ(answer.status, 200) << answer.body;
        EXPECT_EQ(answer.message(), "success") << answer.body;
    }
    static void expect_error(const Answer& answer, int status, const std::string& code,
                             const std::string& field = {}) {
        EXPECT_EQ(answer.status, status) << answer.body;
        EXPECT_EQ(answer.message(), code) << answer.body;
        EXPECT_EQ(answer.json()["field"].asString(), field) << answer.body;
    }
    static std::string detail(const Answer& answer, const char* name) {
        return answer.json()["details"][name].asString();
    }

    static inline World* world = nullptr;
    static inline std::unique_ptr<HandlerProcess> funds;
};

}  // namespace cambio
