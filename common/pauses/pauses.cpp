#include "pauses/pauses.h"

namespace cambio {

namespace {

constexpr const char* find = "select exists (select from pauses where what = $1) as yes";

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

}  // namespace cambio
