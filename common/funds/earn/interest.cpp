#include "earn/interest.h"

#include <algorithm>
#include <stdexcept>

namespace cambio::earn {

namespace {

/// Hundredths of the flexible rate, in the order of `terms`.
constexpr std::array<int, terms.size()> hundredths = {100, 125, 150, 175, 200, 250, 325, 400};
constexpr int hundred = 100;
/// Percent, times the days of a year.
constexpr int year = 36'500;

}  // namespace

bool offered(std::int64_t days) {
    return std::ranges::find(terms, days) != terms.end();
}

Decimal rate_of(Decimal flexible_apr, int days) {
    const auto* found = std::ranges::find(terms, days);
    if (found == terms.end()) throw std::logic_error{"earn: no such term"};
    const auto place = static_cast<std::size_t>(found - terms.begin());
    return Decimal::multiply_divide(flexible_apr, Decimal::of(hundredths.at(place)),
                                    Decimal::of(hundred), Rounding::down);
}

Decimal highest_rate(Decimal flexible_apr) {
    return rate_of(flexible_apr, terms.back());
}

Decimal daily_interest(Decimal balance, Decimal apr) {
    return Decimal::multiply_divide(balance, apr, Decimal::of(year), Rounding::down);
}

Day day_of(pg::Time at) {
    return std::chrono::floor<std::chrono::days>(at);
}

Day first_day(pg::Time subscribed_at) {
    return day_of(subscribed_at) + std::chrono::days{1};
}

Day maturity(Day first, int days) {
    return first + std::chrono::days{days};
}

Decimal Standing::count(Decimal apr) {
    const Decimal interest = daily_interest(earning(), apr);
    owed += interest;
    next += std::chrono::days{1};
    return interest;
}

}  // namespace cambio::earn
