#include "earn/schedule.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace cambio::earn {

namespace {

using std::chrono::days, std::chrono::hours, std::chrono::sys_days;

constexpr std::array<std::string_view, 8> names = {"Daily",  "Weekly",  "Bi-Weekly", "Monthly",
                                                   "1 Hour", "4 Hours", "8 Hours",   "12 Hours"};
constexpr std::array<std::string_view, 7> weekdays = {"Mon", "Tue", "Wed", "Thu",
                                                      "Fri", "Sat", "Sun"};
constexpr days week{7};

std::optional<hours> hours_of(Cycle cycle) {
    switch (cycle) {
        case Cycle::hour:
            return hours{1};
        case Cycle::four_hours:
            return hours{4};
        case Cycle::eight_hours:
            return hours{8};
        case Cycle::twelve_hours:
            return hours{12};
        default:
            return std::nullopt;
    }
}

sys_days midnight(pg::Time at) {
    return std::chrono::floor<days>(at);
}

/// The date in that month, or its last day.
sys_days date_in(std::chrono::year_month month, int date) {
    const auto wanted = month / std::chrono::day{static_cast<unsigned>(date)};
    return wanted.ok() ? sys_days{wanted} : sys_days{month / std::chrono::last};
}

sys_days next_weekday(sys_days today, int weekday) {
    const auto now = static_cast<int>(std::chrono::weekday{today}.iso_encoding());
    const int ahead = (weekday - now + 7) % 7;
    return today + (ahead == 0 ? week : days{ahead});
}

}  // namespace

std::string_view name_of(Cycle cycle) {
    return names.at(static_cast<std::size_t>(cycle) - 1);
}

bool has_weekday(Cycle cycle) {
    return cycle == Cycle::weekly || cycle == Cycle::bi_weekly;
}

bool has_monthday(Cycle cycle) {
    return cycle == Cycle::monthly;
}

pg::Time first_run(const Schedule& schedule, pg::Time now) {
    if (const auto pause = hours_of(schedule.cycle))
        return std::chrono::floor<std::chrono::seconds>(now) + *pause;
    const sys_days today = midnight(now);
    switch (schedule.cycle) {
        case Cycle::weekly:
            return next_weekday(today, schedule.weekday);
        case Cycle::bi_weekly:
            return next_weekday(today, schedule.weekday) + week;
        case Cycle::monthly: {
            const std::chrono::year_month_day date{today};
            const sys_days here = date_in(date.year() / date.month(), schedule.monthday);
            return here > today ? here : sys_days{midnight(next_run(schedule, here))};
        }
        default:
            return today + days{1};
    }
}

pg::Time next_run(const Schedule& schedule, pg::Time due) {
    if (const auto pause = hours_of(schedule.cycle)) return due + *pause;
    switch (schedule.cycle) {
        case Cycle::weekly:
            return due + week;
        case Cycle::bi_weekly:
            return due + 2 * week;
        case Cycle::monthly: {
            const std::chrono::year_month_day date{midnight(due)};
            return date_in(date.year() / date.month() + std::chrono::months{1}, schedule.monthday);
        }
        default:
            return due + days{1};
    }
}

pg::Time newest_due(const Schedule& schedule, pg::Time due, pg::Time now) {
    for (pg::Time next = next_run(schedule, due); next <= now; next = next_run(schedule, due))
        due = next;
    return due;
}

std::optional<int> weekday_of(std::string_view name) {
    const auto* found = std::ranges::find(weekdays, name);
    if (found == weekdays.end()) return std::nullopt;
    return static_cast<int>(found - weekdays.begin()) + 1;
}

std::string_view name_of_weekday(int weekday) {
    return weekdays.at(static_cast<std::size_t>(weekday) - 1);
}

}  // namespace cambio::earn
