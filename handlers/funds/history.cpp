#include "history.h"

#include <charconv>
#include <chrono>

namespace cambio::funds {

namespace {

constexpr std::int64_t usual_rows = 10;
constexpr std::size_t max_field = 32;

/// The start of the day YYYY-MM-DD, UTC; nothing: it is no such day.
std::optional<std::chrono::sys_days> day_of(std::string_view text) {
    const auto number = [text](std::size_t at, std::size_t length) {
        int value = -1;
        const char* end = text.data() + at + length;
        return std::from_chars(text.data() + at, end, value).ptr == end ? value : -1;
    };
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return {};
    const int year = number(0, 4), month = number(5, 2), day = number(8, 2);
    if (year < 2000 || month < 1 || day < 1) return {};
    const std::chrono::year_month_day date{std::chrono::year{year},
                                           std::chrono::month{static_cast<unsigned>(month)},
                                           std::chrono::day{static_cast<unsigned>(day)}};
    if (!date.ok()) return {};
    return std::chrono::sys_days{date};
}

std::optional<pg::Time> read_day(fcgi::Params& params, std::string_view name) {
    const auto text = given_text(params, name);
    if (!text) return {};
    const auto day = day_of(*text);
    if (!day) throw Error{Code::invalid_parameter, std::string{name}};
    return pg::Time{*day};
}

}  // namespace

std::optional<std::string> given_text(fcgi::Params& params, std::string_view name) {
    auto text = params.optional<std::string>(name, max_field);
    if (text && text->empty()) text.reset();
    return text;
}

History read_history(fcgi::Params& params) {
    History history;
    history.page = fcgi::read_page(params, usual_rows);
    history.coin = given_text(params, "coin");
    history.from = read_day(params, "from");
    history.until = read_day(params, "to");
    if (history.until) *history.until += std::chrono::days{1};
    return history;
}

}  // namespace cambio::funds
