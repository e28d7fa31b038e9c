// Any bytes into the decimal's parser, and what it takes into the arithmetic, against whole numbers
// without limit.
#include <boost/multiprecision/cpp_int.hpp>
#include <string>
#include <string_view>

#include "fuzz.h"
#include "money/decimal.h"

namespace {

using boost::multiprecision::cpp_int;
using cambio::Decimal;
using cambio::DecimalError;
using cambio::Rounding;
using cambio::fuzz::require;

cpp_int units_of(Decimal value) {
    // By its text, so that no conversion of 128 bits is taken for granted.
    std::string digits = value.str(18, Rounding::down);
    std::erase(digits, '.');
    const bool negative = digits.front() == '-';
    if (negative) digits.erase(0, 1);
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
    const cpp_int units{digits};
    return negative ? cpp_int{-units} : units;
}

/// The grammar of the header, written another way.
bool plain(std::string_view text) {
    const auto digits = [&](std::size_t most) {
        std::size_t count = 0;
        while (count < text.size() && text[count] >= '0' && text[count] <= '9') ++count;
        text.remove_prefix(count);
        return count >= 1 && count <= most;
    };
    if (text.starts_with('-')) text.remove_prefix(1);
    if (!digits(20)) return false;
    if (text.empty()) return true;
    if (text.front() != '.') return false;
    text.remove_prefix(1);
    return digits(18) && text.empty();
}

cpp_int rounded_quotient(const cpp_int& dividend, const cpp_int& divisor, Rounding rounding) {
    const cpp_int magnitude = abs(dividend), step = abs(divisor);
    cpp_int quotient = magnitude / step;
    const cpp_int rest = magnitude % step;
    const bool tie_or_more = 2 * rest > step || (2 * rest == step && quotient % 2 != 0);
    if (rounding == Rounding::up ? rest != 0 : rounding == Rounding::half_even && tie_or_more) {
        ++quotient;
    }
    return (dividend < 0) != (divisor < 0) ? cpp_int{-quotient} : quotient;
}

template <class Operation>
void compare(const cpp_int& dividend, const cpp_int& divisor, Rounding rounding,
             Operation operation, const char* what, std::string_view input) {
    static const cpp_int limit = pow(cpp_int{10}, 38);
    const cpp_int expected = divisor == 0 ? limit : rounded_quotient(dividend, divisor, rounding);
    const bool fits = abs(expected) < limit;
    try {
        const Decimal result = operation();
        require(fits && units_of(result) == expected, what, input);
    } catch (const DecimalError&) {
        require(!fits, what, input);
    }
}

void check_arithmetic(Decimal a, Decimal b, Decimal c, std::string_view input) {
    static const cpp_int one = pow(cpp_int{10}, 18);
    const cpp_int x = units_of(a), y = units_of(b), z = units_of(c);
    compare(
        x + y, 1, Rounding::down, [&] { return a + b; }, "sum", input);
    compare(
        x - y, 1, Rounding::down, [&] { return a - b; }, "difference", input);
    for (const Rounding rounding : {Rounding::down, Rounding::up, Rounding::half_even}) {
        compare(
            x * y, one, rounding, [&] { return Decimal::multiply(a, b, rounding); }, "product",
            input);
        compare(
            x * one, y, rounding, [&] { return Decimal::divide(a, b, rounding); }, "quotient",
            input);
        compare(
            x * y, z, rounding, [&] { return Decimal::multiply_divide(a, b, c, rounding); },
            "combined", input);
    }
    require((a < b) == (x < y) && (a == b) == (x == y), "order", input);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto input = cambio::fuzz::text_of(data, size);
    Decimal operands[3];
    std::string_view rest = input;
    for (Decimal& operand : operands) {
        const auto word = cambio::fuzz::take_until(rest, ' ');
        const auto parsed = Decimal::parse(word);
        require(parsed.has_value() == plain(word), "grammar", word);
        if (!parsed) return 0;
        require(Decimal::parse(parsed->str()) == parsed, "text and back", word);
        operand = *parsed;
    }
    check_arithmetic(operands[0], operands[1], operands[2], input);
    return 0;
}
