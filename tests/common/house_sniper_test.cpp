// A day against somebody who sees the provider's prices before the house does and takes whatever
// has become too good, from the order book and by quotes of Convert: what that costs the house with
// its risk gate, and what it would cost without. The prices are made from a seed, and time is
// counted, not waited for.
#include <gtest/gtest.h>

#include "settlement/market_state.h"
#include "settlement/scale.h"
#include "support/builders.h"

namespace cambio::settlement {
namespace {

using namespace std::chrono_literals;
using test::dec;

constexpr auto step = 250ms;
constexpr int steps = 24 * 60 * 60 * 4;
const pg::Time midnight{std::chrono::sys_days{std::chrono::year{2026} / 1 / 1}};

/// How late the house may be, and what it asks.
struct Gate {
    std::chrono::milliseconds oldest;
    bool refills;  ///< at every look, whether the provider has said something new or not
    bool last_look;
    const char* budget;
};
constexpr Gate closed{2000ms, false, true, "100000"};
constexpr Gate open{10'000ms, true, false, "1000000000000"};

/// The provider: a price that wanders by up to eight USDT at a time, and jumps by up to a per cent
/// a few dozen times a day; and how much later the house hears of it, usually half a second, now
/// and then many seconds.
class Day {
  public:
    void next() {
        ticks_ += static_cast<std::int64_t>(random(161)) - 80;
        if (random(10'000) == 0) {
            const auto jump = static_cast<std::int64_t>(1500 + random(3500));
            ticks_ += random(2) == 0 ? jump : -jump;
        }
        // It comes back, or a day would end anywhere.
        ticks_ += (500'000 - ticks_) / 4096;
        past_.push_back(ticks_);
        if (stalled_ == 0 && random(1200) == 0) stalled_ = 8 + static_cast<int>(random(40));
        if (stalled_ > 0) --stalled_;
        if (stalled_ == 0) heard_ = past_.size() < 3 ? 0 : past_.size() - 3;
    }
    Decimal price() const { return price_at(past_.size() - 1); }
    Decimal heard() const { return price_at(heard_); }
    pg::Time now() const { return midnight + step * past_.size(); }
    pg::Time heard_at() const { return midnight + step * (heard_ + 1); }

  private:
    std::uint64_t random(std::uint64_t below) {
        state_ = state_ * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
        return (state_ >> 33) % below;
    }
    Decimal price_at(std::size_t at) const { return times(past_[at], dec("0.1")); }

    std::uint64_t state_ = 20'261'123;
    std::int64_t ticks_ = 500'000;
    std::vector<std::int64_t> past_;
    std::size_t heard_ = 0;
    int stalled_ = 0;
};

class Sniper {
  public:
    explicit Sniper(const Gate& gate) : gate_{gate}, state_{market()} { state_.restore(0, {}); }

    /// What a day brings, in USDT.
    struct Won {
        Decimal orders, quotes;
    };
    Won play() {
        for (int i = 0; i < steps; ++i) {
            day_.next();
            if (i % 2 == 0) refresh();
            if (risk::too_old(day_.heard_at(), day_.now(), gate_.oldest))
                state_.book.set_provider_capacity({});
            take_orders(Side::buy);
            take_orders(Side::sell);
            take_quotes();
        }
        return won_;
    }

  private:
    static markets::Market market() {
        markets::Market rules;
        rules.id = MarketId{1};
        rules.tick = dec("0.1");
        rules.lot = dec("0.001");
        rules.unit = dec("0.0001");
        rules.provider_limit = dec("5");
        rules.open = true;
        return rules;
    }

    void refresh() {
        const Decimal middle = day_.heard();
        markets::StoredBook book{MarketId{1}, {}, {}, day_.heard_at(), day_.now()};
        for (int level = 1; level <= 5; ++level) {
            book.bids.push_back({middle - times(5 * level, dec("0.1")), dec("0.2")});
            book.asks.push_back({middle + times(5 * level, dec("0.1")), dec("0.2")});
        }
        auto levels = provider_levels(state_.market, book);
        if (gate_.refills) {
            state_.provider = std::move(levels);
        } else if (!state_.hear_provider(std::move(levels), day_.now())) {
            return;
        }
        const Decimal budget = dec(gate_.budget);
        state_.converted = {budget - converted_sold_.left(day_.now(), budget),
                            budget - converted_bought_.left(day_.now(), budget)};
        state_.offer_provider({dec("1000000"), dec("1000000000000"), budget, day_.now()});
        state_.provider_offered();
    }

    /// Takes every level that the true price makes worth its fee of 0.1 %.
    void take_orders(Side side) {
        const Decimal price = day_.price();
        const bool buys = side == Side::buy;
        const Decimal fee = Decimal::multiply(price, dec("0.001"), Rounding::up);
        const auto limit = whole_steps(buys ? price - fee : price + fee, dec("0.1"), 1'000'000'000);
        matching::Order order;
        order.id = OrderId{++last_};
        order.client = ClientId{1};
        order.side = side;
        order.kind = OrderKind::limit;
        order.time_in_force = TimeInForce::ioc;
        order.limit = {buys ? limit : limit + 1};
        order.quantity = {5000};
        effects_.clear();
        state_.book.submit(order, effects_);
        for (const matching::Event& event : effects_) {
            if (event.what != matching::What::fill) continue;
            const Decimal paid = notional_of(state_.market, event.price, event.lots);
            const Decimal worth =
                Decimal::multiply(quantity_of(state_.market, event.lots), price, Rounding::down);
            won_.orders += buys ? worth - paid : paid - worth;
            won_.orders -= Decimal::multiply(paid, dec("0.001"), Rounding::up);
        }
    }

    /// Holds one quote for a coin in each direction, takes it where that pays, and gets a new one.
    void take_quotes() {
        const Decimal middle = day_.heard();
        if (risk::too_old(day_.heard_at(), day_.now(), gate_.oldest)) return;
        const Decimal spread = dec("0.002");
        for (Promise* promise : {&buying_, &selling_}) {
            const bool buys = promise == &buying_;
            if (day_.now() - promise->at > 10s || promise->price.zero())
                *promise = {middle, day_.now()};
            const Decimal cost = Decimal::multiply(promise->price, spread, Rounding::up);
            const Decimal gain =
                buys ? day_.price() - promise->price - cost : promise->price - cost - day_.price();
            if (!gain.positive()) continue;
            const auto house = buys ? risk::House::sells : risk::House::buys;
            const bool moved = risk::moved_against(house, promise->price, middle, spread);
            auto& budget = buys ? converted_sold_ : converted_bought_;
            const bool spent = budget.left(day_.now(), dec(gate_.budget)) < promise->price;
            *promise = {middle, day_.now()};
            if (gate_.last_look && (moved || spent)) continue;
            budget.took(day_.now(), promise->price);
            won_.quotes += gain;
        }
    }

    struct Promise {
        Decimal price;
        pg::Time at{};
    };

    const Gate& gate_;
    Day day_;
    MarketState state_;
    matching::Effects effects_;
    std::int64_t last_ = 0;
    Promise buying_, selling_;
    risk::Budget converted_sold_, converted_bought_;
    Won won_;
};

// What is left with the gate is won in the half second by which he is faster than the feed, when
// the price jumps by more than he pays: no age, look or budget can tell that beforehand.
TEST(HouseSniper, WinsMuchLessWhereTheGateIsClosed) {
    const auto without = Sniper{open}.play();
    const auto with = Sniper{closed}.play();
    EXPECT_GT(without.orders, dec("15000")) << "the control: there is something to win";
    EXPECT_GT(without.quotes, dec("25000"));
    EXPECT_LT(with.orders, Decimal::multiply(without.orders, dec("0.6"), Rounding::down));
    EXPECT_LT(with.quotes, Decimal::multiply(without.quotes, dec("0.45"), Rounding::down));
}

}  // namespace
}  // namespace cambio::settlement
