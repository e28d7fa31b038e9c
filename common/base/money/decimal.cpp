#include "money/decimal.h"

#include <array>

namespace cambio {

namespace {

constexpr auto powers_of_ten = [] {
    std::array<int128, 39> powers{};
    powers[0] = 1;
    for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
    return powers;
}();

constexpr int128 power_of_ten(int exponent) {
    return powers_of_ten[static_cast<std::size_t>(exponent)];
}

constexpr int128 one = power_of_ten(Decimal::places);
/// The first magnitude that NUMERIC(38,18) cannot hold.
constexpr int128 limit = power_of_ten(38);
constexpr int digits_before_point = 20;

constexpr uint128 magnitude(int128 units) {
    return units < 0 ? -static_cast<uint128>(units) : static_cast<uint128>(units);
}

struct Product {
    uint128 high;
    uint128 low;
};

/// Schoolbook multiplication by limbs of 64 bits.
constexpr Product full_product(uint128 a, uint128 b) {
    constexpr uint128 limb = ~std::uint64_t{0};
    const uint128 low_low = (a & limb) * (b & limb);
    const uint128 low_high = (a & limb) * (b >> 64);
    const uint128 high_low = (a >> 64) * (b & limb);
    const uint128 high_high = (a >> 64) * (b >> 64);
    const uint128 middle = (low_low >> 64) + (low_high & limb) + (high_low & limb);
    return {high_high + (low_high >> 64) + (high_low >> 64) + (middle >> 64),
            (middle << 64) | (low_low & limb)};
}

struct Quotient {
    uint128 whole;
    uint128 rest;
};

/// The dividend's high half is below the divisor, so that the quotient has 128 bits at most.
constexpr Quotient divide_product(Product dividend, uint128 divisor) {
    if (dividend.high == 0) return {dividend.low / divisor, dividend.low % divisor};
    if (divisor >> 64 == 0) {
        // Long division by limbs: the usual case, since every price × quantity divides by 10^18.
        const uint128 upper = (dividend.high << 64) | (dividend.low >> 64);
        const uint128 lower = ((upper % divisor) << 64) | static_cast<std::uint64_t>(dividend.low);
        return {(upper / divisor << 64) | (lower / divisor), lower % divisor};
    }
    // Long division by bits. The divisor is below 2^127, so the doubled rest never overflows.
    uint128 whole = 0;
    uint128 rest = dividend.high;
    for (int bit = 127; bit >= 0; --bit) {
        rest = (rest << 1) | ((dividend.low >> bit) & 1);
        whole <<= 1;
        if (rest >= divisor) {
            rest -= divisor;
            whole |= 1;
        }
    }
    return {whole, rest};
}

constexpr bool rounds_away(Quotient quotient, uint128 divisor, Rounding rounding) {
    if (quotient.rest == 0 || rounding == Rounding::down) return false;
    if (rounding == Rounding::up) return true;
    const uint128 missing = divisor - quotient.rest;
    if (quotient.rest == missing) return (quotient.whole & 1) != 0;
    return quotient.rest > missing;
}

/// a × b ÷ c in units.
int128 multiply_divide_units(int128 a, int128 b, int128 c, Rounding rounding) {
    if (c == 0) throw DecimalError{"division by zero"};
    const uint128 divisor = magnitude(c);
    const Product product = full_product(magnitude(a), magnitude(b));
    if (product.high >= divisor) throw DecimalError{"the result is out of range"};
    Quotient quotient = divide_product(product, divisor);
    if (quotient.whole >= static_cast<uint128>(limit)) {
        throw DecimalError{"the result is out of range"};
    }
    if (rounds_away(quotient, divisor, rounding)) ++quotient.whole;
    const bool negative = ((a < 0) != (b < 0)) != (c < 0);
    const auto result = static_cast<int128>(quotient.whole);
    return negative ? -result : result;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::string text_of(int128 units, int shown) {
    const uint128 absolute = magnitude(units);
    uint128 whole = absolute / static_cast<uint128>(one);
    uint128 fraction = absolute % static_cast<uint128>(one);
    // A sign, 20 digits, a point and 18 places.
    std::array<char, 40> text;
    std::size_t at = text.size();
    if (shown > 0) {
        fraction /= static_cast<uint128>(power_of_ten(Decimal::places - shown));
        for (int i = 0; i < shown; ++i, fraction /= 10) {
            text[--at] = static_cast<char>('0' + static_cast<int>(fraction % 10));
        }
        text[--at] = '.';
    }
    do {
        text[--at] = static_cast<char>('0' + static_cast<int>(whole % 10));
        whole /= 10;
    } while (whole != 0);
    if (units < 0) text[--at] = '-';
    return {text.data() + at, text.size() - at};
}

void require_places(int count) {
    if (count < 0 || count > Decimal::places) throw DecimalError{"places are 0 to 18"};
}

}  // namespace

Decimal Decimal::from_units(int128 units) {
    if (units <= -limit || units >= limit) throw DecimalError{"the value is out of range"};
    return Decimal{units};
}

Decimal Decimal::of(std::int64_t whole) {
    return Decimal{whole * one};
}

std::optional<Decimal> Decimal::parse(std::string_view text) noexcept {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    const std::size_t point = text.find('.');
    const std::string_view whole = text.substr(0, point);
    const bool has_fraction = point != std::string_view::npos;
    const std::string_view fraction = has_fraction ? text.substr(point + 1) : std::string_view{};
    if (whole.empty() || whole.size() > digits_before_point) return std::nullopt;
    if (has_fraction && (fraction.empty() || fraction.size() > places)) return std::nullopt;

    // At most 38 digits, so the units stay below the limit.
    int128 units = 0;
    for (const std::string_view part : {whole, fraction}) {
        for (const char c : part) {
            if (!is_digit(c)) return std::nullopt;
            units = units * 10 + (c - '0');
        }
    }
    units *= power_of_ten(places - static_cast<int>(fraction.size()));
    return Decimal{negative ? -units : units};
}

std::string Decimal::str() const {
    return text_of(units_, used_places());
}

std::string Decimal::str(int shown, Rounding rounding) const {
    return text_of(rounded(shown, rounding).units_, shown);
}

int Decimal::used_places() const {
    int used = places;
    int128 rest = units_;
    while (used > 0 && rest % 10 == 0) {
        rest /= 10;
        --used;
    }
    return used;
}

bool Decimal::multiple_of(Decimal step) const {
    if (!step.positive()) throw DecimalError{"a step is greater than zero"};
    return units_ % step.units_ == 0;
}

Decimal Decimal::rounded(int kept, Rounding rounding) const {
    require_places(kept);
    const int128 step = power_of_ten(places - kept);
    return from_units(multiply_divide_units(units_, 1, step, rounding) * step);
}

Decimal Decimal::operator-() const {
    return Decimal{-units_};
}

Decimal& Decimal::operator+=(Decimal other) {
    int128 sum = 0;
    if (__builtin_add_overflow(units_, other.units_, &sum)) {
        throw DecimalError{"the sum is out of range"};
    }
    return *this = from_units(sum);
}

Decimal& Decimal::operator-=(Decimal other) {
    return *this += -other;
}

Decimal Decimal::multiply(Decimal a, Decimal b, Rounding rounding) {
    return from_units(multiply_divide_units(a.units_, b.units_, one, rounding));
}

Decimal Decimal::divide(Decimal a, Decimal b, Rounding rounding) {
    return from_units(multiply_divide_units(a.units_, one, b.units_, rounding));
}

Decimal Decimal::multiply_divide(Decimal a, Decimal b, Decimal c, Rounding rounding) {
    return from_units(multiply_divide_units(a.units_, b.units_, c.units_, rounding));
}

}  // namespace cambio
