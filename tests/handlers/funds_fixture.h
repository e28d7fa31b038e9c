// What the suites of the funds group share: the handler with a database of its own, and people.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "support/builders.h"

namespace cambio {

using test::Answer, test::dec, test::FastCgiClient, test::HandlerProcess, test::Person, test::World;
using Fields = FastCgiClient::Params;

/// The accounts of the twelve words "abandon … about" (BIP 84; ethers 6.17.0; tronweb 6.0.4).
namespace accounts {
constexpr const char* ethereum =
    "xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3"
    "yZdUsT8ddYM3PwnATt";
constexpr const char* tron =
    "xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv"
    "8D45oNUKx6DZMNZBCd";
constexpr const char* bitcoin =
    "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mG"
    "DtKsAYz2oz2AGutZYs";
}  // namespace accounts

class Funds : public testing::Test {
  protected:
    // Every network but BEP20 is open; nothing listens there, which the handler does not mind.
    static void SetUpTestSuite() {
        world = new World{{{"DEMO", "no"},
                           {"ETHEREUM_NODE_URL", "http://127.0.0.1:9"},
                           {"TRON_NODE_URL", "http://127.0.0.1:9"},
                           {"BITCOIN_NODE_URL", "http://name:word@127.0.0.1:9"},
                           {"ETHEREUM_XPUB", accounts::ethereum},
                           {"TRON_XPUB", accounts::tron},
                           {"BITCOIN_XPUB", accounts::bitcoin}}};
        handler = std::make_unique<HandlerProcess>("funds", world->config().path(),
                                                   world->config().secret());
    }
    static void TearDownTestSuite() {
        handler.reset();
        delete world;
        world = nullptr;
    }

    /// The books balance after every test.
    void TearDown() override { test::expect_books_balance(*world); }

    static Person person() {
        static int last = 0;
        return world->client("funds" + std::to_string(++last) + "@example.com");
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

    static inline World* world = nullptr;
    static inline std::unique_ptr<HandlerProcess> handler;
};

}  // namespace cambio
