// Decimals: worked examples, properties on random operands, and PostgreSQL's numeric as an oracle.
// Every branch of common/base/money is taken. To see it (gcov counts the edges of exceptions too,
// clang only what the source says), in the root of the repository, with BUILD the build's folder:
//
//   clang++ -std=gnu++20 -fprofile-instr-generate -fcoverage-mapping
//     -Icommon -Itests -I/usr/include/postgresql common/base/money/decimal.cpp
//     tests/common/money_test.cpp BUILD/tests/libcambio_test_support.a
//     BUILD/common/libcambio_common.a -lgtest -lgtest_main -lpq -lspdlog -lfmt -lsodium -ljsoncpp
//     -lhiredis -lcurl -o /tmp/money_test
//
//   LLVM_PROFILE_FILE=/tmp/raw /tmp/money_test && llvm-profdata merge /tmp/raw -o /tmp/money
//
//   llvm-cov report /tmp/money_test -instr-profile=/tmp/money -show-branch-summary
//   common/base/money
#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <unordered_set>

#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"
#include "support/scratch_database.h"

namespace cambio {
namespace {

constexpr const char* largest = "99999999999999999999.999999999999999999";
constexpr const char* smallest = "0.000000000000000001";
constexpr Rounding every_rounding[] = {Rounding::down, Rounding::up, Rounding::half_even};

Decimal dec(std::string_view text) {
    const auto value = Decimal::parse(text);
    if (!value) throw std::invalid_argument{std::string{text}};
    return *value;
}

int128 power_of_ten(int exponent) {
    int128 power = 1;
    while (exponent-- > 0) power *= 10;
    return power;
}

TEST(Parsing, TakesPlainNotation) {
    for (const auto& [text, shown] : std::vector<std::pair<const char*, const char*>>{
             {"0", "0"},
             {"-0", "0"},
             {"-0.000", "0"},
             {"1", "1"},
             {"-1", "-1"},
             {"0.1", "0.1"},
             {"007.50", "7.5"},
             {"100", "100"},
             {"1.000000000000000001", "1.000000000000000001"},
             {"-3.000000000000000001", "-3.000000000000000001"},
             {smallest, smallest},
             {largest, largest},
             {"-99999999999999999999.999999999999999999",
              "-99999999999999999999.999999999999999999"}}) {
        const auto value = Decimal::parse(text);
        ASSERT_TRUE(value) << text;
        EXPECT_EQ(value->str(), shown);
    }
}

TEST(Parsing, RefusesEverythingElse) {
    const std::string_view nul{"1\0", 2};
    for (const std::string_view text : {std::string_view{""},
                                        std::string_view{"-"},
                                        std::string_view{"+1"},
                                        std::string_view{"--1"},
                                        std::string_view{".5"},
                                        std::string_view{"5."},
                                        std::string_view{"."},
                                        std::string_view{"-.5"},
                                        std::string_view{"1.2.3"},
                                        std::string_view{"1e5"},
                                        std::string_view{"1E5"},
                                        std::string_view{"NaN"},
                                        std::string_view{"Infinity"},
                                        std::string_view{"0x10"},
                                        std::string_view{" 1"},
                                        std::string_view{"1 "},
                                        std::string_view{"1,5"},
                                        std::string_view{"1_000"},
                                        std::string_view{"1-"},
                                        std::string_view{"１"},
                                        std::string_view{"1/"},
                                        std::string_view{"1:"},
                                        nul,
                                        std::string_view{"0.0000000000000000001"},
                                        std::string_view{"100000000000000000000"},
                                        std::string_view{"000000000000000000001"}}) {
        EXPECT_FALSE(Decimal::parse(text)) << text;
    }
}

TEST(Range, IsThatOfTheDatabase) {
    EXPECT_EQ(Decimal::from_units(power_of_ten(38) - 1), dec(largest));
    EXPECT_EQ(Decimal::from_units(1 - power_of_ten(38)), -dec(largest));
    EXPECT_THROW(Decimal::from_units(power_of_ten(38)), DecimalError);
    EXPECT_THROW(Decimal::from_units(-power_of_ten(38)), DecimalError);
    EXPECT_TRUE(dec("-1.5").units() == -3 * power_of_ten(18) / 2);
    EXPECT_EQ(Decimal::of(INT64_MAX).str(), "9223372036854775807");
    EXPECT_EQ(Decimal::of(INT64_MIN).str(), "-9223372036854775808");
}

TEST(Sums, StayInRange) {
    EXPECT_EQ(dec("0.1") + dec("0.2"), dec("0.3"));
    EXPECT_EQ(dec("0.1") - dec("0.3"), dec("-0.2"));
    EXPECT_EQ(dec(largest) - dec(largest), Decimal{});
    EXPECT_THROW(dec(largest) + dec(smallest), DecimalError);
    EXPECT_THROW(-dec(largest) - dec(smallest), DecimalError);
    // Beyond 128 bits too.
    EXPECT_THROW(dec(largest) + dec(largest), DecimalError);
    EXPECT_THROW(-dec(largest) - dec(largest), DecimalError);
    Decimal total = dec("1");
    EXPECT_THROW(total += dec(largest), DecimalError);
    EXPECT_EQ(total, dec("1"));
}

TEST(Signs, AreTold) {
    EXPECT_TRUE(dec("0").zero() && !dec("0").positive() && !dec("0").negative());
    EXPECT_TRUE(!dec("1").zero() && dec("1").positive() && !dec("1").negative());
    EXPECT_TRUE(!dec("-1").zero() && !dec("-1").positive() && dec("-1").negative());
    EXPECT_LT(dec("-1"), dec("0.5"));
    EXPECT_EQ(minimum(dec("1"), dec("2")), dec("1"));
    EXPECT_EQ(minimum(dec("2"), dec("1")), dec("1"));
    EXPECT_EQ(maximum(dec("1"), dec("2")), dec("2"));
    EXPECT_EQ(maximum(dec("2"), dec("1")), dec("2"));
}

TEST(Text, ShowsAsManyPlacesAsAsked) {
    EXPECT_EQ(dec("1.5").str(0, Rounding::down), "1");
    EXPECT_EQ(dec("1.5").str(0, Rounding::up), "2");
    EXPECT_EQ(dec("1.5").str(0, Rounding::half_even), "2");
    EXPECT_EQ(dec("2.5").str(0, Rounding::half_even), "2");
    EXPECT_EQ(dec("-1.005").str(2, Rounding::down), "-1.00");
    EXPECT_EQ(dec("-0.001").str(2, Rounding::down), "0.00");
    EXPECT_EQ(dec("0.1").str(18, Rounding::down), "0.100000000000000000");
    EXPECT_EQ(dec("12").str(3, Rounding::down), "12.000");
    EXPECT_THROW(dec("1").str(-1, Rounding::down), DecimalError);
    EXPECT_THROW(dec("1").str(19, Rounding::down), DecimalError);
}

TEST(Rounding, GoesWhereItIsTold) {
    struct Case {
        const char *value, *down, *up, *half_even;
    };
    for (const auto& [value, down, up, half_even] :
         std::vector<Case>{{"1.24", "1.2", "1.3", "1.2"},
                           {"1.25", "1.2", "1.3", "1.2"},
                           {"1.35", "1.3", "1.4", "1.4"},
                           {"1.250000000000000001", "1.2", "1.3", "1.3"},
                           {"1.26", "1.2", "1.3", "1.3"},
                           {"1.2", "1.2", "1.2", "1.2"},
                           {"-1.25", "-1.2", "-1.3", "-1.2"},
                           {"-1.35", "-1.3", "-1.4", "-1.4"},
                           {"0.05", "0", "0.1", "0"}}) {
        EXPECT_EQ(dec(value).rounded(1, Rounding::down).str(), down) << value;
        EXPECT_EQ(dec(value).rounded(1, Rounding::up).str(), up) << value;
        EXPECT_EQ(dec(value).rounded(1, Rounding::half_even).str(), half_even) << value;
    }
    EXPECT_EQ(dec(largest).rounded(18, Rounding::up), dec(largest));
    EXPECT_THROW(dec(largest).rounded(17, Rounding::up), DecimalError);
    EXPECT_THROW(dec(largest).rounded(-1, Rounding::up), DecimalError);
    EXPECT_THROW(dec(largest).rounded(19, Rounding::up), DecimalError);
}

TEST(Places, AreCounted) {
    EXPECT_EQ(dec("0").used_places(), 0);
    EXPECT_EQ(dec("100").used_places(), 0);
    EXPECT_EQ(dec("0.10").used_places(), 1);
    EXPECT_EQ(dec("-0.00001").used_places(), 5);
    EXPECT_EQ(dec(smallest).used_places(), 18);
}

TEST(Steps, DivideWholeMultiples) {
    EXPECT_TRUE(dec("0.3").multiple_of(dec("0.1")));
    EXPECT_FALSE(dec("0.35").multiple_of(dec("0.1")));
    EXPECT_TRUE(dec("0").multiple_of(dec("0.1")));
    EXPECT_TRUE(dec("-0.3").multiple_of(dec("0.1")));
    EXPECT_THROW(dec("1").multiple_of(dec("0")), DecimalError);
    EXPECT_THROW(dec("1").multiple_of(dec("-1")), DecimalError);
}

TEST(Products, AreExactWhere18PlacesHoldThem) {
    for (const Rounding rounding : every_rounding) {
        EXPECT_EQ(Decimal::multiply(dec("67482.1"), dec("0.00001"), rounding), dec("0.674821"));
        EXPECT_EQ(Decimal::multiply(dec("-0.5"), dec("0.5"), rounding), dec("-0.25"));
        EXPECT_EQ(Decimal::multiply(dec("-0.5"), dec("-0.5"), rounding), dec("0.25"));
        EXPECT_EQ(Decimal::multiply(dec(largest), dec("1"), rounding), dec(largest));
        EXPECT_EQ(Decimal::multiply(dec(largest), dec("0"), rounding), dec("0"));
    }
    EXPECT_EQ(Decimal::multiply(dec(smallest), dec("0.5"), Rounding::down), dec("0"));
    EXPECT_EQ(Decimal::multiply(dec(smallest), dec("0.5"), Rounding::up), dec(smallest));
    EXPECT_EQ(Decimal::multiply(dec(smallest), dec("0.5"), Rounding::half_even), dec("0"));
    EXPECT_EQ(Decimal::multiply(dec(smallest), dec("1.5"), Rounding::half_even),
              dec("0.000000000000000002"));
}

TEST(Products, OutsideTheRangeAreRefused) {
    // The quotient leaves 128 bits, or only the range, or only after rounding up.
    EXPECT_THROW(Decimal::multiply(dec(largest), dec(largest), Rounding::down), DecimalError);
    EXPECT_THROW(Decimal::multiply(dec(largest), dec("1.5"), Rounding::down), DecimalError);
    EXPECT_THROW(Decimal::multiply(dec("10000000000"), dec("10000000000"), Rounding::down),
                 DecimalError);
    const Decimal almost = dec("9999999999.999999999999999999");
    EXPECT_NO_THROW(Decimal::multiply(almost, dec("10000000000"), Rounding::down));
    const Decimal third = dec("33333333333333333333.333333333333333333");
    EXPECT_EQ(Decimal::multiply_divide(third, dec("3"), dec("1"), Rounding::up), dec(largest));
    EXPECT_EQ(Decimal::multiply_divide(dec(largest), dec("0.000000000000000002"),
                                       dec("0.000000000000000002"), Rounding::up),
              dec(largest));
    EXPECT_THROW(
        Decimal::multiply_divide(dec(largest), dec("99999999999999999999"),
                                 dec("99999999999999999998.999999999999999999"), Rounding::up),
        DecimalError);
}

TEST(Quotients, RoundAsTold) {
    EXPECT_EQ(Decimal::divide(dec("1"), dec("3"), Rounding::down), dec("0.333333333333333333"));
    EXPECT_EQ(Decimal::divide(dec("1"), dec("3"), Rounding::up), dec("0.333333333333333334"));
    EXPECT_EQ(Decimal::divide(dec("-2"), dec("3"), Rounding::down), dec("-0.666666666666666666"));
    EXPECT_EQ(Decimal::divide(dec("2"), dec("-3"), Rounding::half_even),
              dec("-0.666666666666666667"));
    EXPECT_EQ(Decimal::divide(dec(largest), dec(largest), Rounding::down), dec("1"));
    EXPECT_THROW(Decimal::divide(dec("1"), dec("0"), Rounding::down), DecimalError);
    EXPECT_THROW(Decimal::divide(dec(largest), dec("0.1"), Rounding::down), DecimalError);
    EXPECT_THROW(Decimal::divide(dec(largest), dec(smallest), Rounding::down), DecimalError);
    EXPECT_EQ(Decimal::multiply_divide(dec("10"), dec("1"), dec("3"), Rounding::down),
              dec("3.333333333333333333"));
    EXPECT_THROW(Decimal::multiply_divide(dec("1"), dec("1"), dec("0"), Rounding::down),
                 DecimalError);
}

TEST(Ids, CompareAndHash) {
    EXPECT_TRUE(OrderId{1} < OrderId{2} && OrderId{2} > OrderId{1});
    EXPECT_TRUE(OrderId{1} <= OrderId{1} && OrderId{1} != OrderId{2});
    EXPECT_EQ(OrderId{}, OrderId{0});
    const std::unordered_set<OrderId> set{OrderId{1}, OrderId{2}, OrderId{1}};
    EXPECT_EQ(set.size(), 2u);
}

/// Operands of every magnitude: few digits or many, near the limits and near zero.
class RandomDecimals {
  public:
    Decimal next() {
        std::uniform_int_distribution<int> digits(0, 38);
        std::uniform_int_distribution<int> digit(0, 9);
        int128 units = 0;
        for (int n = digits(random_); n > 0; --n) units = units * 10 + digit(random_);
        // Batch figures and ties are what rounding gets wrong.
        if (digit(random_) < 3) units -= units % power_of_ten(digits(random_) % 19);
        return Decimal::from_units(digit(random_) < 4 ? -units : units);
    }

