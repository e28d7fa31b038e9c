#include <libpq-fe.h>

#include <charconv>
#include <cstdio>
#include <cstring>

#include "pg/pg.h"

namespace cambio::pg {

/// What libpq holds of a result, with its columns' names hashed once: every field of every row is
/// looked up by name, for which libpq would copy the name and compare it with column after column.
class Columns {
  public:
    explicit Columns(PGresult* result) : result_{result, &PQclear} {
        const int count = PQnfields(result);
        hashes_.reserve(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i) hashes_.push_back(hash_of(PQfname(result, i)));
    }

    PGresult* result() const { return result_.get(); }

    /// The first one of that name, as it is spelled in the result.
    int find(const char* name) const {
        const std::uint32_t hash = hash_of(name);
        for (std::size_t i = 0; i < hashes_.size(); ++i) {
            const int column = static_cast<int>(i);
            if (hashes_[i] == hash && std::strcmp(PQfname(result(), column), name) == 0)
                return column;
        }
        throw std::logic_error{std::string{"the result has no column "} + name};
    }

  private:
    /// FNV-1a.
    static std::uint32_t hash_of(const char* name) {
        std::uint32_t hash = 2'166'136'261;
        for (; *name != '\0'; ++name)
            hash = (hash ^ static_cast<unsigned char>(*name)) * 16'777'619;
        return hash;
    }

