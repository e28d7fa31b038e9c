#pragma once

#include <array>
#include <chrono>
#include <optional>

#include "money/decimal.h"
#include "pg/pg.h"

/// The rules of interest: what a balance earns, from which day on, and until when. No I/O, no
/// clock. Days are those of UTC, which has no daylight saving: each has 24 hours.
///
/// Rates are annual, in percent, of a year of 365 days, leap years too. A day brings
///
///   balance · apr / 36500        rounded down to 18 places; the rest stays with house:earn
///
/// Interest counts whole days, from the day after the subscription on. A flexible subscription
/// earns on what it has earned before (compound); a term earns on its principal alone (simple),
/// and is over at the beginning of the day after its last.
namespace cambio::earn {

using Day = std::chrono::sys_days;

/// The terms on offer, in days; 0 is flexible.
constexpr std::array<int, 8> terms = {0, 5, 10, 15, 30, 60, 120, 180};
bool offered(std::int64_t days);

/// What a term pays, from the rate of the flexible product: 1, 1.25, 1.5, 1.75, 2, 2.5, 3.25 and 4
/// times as much. Throws std::logic_error for a term that is not offered.
Decimal rate_of(Decimal flexible_apr, int days);
/// Four times the flexible rate: that of the longest term.
Decimal highest_rate(Decimal flexible_apr);

/// The interest of one day.
Decimal daily_interest(Decimal balance, Decimal apr);

/// The day of a time, and the first that brings interest to what was subscribed then.
Day day_of(pg::Time at);
Day first_day(pg::Time subscribed_at);
/// The day at whose beginning a term is over.
Day maturity(Day first, int days);

/// A subscription as far as its interest goes.
struct Standing {
    int days = 0;                  ///< its term; 0: flexible
    Decimal principal;             ///< what it began with
    Decimal balance;               ///< with the interest that was paid
    Decimal owed;                  ///< interest that was counted but not paid yet
    Day next;                      ///< the first day that is not counted
    std::optional<Day> matures{};  ///< of a term

    /// What earns interest: of a term its principal, else all there is, paid or owed.
    Decimal earning() const { return days == 0 ? balance + owed : principal; }
    /// Whether a day that is over, today being `today`, waits to be counted.
    bool due(Day today) const { return next < today && (!matures || next < *matures); }
    bool mature(Day today) const { return matures && *matures <= today; }
    /// Counts the next day at the rate; returns its interest.
    Decimal count(Decimal apr);
};

}  // namespace cambio::earn
