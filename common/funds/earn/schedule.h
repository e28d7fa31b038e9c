#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pg/pg.h"

/// When a plan of Auto Invest buys. No I/O, no clock; all times are UTC, which has no daylight
/// saving.
///
/// - Hourly cycles run 1, 4, 8 or 12 hours after the plan was made (to the second), and so on.
/// - All others run at midnight, never on the day itself. Daily: the next one.
/// - Weekly: the next such weekday, 1 to 7 days ahead; Bi-Weekly: the one after, 8 to 14 days
///   ahead. Then every 7 or 14 days.
/// - Monthly: the next such date. A month that is too short buys on its last day, the one after it
///   on the date again.
namespace cambio::earn {

/// Stored as numbers.
enum class Cycle {
    daily = 1,
    weekly = 2,
    bi_weekly = 3,
    monthly = 4,
    hour = 5,
    four_hours = 6,
    eight_hours = 7,
    twelve_hours = 8,
};

/// As the wire has it: "Daily", "Bi-Weekly", "4 Hours" ….
std::string_view name_of(Cycle cycle);
bool has_weekday(Cycle cycle);
bool has_monthday(Cycle cycle);

struct Schedule {
    Cycle cycle = Cycle::daily;
    int weekday = 0;   ///< ISO, Monday is 1; of weekly cycles
    int monthday = 0;  ///< 1 to 31; of the monthly one
};

/// The first due time of a plan that begins, or goes on after a pause, at `now`: the chosen day,
/// which may come sooner than a whole cycle from now.
pg::Time first_run(const Schedule& schedule, pg::Time now);
/// The due time that follows `due`.
pg::Time next_run(const Schedule& schedule, pg::Time due);
/// The newest due time that is not after `now`, `due` being one of them. What lies before it was
/// missed.
pg::Time newest_due(const Schedule& schedule, pg::Time due, pg::Time now);

/// "Mon" … "Sun" as 1 … 7, and back.
std::optional<int> weekday_of(std::string_view name);
std::string_view name_of_weekday(int weekday);

}  // namespace cambio::earn