    std::unique_ptr<PGresult, void (*)(PGresult*)> result_;
    std::vector<std::uint32_t> hashes_;
};

namespace {

struct Parts {
    std::chrono::year_month_day date;
    std::chrono::hh_mm_ss<std::chrono::microseconds> clock;
};

Parts parts_of(Time time) {
    const auto day = std::chrono::floor<std::chrono::days>(time);
    return {std::chrono::year_month_day{day}, std::chrono::hh_mm_ss{time - day}};
}

/// "2026-11-21T05:53:46", with a space or a T.
std::string seconds_text(const Parts& parts, char separator) {
    char text[64];
    std::snprintf(text, sizeof text, "%04d-%02u-%02u%c%02d:%02d:%02d", int{parts.date.year()},
                  unsigned{parts.date.month()}, unsigned{parts.date.day()}, separator,
                  static_cast<int>(parts.clock.hours().count()),
                  static_cast<int>(parts.clock.minutes().count()),
                  static_cast<int>(parts.clock.seconds().count()));
    return text;
}

std::string fraction_text(std::int64_t value, int places) {
    std::string digits = std::to_string(value);
    return std::string(static_cast<std::size_t>(places) - digits.size(), '0') + digits;
}

[[noreturn]] void refuse_value(const char* column, const char* wanted, std::string_view text) {
    throw std::logic_error{std::string{"column "} + column + " is not " + wanted + ": " +
                           std::string{text}};
}

bool take(std::string_view& rest, char c) {
    if (!rest.starts_with(c)) return false;
    rest.remove_prefix(1);
    return true;
}

bool take_number(std::string_view& rest, int& number) {
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    return error == std::errc{};
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

std::string array_text(const std::vector<std::string>& elements) {
    std::string text = "{";
    for (const std::string& element : elements) {
        if (text.size() > 1) text += ',';
        text += element;
    }
    return text + '}';
}

}  // namespace

Param::Param(Time value) {
    const Parts parts = parts_of(value);
    text_ =
        seconds_text(parts, ' ') + '.' + fraction_text(parts.clock.subseconds().count(), 6) + "+00";
}

Param Param::bytes(std::string_view raw) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text = "\\x";
    text.reserve(2 + 2 * raw.size());
    for (const char c : raw) {
        const auto byte = static_cast<unsigned char>(c);
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return Param{std::move(text)};
}

Param Param::array(const std::vector<std::int64_t>& values) {
    std::vector<std::string> elements;
    elements.reserve(values.size());
    for (const std::int64_t value : values) elements.push_back(std::to_string(value));
    return Param{array_text(elements)};
}

Param Param::array(const std::vector<std::string>& values) {
    std::vector<std::string> elements;
    elements.reserve(values.size());
    for (const std::string& value : values) {
        std::string quoted = "\"";
        for (const char c : value) {
            if (c == '"' || c == '\\') quoted += '\\';
            quoted += c;
        }
        elements.push_back(quoted + '"');
    }
    return Param{array_text(elements)};
}

bool Row::null(const char* name) const {
    return PQgetisnull(columns_->result(), row_, columns_->find(name)) != 0;
}

std::string_view Row::text(const char* name) const {
    const int column = columns_->find(name);
    const PGresult* result = columns_->result();
    if (PQgetisnull(result, row_, column) != 0) {
        throw std::logic_error{std::string{"column "} + name + " is NULL"};
    }
    return {PQgetvalue(result, row_, column),
            static_cast<std::size_t>(PQgetlength(result, row_, column))};
}

std::int64_t Row::integer(const char* name) const {
    const std::string_view digits = text(name);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size()) {
        refuse_value(name, "a bigint", digits);
    }
    return value;
}

bool Row::boolean(const char* name) const {
    const std::string_view value = text(name);
    if (value != "t" && value != "f") refuse_value(name, "a boolean", value);
    return value == "t";
}

Decimal Row::decimal(const char* name) const {
    const auto value = Decimal::parse(text(name));
    if (!value) refuse_value(name, "a numeric(38,18)", text(name));
    return *value;
}

Time Row::time(const char* name) const {
    // "2026-11-21 05:53:46.123456+00"; the fraction has as many digits as it needs, or is absent.
    const std::string_view value = text(name);
    std::string_view rest = value;
    int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
    if (!take_number(rest, year) || !take(rest, '-') || !take_number(rest, month) ||
        !take(rest, '-') || !take_number(rest, day) || !take(rest, ' ') ||
        !take_number(rest, hour) || !take(rest, ':') || !take_number(rest, minute) ||
        !take(rest, ':') || !take_number(rest, second)) {
        refuse_value(name, "a timestamptz", value);
    }
    std::int64_t micros = 0;
    if (take(rest, '.')) {
        for (int place = 0; place < 6; ++place) {
            const bool digit = !rest.empty() && rest[0] >= '0' && rest[0] <= '9';
            micros = micros * 10 + (digit ? rest[0] - '0' : 0);
            if (digit) rest.remove_prefix(1);
        }
    }
    if (rest != "+00") refuse_value(name, "a timestamptz in UTC", value);
    const std::chrono::sys_days date{std::chrono::year{year} /
                                     std::chrono::month{static_cast<unsigned>(month)} /
                                     std::chrono::day{static_cast<unsigned>(day)}};
    return date + std::chrono::hours{hour} + std::chrono::minutes{minute} +
           std::chrono::seconds{second} + std::chrono::microseconds{micros};
}

std::string Row::bytes(const char* name) const {
    const std::string_view value = text(name);
    if (!value.starts_with("\\x") || value.size() % 2 != 0) refuse_value(name, "a bytea", value);
    std::string raw;
    raw.reserve(value.size() / 2);
    for (std::size_t i = 2; i < value.size(); i += 2) {
        const int high = hex_digit(value[i]), low = hex_digit(value[i + 1]);
        if (high < 0 || low < 0) refuse_value(name, "a bytea", value);
        raw += static_cast<char>(high * 16 + low);
    }
    return raw;
}

std::optional<std::string> Row::maybe_str(const char* name) const {
    return null(name) ? std::nullopt : std::optional{str(name)};
}
std::optional<std::int64_t> Row::maybe_integer(const char* name) const {
    return null(name) ? std::nullopt : std::optional{integer(name)};
}
std::optional<Decimal> Row::maybe_decimal(const char* name) const {
    return null(name) ? std::nullopt : std::optional{decimal(name)};
}
std::optional<Time> Row::maybe_time(const char* name) const {
    return null(name) ? std::nullopt : std::optional{time(name)};
}

Result::Result(pg_result* result) : columns_{std::make_unique<const Columns>(result)} {}
Result::Result(Result&&) noexcept = default;
Result& Result::operator=(Result&&) noexcept = default;
Result::~Result() = default;

int Result::size() const {
    return PQntuples(columns_->result());
}

std::int64_t Result::affected() const {
    const std::string_view digits = PQcmdTuples(columns_->result());
    std::int64_t count = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), count);
    return count;
}

std::string iso(Time time) {
    const Parts parts = parts_of(time);
    return seconds_text(parts, 'T') + '.' +
           fraction_text(parts.clock.subseconds().count() / 1000, 3) + 'Z';
}

Time now() {
    return std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
}

}  // namespace cambio::pg
