// Positions that are closed in parts at random, and their twins that are closed at once: they come
// to the same, and no rest is liquidated earlier than the whole.
#include <random>

#include "handlers/futures_parts_fixture.h"

namespace cambio {
namespace {

/// What one client closes in parts another closes at once, both at the same prices.
class Twins : public FuturesParts {
  protected:
    void SetUp() override {
        FuturesParts::SetUp();
        world->config().set("FUTURES_CLOSING_FEE", "0.0005");
    }
    void TearDown() override {
        world->config().set("FUTURES_CLOSING_FEE", "0");
        FuturesParts::TearDown();
    }

    static Decimal moved(const Person& person, const char* before) {
        return person.balance("USDT", ledger::Wallet::future) +
               person.held("USDT", ledger::Wallet::future) - dec(before);
    }

    std::int64_t any(std::int64_t least, std::int64_t most) {
        return std::uniform_int_distribution<std::int64_t>{least, most}(random_);
    }
    static Decimal lots(std::int64_t count) {
        return Decimal::multiply(Decimal::of(count), dec("0.00001"), Rounding::down);
    }
    static std::int64_t lots_in(Decimal quantity) {
        return static_cast<std::int64_t>(quantity.units() / dec("0.00001").units());
    }
    static bool no_worse(const positions::Position& than, const positions::Position& now) {
        if (!than.liquidation_price || !now.liquidation_price) return !now.liquidation_price;
        return now.side == futures::Side::buy_more
                   ? *now.liquidation_price <= *than.liquidation_price
                   : *now.liquidation_price >= *than.liquidation_price;
    }

    /// Closes some of it, up to four times, and what is left; how many closings that were.
    int close_in_parts(FastCgiClient& client, PositionId id, const std::string& name) {
        const std::string text = std::to_string(id.value);
        int closings = 1;
        for (std::int64_t wanted = any(1, 4); wanted > 0; --wanted) {
            const auto before = test::read(*world, id);
            const std::int64_t least = least_lots(before);
            const std::int64_t most = lots_in(before.quantity) - least;
            if (most < least) break;
            const Decimal quantity = lots(any(least, most));
            const auto closed =
                closed_part(client, text, quantity.str(), name + "-" + std::to_string(closings++));
            const auto taken = test::read(*world, PositionId{std::stoll(closed)});
            const auto rest = test::read(*world, id);
            EXPECT_EQ(taken.quantity, quantity);
            EXPECT_EQ(taken.margin + rest.margin, before.margin);
            EXPECT_EQ(taken.put_in() + rest.put_in(), before.put_in());
            EXPECT_EQ(taken.funding + rest.funding, before.funding);
            EXPECT_EQ(taken.fee + rest.fee, before.fee);
            EXPECT_TRUE(no_worse(before, rest)) << text;
        }
        EXPECT_EQ(done(client, close_position, closing(text))["message"], "closeRequest");
        return closings;
    }
    /// A margin of 1 USDT.
    static std::int64_t least_lots(const positions::Position& position) {
        return lots_in(Decimal::divide(position.quantity, position.initial_margin, Rounding::up)) +
               1;
    }

    std::mt19937_64 random_{20261128};
};

TEST_F(Twins, ComeToTheSame) {
    const auto anna = person("1000000"), berta = person("1000000");
    auto one = as(anna), other = as(berta);
    const auto due = pg::now() - std::chrono::hours{8};
    std::vector<std::pair<const Person*, test::OpenPosition>> wanted;
    for (int i = 0; i < 30; ++i) {
        const test::OpenPosition position{
            .pair = pair,
            .side = any(0, 1) == 0 ? futures::Side::buy_more : futures::Side::sell_empty,
            .margin = lots(any(1'000'000, 200'000'000)).str(),
            .fee = lots(any(1, 100'000)).str(),
            .leverage = futures::leverages[static_cast<std::size_t>(any(0, 2))],
            .price = lots(any(4'900'000'000, 5'100'000'000)).rounded(1, Rounding::down).str(),
            .opened_at = due - std::chrono::minutes{any(1, 600)}};
        wanted.emplace_back(&anna, position);
        wanted.emplace_back(&berta, position);
    }
    const auto ids = test::open_all(*world, wanted);
    test::funding(*world, pair, "0.000123456789", "50123.4567", due);
    settle();
    int closings = 0;
    for (std::size_t i = 0; i < ids.size(); i += 2) {
        if (any(0, 2) == 0) {
            const auto much = lots(any(1, 1'000'000)).str();
            for (auto* who : {&one, &other})
                done(*who, add_margin,
                     {{"future_id", std::to_string(ids[i + (who == &one ? 0 : 1)].value)},
                      {"amount", much},
                      {"transaction_password", World::transaction_password}});
        }
        test::mark(*world, pair, lots(any(4'950'000'000, 5'050'000'000)).str());
        closings += close_in_parts(one, ids[i], "twin-" + std::to_string(i));
        done(other, close_position, closing(std::to_string(ids[i + 1].value)));
        settle();
    }
    EXPECT_EQ(held(anna), "0");
    EXPECT_EQ(held(berta), "0");
    EXPECT_GT(closings, 60);
    // A closing rounds its loss or profit, its size and its fee, each by less than a unit.
    const Decimal difference = moved(berta, "1000000") - moved(anna, "1000000");
    EXPECT_GE(difference, Decimal{});
    EXPECT_LE(difference, Decimal::from_units(3 * closings));
}

}  // namespace
}  // namespace cambio
