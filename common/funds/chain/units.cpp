#include "chain/units.h"

#include <algorithm>
#include <limits>

namespace cambio::chain {

std::optional<uint128> units_of(Decimal amount, int places) {
    int128 step = 1;
    for (int i = places; i < Decimal::places; ++i) step *= 10;
    if (!amount.positive() || amount.units() % step != 0) return std::nullopt;
    return static_cast<uint128>(amount.units() / step);
}

std::optional<Decimal> amount_of(uint128 units, int places) {
    uint128 step = 1;
    for (int i = places; i < Decimal::places; ++i) step *= 10;
    constexpr auto most = static_cast<uint128>(std::numeric_limits<int128>::max());
    if (units > most / step) return std::nullopt;
    try {
        return Decimal::from_units(static_cast<int128>(units * step));
    } catch (const DecimalError&) {
        return std::nullopt;
    }
}

std::string digits_of(uint128 number) {
    std::string digits;
    do {
        digits += static_cast<char>('0' + static_cast<int>(number % 10));
        number /= 10;
    } while (number != 0);
    std::ranges::reverse(digits);
    return digits;
}

std::optional<uint128> number_of(std::string_view digits) {
    constexpr std::size_t max_digits = 38;
    if (digits.empty() || digits.size() > max_digits) return std::nullopt;
    uint128 number = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9') return std::nullopt;
        number = number * 10 + static_cast<unsigned>(c - '0');
    }
    return number;
}

}  // namespace cambio::chain
