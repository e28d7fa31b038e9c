#include "pauses/pauses.h"

namespace cambio {

namespace {

constexpr const char* find = "select exists (select from pauses where what = $1) as yes";
constexpr const char* find_all = "select what, since from pauses order by what";
constexpr const char* find_halted = R"sql(
    select pair from markets where halted and state = 'open' order by position, id
)sql";

}  // namespace

std::string_view name_of(Pause what) {
    switch (what) {
        case Pause::trading:
            return "trading";
        case Pause::deposits:
            return "deposits";
        case Pause::withdrawals:
            return "withdrawals";
    }
    return {};
}

bool paused(pg::Connection& connection, Pause what) {
    return connection.run(find, {name_of(what)})[0].boolean("yes");
}

std::vector<Paused> all_paused(pg::Connection& connection) {
    std::vector<Paused> all;
    for (const auto row : connection.run(find_all))
        all.push_back({row.str("what"), row.time("since")});
    return all;
}

std::vector<std::string> halted_markets(pg::Connection& connection) {
    std::vector<std::string> pairs;
    for (const auto row : connection.run(find_halted)) pairs.push_back(row.str("pair"));
    return pairs;
}

}  // namespace cambio