  private:
    std::mt19937_64 random_{20261121};
};

TEST(Properties, TextAndBackIsTheSameNumber) {
    RandomDecimals random;
    for (int i = 0; i < 20'000; ++i) {
        const Decimal value = random.next();
        EXPECT_EQ(dec(value.str()), value);
        EXPECT_EQ(dec(value.str(18, Rounding::down)), value);
        EXPECT_EQ(-(-value), value);
        EXPECT_EQ(value.rounded(value.used_places(), Rounding::up), value);
    }
}

TEST(Properties, DownAndUpEncloseTheExactResult) {
    RandomDecimals random;
    const Decimal unit = dec(smallest);
    int compared = 0;
    for (int i = 0; i < 20'000; ++i) {
        const Decimal a = random.next(), b = random.next(), c = random.next();
        try {
            const Decimal down = Decimal::multiply_divide(a, b, c, Rounding::down);
            const Decimal up = Decimal::multiply_divide(a, b, c, Rounding::up);
            const Decimal even = Decimal::multiply_divide(a, b, c, Rounding::half_even);
            EXPECT_TRUE(even == down || even == up);
            EXPECT_TRUE(up == down || up == down + unit || up == down - unit);
            ++compared;
        } catch (const DecimalError&) {
            continue;
        }
    }
    EXPECT_GT(compared, 5'000);
}

/// The same computed with PostgreSQL's numeric, which has as many places as it needs. Everything is
/// taken times 10^36, so that all results are whole and div() and mod() cut exactly.
constexpr const char* oracle = R"sql(
    with operands as (
        select n, a::numeric as a, b::numeric as b, c::numeric as c
        from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as o (n, a, b, c)
    ), fractions as (
        select n, 'sum' as name, a + b as dividend, 1 as divisor from operands
        union all select n, 'product', a * b, 1 from operands
        union all select n, 'quotient', a, b from operands
        union all select n, 'combined', a * b, c from operands
    ), cut as (
        select n, name, div(abs(dividend) * 1e36, abs(divisor) * 1e18) as units,
               mod(abs(dividend) * 1e36, abs(divisor) * 1e18) as rest,
               abs(divisor) * 1e18 as whole, sign(dividend) * sign(divisor) as sign
        from fractions where divisor <> 0
    ), rounded as (
        select n, name, sign * units as down, sign * (units + (rest > 0)::int) as up,
               sign * (units + (2 * rest > whole or (2 * rest = whole and mod(units, 2) = 1))::int)
                   as half_even
        from cut
    )
    select n, name, (down * 1e-18)::text as down, (up * 1e-18)::text as up,
           (half_even * 1e-18)::text as half_even,
           abs(down) < 1e38 as down_fits, abs(up) < 1e38 as up_fits,
           abs(half_even) < 1e38 as half_even_fits
    from rounded
)sql";

/// Nothing where it throws.
template <class Operation>
std::optional<Decimal> attempt(Operation operation) {
    try {
        return operation();
    } catch (const DecimalError&) {
        return std::nullopt;
    }
}

std::optional<Decimal> compute(const std::string& name, Decimal a, Decimal b, Decimal c,
                               Rounding rounding) {
    return attempt([&] {
        if (name == "sum") return a + b;
        if (name == "product") return Decimal::multiply(a, b, rounding);
        if (name == "quotient") return Decimal::divide(a, b, rounding);
        return Decimal::multiply_divide(a, b, c, rounding);
    });
}

void compare(const pg::Row& row, Decimal a, Decimal b, Decimal c) {
    const std::string name = row.str("name");
    constexpr const char* columns[] = {"down", "up", "half_even"};
    for (std::size_t i = 0; i < 3; ++i) {
        const std::string column = columns[i];
        const auto expected = row.boolean((column + "_fits").c_str())
                                  ? std::optional{row.decimal(column.c_str())}
                                  : std::nullopt;
        EXPECT_EQ(compute(name, a, b, c, every_rounding[i]), expected)
            << name << " " << column << ": " << a.str() << " " << b.str() << " " << c.str();
    }
}

TEST(Oracle, PostgresAgrees) {
    pg::Connection connection{test::PostgresServer::shared().superuser()};
    RandomDecimals random;
    for (int round = 0; round < 10; ++round) {
        std::vector<Decimal> values[3];
        std::vector<std::string> texts[3];
        std::vector<std::int64_t> numbers;
        for (int i = 0; i < 1000; ++i) {
            numbers.push_back(i);
            for (int side = 0; side < 3; ++side) {
                texts[side].push_back(values[side].emplace_back(random.next()).str());
            }
        }
        const auto rows =
            connection.run(oracle, {pg::Param::array(numbers), pg::Param::array(texts[0]),
                                    pg::Param::array(texts[1]), pg::Param::array(texts[2])});
        ASSERT_GT(rows.size(), 3500);
        for (const pg::Row row : rows) {
            const auto n = static_cast<std::size_t>(row.integer("n"));
            compare(row, values[0][n], values[1][n], values[2][n]);
        }
    }
}

}  // namespace
}  // namespace cambio
