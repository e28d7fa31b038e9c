// What the suites of reversing positions share.
#pragma once

#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "handlers/futures_fixture.h"

namespace cambio {

constexpr const char* reverse = "/api/v3/futures/reverse";

class FuturesReversals : public FuturesCalls {
  protected:
    static std::int64_t positions_of(const Person& person, const char* states = "1,2,3,4") {
        return number(
            "select count(*) as n from positions "
            "where client_id = $1 and state::text = any(string_to_array($2, ','))",
            {person.id, states});
    }
    /// A client with one position, as it was before its reversal was refused.
    struct Before {
        Person person;
        std::string id, available, held;
    };
    static Before before(const Person& person, const std::string& id) {
        return {person, id, available(person), held(person)};
    }
    static void expect_unchanged(const Before& was) {
        EXPECT_EQ(available(was.person), was.available);
        EXPECT_EQ(held(was.person), was.held);
        EXPECT_EQ(positions_of(was.person, "1"), 1);
        EXPECT_EQ(number("select count(*) as n from positions where client_id = $1 and "
                         "(reversed_as is not null or close_key is not null)",
                         {was.person.id}),
                  0);
        test::expect_books_balance(*world);
    }
    /// The one that is open in the place of another.
    static Json::Value only_open(FastCgiClient& client) {
        const auto margins = read(client, client_margin)["margin"];
        EXPECT_EQ(margins.size(), 1U);
        return margins[0];
    }
    /// A handler with another configuration beside the suite's own.
    static std::unique_ptr<HandlerProcess> with(
        const std::vector<std::pair<std::string, std::pair<std::string, std::string>>>& changes) {
        auto& config = world->config();
        for (const auto& [key, values] : changes) config.set(key, values.first);
        auto process = std::make_unique<HandlerProcess>("futures", config.path(), config.secret());
        for (const auto& [key, values] : changes) config.set(key, values.second);
        return process;
    }
};

}  // namespace cambio
