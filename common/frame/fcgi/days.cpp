#include "fcgi/days.h"

#include <charconv>
#include <chrono>
#include <string>

#include "fcgi/gate.h"

namespace cambio::fcgi {

namespace {

constexpr std::size_t max_day = 32;

/// The start of the day YYYY-MM-DD, UTC; nothing: it is no such day.
std::optional<std::chrono::sys_days> day_of(std::string_view text) {
    const auto number = [&](std::size_t at, std::size_t length) {
        int value = -1;
        const char* end = text.data() + at + length;
        const auto read = std::from_chars(text.data() + at, end, value);
        return read.ptr == end ? value : -1;
    };
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
    const int year = number(0, 4), month = number(5, 2), day = number(8, 2);
    if (year < 2000 || month < 1 || day < 1) return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year{year},
                                           std::chrono::month{static_cast<unsigned>(month)},
                                           std::chrono::day{static_cast<unsigned>(day)}};
    if (!date.ok()) return std::nullopt;
    return std::chrono::sys_days{date};
}

}  // namespace

std::optional<pg::Time> read_day(Params& params, std::string_view name) {
    if (!given(params, name)) return std::nullopt;
    const auto day = day_of(params.required<std::string>(name, max_day));
    if (!day) throw Error{Code::invalid_parameter, std::string{name}};
    return *day;
}

Days read_days(Params& params) {
    Days days{read_day(params, "from"), read_day(params, "to")};
    if (days.until) *days.until += std::chrono::days{1};
    return days;
}

}  // namespace cambio::fcgi
