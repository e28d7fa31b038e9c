#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace cambio {

__extension__ using int128 = __int128;
__extension__ using uint128 = unsigned __int128;

/// What happens to the part of a result that 18 places cannot hold. Every division and
/// multiplication names one; there is no default.
enum class Rounding {
    down,       ///< towards zero
    up,         ///< away from zero
    half_even,  ///< to the nearest, ties to the even neighbour
};

/// A result is outside ±(10^20 − 10^-18), the range of NUMERIC(38,18), or a divisor is zero.
struct DecimalError : std::range_error {
    using std::range_error::range_error;
};

/// An exact decimal number with 18 places: an integer of 128 bits that counts units of 10^-18.
/// The range is that of PostgreSQL's NUMERIC(38,18). Nothing here rounds without being told how.
class Decimal {
  public:
    static constexpr int places = 18;

    constexpr Decimal() = default;

    /// `units` counts 10^-18. Throws DecimalError outside the range.
    static Decimal from_units(int128 units);

    /// A whole number.
    static Decimal of(std::int64_t whole);

    /// Plain notation only: an optional '-', digits, optionally '.' and 1 to 18 digits. No '+', no
    /// exponent, no spaces, no empty parts; at most 20 digits before the point. Anything else:
    /// nothing.
    static std::optional<Decimal> parse(std::string_view text) noexcept;

    constexpr int128 units() const { return units_; }
    constexpr bool zero() const { return units_ == 0; }
    constexpr bool positive() const { return units_ > 0; }
    constexpr bool negative() const { return units_ < 0; }

    /// The shortest exact text: "0.1", "12", "-3.000000000000000001".
    std::string str() const;
    /// With exactly `shown` places (0 to 18), rounded as named.
    std::string str(int shown, Rounding rounding) const;

    /// The number of places that are not trailing zeros (0 to 18).
    int used_places() const;
    /// Whether this is a whole multiple of `step` (> 0).
    bool multiple_of(Decimal step) const;
    /// Rounded to `kept` places (0 to 18).
    Decimal rounded(int kept, Rounding rounding) const;

    Decimal operator-() const;
    Decimal& operator+=(Decimal other);
    Decimal& operator-=(Decimal other);
    friend Decimal operator+(Decimal a, Decimal b) { return a += b; }
    friend Decimal operator-(Decimal a, Decimal b) { return a -= b; }
    constexpr auto operator<=>(const Decimal&) const = default;

    /// a × b, exact where 18 places hold it, otherwise rounded. The product is formed in 256 bits.
    static Decimal multiply(Decimal a, Decimal b, Rounding rounding);
    /// a ÷ b, rounded. Throws DecimalError when b is zero.
    static Decimal divide(Decimal a, Decimal b, Rounding rounding);
    /// a × b ÷ c with one rounding at the end.
    static Decimal multiply_divide(Decimal a, Decimal b, Decimal c, Rounding rounding);

  private:
    constexpr explicit Decimal(int128 units) : units_{units} {}
    int128 units_ = 0;
};

inline Decimal minimum(Decimal a, Decimal b) {
    return a < b ? a : b;
}
inline Decimal maximum(Decimal a, Decimal b) {
    return a < b ? b : a;
}

}  // namespace cambio
