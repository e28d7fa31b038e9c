// What the suites of closing parts of positions share.
#pragma once

#include "handlers/futures_fixture.h"

namespace cambio {

class FuturesParts : public FuturesCalls {
  protected:
    static Fields part(const std::string& id, const std::string& quantity, const std::string& key,
                       const Fields& more = {}) {
        Fields fields = closing(id, {{"quantity", quantity}, {"client_id", key}});
        for (const auto& [name, value] : more) fields[name] = value;
        return fields;
    }
    /// Of a part that is accepted.
    static std::string closed_part(FastCgiClient& client, const std::string& id,
                                   const std::string& quantity, const std::string& key) {
        const auto reply = done(client, close_position, part(id, quantity, key));
        EXPECT_EQ(reply["message"], "closeRequest");
        return reply["part_id"].asString();
    }
    static std::int64_t positions_of(const Person& person) {
        return number("select count(*) as n from positions where client_id = $1", {person.id});
    }
    static std::vector<std::string> bell(const Person& person) {
        std::vector<std::string> kinds;
        for (const auto row : world->superuser().run(
                 "select kind from notifications where client_id = $1 order by id", {person.id}))
            kinds.push_back(row.str("kind"));
        return kinds;
    }
};

}  // namespace cambio
