#include "pg/binary.h"

#include <array>
#include <cstddef>

namespace cambio::pg {

namespace {

/// Dimensions, flag of nulls, element type, then length and lower bound of the only dimension.
constexpr std::size_t header_bytes = 20;
constexpr std::size_t nulls_at = 4;
constexpr std::size_t element_at = 8;
constexpr std::size_t length_at = 12;

/// pg_type.oid, which PostgreSQL never changes for its own types.
constexpr std::uint32_t oid_of(BinaryArray::Element element) {
    switch (element) {
        case BinaryArray::Element::bigint:
            return 20;
        case BinaryArray::Element::smallint:
            return 21;
        case BinaryArray::Element::integer:
            return 23;
        case BinaryArray::Element::numeric:
            return 1700;
        case BinaryArray::Element::text:
            return 25;
        case BinaryArray::Element::boolean:
            return 16;
        case BinaryArray::Element::timestamptz:
            return 1184;
    }
    return 0;
}

void store32(std::string& bytes, std::size_t at, std::uint32_t value) {
    for (std::size_t i = 0; i < 4; ++i) {
        bytes[at + i] = static_cast<char>(value >> (24 - 8 * i) & 0xFF);
    }
}

constexpr std::uint64_t whole_units = 1'000'000'000'000'000'000;  // 10^18

/// A numeric is a row of digits to the base 10,000; the weight is the exponent of the first one.
struct NumericDigits {
    std::array<std::uint16_t, 10> digits{};
    std::size_t first = 10;
    std::size_t last = 0;  ///< one behind the last digit that is not 0

    explicit NumericDigits(uint128 units) {
        uint128 whole = units / whole_units;
        // 18 places do not divide into groups of four: two zeros make them 20.
        std::uint64_t places = static_cast<std::uint64_t>(units % whole_units);
        digits[9] = static_cast<std::uint16_t>(places % 100 * 100);
        places /= 100;
        for (std::size_t i = 9; i-- > 5; places /= 10'000) {
            digits[i] = static_cast<std::uint16_t>(places % 10'000);
        }
        for (std::size_t i = 5; i-- > 0 && whole != 0; whole /= 10'000) {
            digits[i] = static_cast<std::uint16_t>(whole % 10'000);
        }
        for (std::size_t i = 0; i < digits.size(); ++i) {
            if (digits[i] == 0) continue;
            if (first == 10) first = i;
            last = i + 1;
        }
    }
    bool zero() const { return last == 0; }
};

}  // namespace

BinaryArray::BinaryArray(Element element) {
    bytes_.resize(header_bytes);
    store32(bytes_, 0, 1);
    store32(bytes_, element_at, oid_of(element));
    store32(bytes_, length_at + 4, 1);
}

void BinaryArray::clear() {
    bytes_.resize(header_bytes);
    count_ = 0;
    nulls_ = false;
}

void BinaryArray::put16(std::uint16_t value) {
    const char raw[] = {static_cast<char>(value >> 8), static_cast<char>(value)};
    bytes_.append(raw, sizeof raw);
}

void BinaryArray::put32(std::uint32_t value) {
    bytes_.resize(bytes_.size() + 4);
    store32(bytes_, bytes_.size() - 4, value);
}

void BinaryArray::put64(std::uint64_t value) {
    put32(static_cast<std::uint32_t>(value >> 32));
    put32(static_cast<std::uint32_t>(value));
}

void BinaryArray::add(std::int64_t value) {
    put32(8);
    put64(static_cast<std::uint64_t>(value));
    ++count_;
}

void BinaryArray::add_small(std::int16_t value) {
    put32(2);
    put16(static_cast<std::uint16_t>(value));
    ++count_;
}

void BinaryArray::add_integer(std::int32_t value) {
    put32(4);
    put32(static_cast<std::uint32_t>(value));
    ++count_;
}

void BinaryArray::add(Decimal value) {
    const int128 units = value.units();
    const NumericDigits number{static_cast<uint128>(units < 0 ? -units : units)};
    const std::size_t digits = number.zero() ? 0 : number.last - number.first;
    put32(static_cast<std::uint32_t>(8 + 2 * digits));
    put16(static_cast<std::uint16_t>(digits));
    put16(static_cast<std::uint16_t>(number.zero() ? 0 : 4 - static_cast<int>(number.first)));
    put16(units < 0 ? 0x4000 : 0);
    put16(Decimal::places);
    for (std::size_t i = 0; i < digits; ++i) put16(number.digits[number.first + i]);
    ++count_;
}

void BinaryArray::add(std::string_view value) {
    put32(static_cast<std::uint32_t>(value.size()));
    bytes_.append(value);
    ++count_;
}

void BinaryArray::add_boolean(bool value) {
    put32(1);
    bytes_.push_back(value ? '\1' : '\0');
    ++count_;
}

void BinaryArray::add(Time value) {
    // PostgreSQL counts microseconds from 2000-01-01.
    constexpr std::int64_t epoch_2000 = 946'684'800'000'000;
    put32(8);
    put64(static_cast<std::uint64_t>(value.time_since_epoch().count() - epoch_2000));
    ++count_;
}

void BinaryArray::add_null() {
    put32(0xFFFFFFFF);
    nulls_ = true;
    ++count_;
}

std::string_view BinaryArray::bytes() {
    // array_recv takes an empty dimension for an array without dimensions.
    store32(bytes_, 0, count_ == 0 ? 0 : 1);
    store32(bytes_, nulls_at, nulls_ ? 1 : 0);
    store32(bytes_, length_at, static_cast<std::uint32_t>(count_));
    return count_ == 0 ? std::string_view{bytes_}.substr(0, length_at) : std::string_view{bytes_};
}

}  // namespace cambio::pg
