#include "withdrawals/stage.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace cambio::withdrawals {

std::string_view name_of(Stage stage) {
    constexpr std::array<std::string_view, 9> names = {"REQUESTED", "APPROVED",  "EXPORTED",
                                                       "SIGNED",    "BROADCAST", "UNKNOWN",
                                                       "CONFIRMED", "REJECTED",  "CANCELLED"};
    return names.at(static_cast<std::size_t>(stage) - 1);
}

std::string_view state_of(Stage stage) {
    switch (stage) {
        case Stage::requested:
            return "ONHOLD";
        case Stage::approved:
        case Stage::exported:
        case Stage::signed_:
        case Stage::broadcast:
        case Stage::unknown:
            return "FLOATING";
        case Stage::confirmed:
            return "PROCEED";
        case Stage::rejected:
        case Stage::cancelled:
            return "FREEZE";
    }
    throw std::logic_error{"there is no such stage"};
}

bool may_become(Stage from, Stage to) {
    using enum Stage;
    constexpr std::array<std::pair<Stage, Stage>, 22> steps = {{
        {requested, approved},  {requested, rejected}, {requested, cancelled}, {approved, exported},
        {approved, rejected},   {approved, cancelled}, {exported, requested},  {exported, signed_},
        {exported, rejected},   {signed_, requested},  {signed_, broadcast},   {signed_, unknown},
        {signed_, confirmed},   {signed_, rejected},   {broadcast, requested}, {broadcast, unknown},
        {broadcast, confirmed}, {broadcast, rejected}, {unknown, requested},   {unknown, broadcast},
        {unknown, confirmed},   {unknown, rejected},
    }};
    return std::ranges::find(steps, std::pair{from, to}) != steps.end();
}

}  // namespace cambio::withdrawals
