// A day against somebody who sees the provider's prices before the house does and trades whenever
// the house's have become too good: in the order book, by Convert and by futures. With its risk
// gate the house earns by it, and without it would lose. The prices are made from a seed, and time
// is counted, not waited for.
#include <gtest/gtest.h>

#include "futures/futures.h"
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
    const char *budget, *spread, *closing_fee;
};
constexpr Gate closed{2000ms, false, true, "100000", "0.0005", "0.0005"};
constexpr Gate open{10'000ms, true, false, "1000000000000", "0", "0"};

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

Decimal part(Decimal amount, Decimal share) {
    return Decimal::multiply(amount, share, Rounding::up);
}

/// Somebody's day, in USDT.
class Sniper {
  public:
    explicit Sniper(const Gate& gate) : gate_{gate} {}
    virtual ~Sniper() = default;

    Decimal play() {
        for (int i = 0; i < steps; ++i) {
            day_.next();
            if (i % 2 == 0) refresh();
            act();
        }
        return won_;
    }

  protected:
    virtual void refresh() {}
    virtual void act() = 0;

    bool too_old() const { return risk::too_old(day_.heard_at(), day_.now(), gate_.oldest); }
    /// Whether the house trades at what it has heard with somebody who came at `asked`.
    bool trades(pg::Time asked) const {
        return !too_old() && !(gate_.last_look && risk::made_before(day_.heard_at(), asked));
    }

    const Gate& gate_;
    Day day_;
    Decimal won_;
};

/// Takes the house's levels when the true price makes them worth the fee of 0.1 %.
class OrderSniper : public Sniper {
  public:
    OrderSniper(const Gate& gate, OrderKind kind) : Sniper{gate}, kind_{kind}, state_{market()} {
        state_.restore(0, {});
    }

  private:
    struct Sent {
        matching::Order order;
        pg::Time at;
    };

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

    void refresh() override {
        const Decimal middle = day_.heard();
        markets::StoredBook book{MarketId{1}, {}, {}, day_.heard_at(), day_.now()};
        for (int level = 1; level <= 5; ++level) {
            book.bids.push_back({middle - times(5 * level, dec("0.1")), dec("0.2")});
            book.asks.push_back({middle + times(5 * level, dec("0.1")), dec("0.2")});
        }
        auto levels = provider_levels(state_.market, book, dec(gate_.spread));
        if (gate_.refills) {
            state_.provider = std::move(levels);
        } else if (!state_.hear_provider(std::move(levels), day_.now())) {
            return;
        }
        state_.offer_provider(
            {dec("1000000"), dec("1000000000000"), dec(gate_.budget), day_.now()});
        state_.provider_offered();
    }

    void act() override {
        if (too_old()) state_.book.set_provider_capacity({});
        for (const Side side : {Side::buy, Side::sell}) {
            auto& sent = sent_[static_cast<std::size_t>(side)];
            if (!sent) send(side, sent);
            if (!sent || (gate_.last_look && state_.waits_for_house(sent->order, sent->at)))
                continue;
            trade(sent->order);
            sent.reset();
        }
    }

    void send(Side side, std::optional<Sent>& sent) {
        const auto best = state_.book.best(matching::opposite(side));
        if (!best) return;
        const bool buys = side == Side::buy;
        const Decimal price = day_.price(), shown = price_of(state_.market, *best);
        const Decimal fee = part(price, dec("0.001"));
        const Decimal worth = buys ? price - fee : price + fee;
        if (buys ? shown >= worth : shown <= worth) return;
        // By the market he takes two per cent of slippage, as the site's orders do.
        const Decimal slip = part(price, dec("0.02"));
        const Decimal limit = kind_ == OrderKind::limit ? worth
                              : buys                    ? price + slip
                                                        : price - slip;
        sent.emplace();
        sent->at = day_.now();
        sent->order.id = OrderId{++last_};
        sent->order.client = ClientId{1};
        sent->order.side = side;
        sent->order.kind = kind_;
        sent->order.time_in_force = TimeInForce::ioc;
        sent->order.limit = {whole_steps(limit, dec("0.1"), 1'000'000'000) + (buys ? 0 : 1)};
        sent->order.quantity = {1000};
    }

    void trade(const matching::Order& order) {
        effects_.clear();
        state_.book.submit(order, effects_);
        for (const matching::Event& event : effects_) {
            if (event.what != matching::What::fill) continue;
            const Decimal paid = notional_of(state_.market, event.price, event.lots);
            const Decimal worth = Decimal::multiply(quantity_of(state_.market, event.lots),
                                                    day_.price(), Rounding::down);
            won_ += order.side == Side::buy ? worth - paid : paid - worth;
            won_ -= part(paid, dec("0.001"));
        }
    }

    const OrderKind kind_;
    MarketState state_;
    matching::Effects effects_;
    std::array<std::optional<Sent>, 2> sent_;
    std::int64_t last_ = 0;
};

/// Converts one coin when the true price makes it worth the spread: by a quote that he holds in
/// each direction, or at the rate of the moment.
class ConvertSniper : public Sniper {
  public:
    ConvertSniper(const Gate& gate, bool by_quote) : Sniper{gate}, by_quote_{by_quote} {}

  private:
    struct Wish {
        Decimal promised;
        pg::Time quoted;
        std::optional<pg::Time> taken;
    };

    void act() override {
        for (const bool buys : {true, false}) {
            Wish& wish = wishes_[buys ? 1 : 0];
            if (!wish.taken) look_for_chance(wish, buys);
            if (!wish.taken || !trades(*wish.taken)) continue;
            exchange(wish, buys);
            wish = {};
        }
    }

    void look_for_chance(Wish& wish, bool buys) {
        const bool over = wish.promised.zero() || day_.now() - wish.quoted > 10s;
        if (!by_quote_ || over) {
            if (too_old()) return;
            wish = {day_.heard(), day_.now(), {}};
        }
        if (gain(wish.promised, buys).positive()) wish.taken = day_.now();
    }

    Decimal gain(Decimal price, bool buys) const {
        return (buys ? day_.price() - price : price - day_.price()) - part(price, spread_);
    }

    void exchange(const Wish& wish, bool buys) {
        const auto house = buys ? risk::House::sells : risk::House::buys;
        const Decimal now = day_.heard();
        if (by_quote_ && gate_.last_look && risk::moved_against(house, wish.promised, now, spread_))
            return;
        auto& budget = budgets_[buys ? 1 : 0];
        if (budget.left(day_.now(), dec(gate_.budget)) < now) return;
        budget.took(day_.now(), now);
        won_ += gain(by_quote_ ? wish.promised : now, buys);
    }

    const bool by_quote_;
    const Decimal spread_ = dec("0.002");
    std::array<Wish, 2> wishes_;
    std::array<risk::Budget, 2> budgets_;
};

/// Opens a position of one coin when the true price makes it worth the fees, and closes it when the
/// mark shows the gain, or after ten seconds.
class FuturesSniper : public Sniper {
  public:
    using Sniper::Sniper;

  private:
    void act() override {
        for (const futures::Side side : {futures::Side::buy_more, futures::Side::sell_empty}) {
            Held& held = held_[side == futures::Side::buy_more ? 1 : 0];
            if (!held.asked) ask(held, side);
            if (!held.asked || !trades(*held.asked)) continue;
            const Decimal mark = day_.heard();
            if (held.entry) {
                won_ += result(*held.entry, mark, side);
                held = {};
            } else {
                held = {mark, day_.now(), {}};
            }
        }
    }

    struct Held {
        std::optional<Decimal> entry;
        pg::Time since{};
        std::optional<pg::Time> asked;
    };

    void ask(Held& held, futures::Side side) const {
        const Decimal mark = day_.heard();
        const bool wants =
            held.entry ? result(*held.entry, mark, side).positive() || day_.now() - held.since > 10s
                       : result(mark, day_.price(), side).positive();
        if (wants) held.asked = day_.now();
    }

    Decimal result(Decimal entry, Decimal mark, futures::Side side) const {
        const futures::Position position{side, Decimal::of(1), entry, entry};
        return futures::unrealised(position, mark) - part(entry, futures::taker_fee()) -
               part(mark, dec(gate_.closing_fee));
    }

    std::array<Held, 2> held_;
};

/// What one day brings, with the gate and without.
struct Days {
    Decimal with, without;
};
template <class Kind, class... Ways>
Days days(Ways... ways) {
    return {Kind{closed, ways...}.play(), Kind{open, ways...}.play()};
}

// Without the gate there is something to win, and that is the control.
TEST(HouseSniper, LosesByMarketOrders) {
    const auto [with, without] = days<OrderSniper>(OrderKind::market);
    EXPECT_GT(without, Decimal{});
    EXPECT_LT(with, Decimal{});
}

// His limit keeps him from a loss; it is never reached again.
TEST(HouseSniper, WinsNothingByLimits) {
    const auto [with, without] = days<OrderSniper>(OrderKind::limit);
    EXPECT_GT(without, Decimal{});
    EXPECT_LE(with, Decimal{});
}

TEST(HouseSniper, LosesByConvert) {
    const auto [with, without] = days<ConvertSniper>(false);
    EXPECT_GT(without, Decimal{});
    EXPECT_LT(with, Decimal{});
}

TEST(HouseSniper, WinsNothingByQuotes) {
    const auto [with, without] = days<ConvertSniper>(true);
    EXPECT_GT(without, Decimal{});
    EXPECT_LE(with, Decimal{});
}

TEST(HouseSniper, LosesByFutures) {
    const auto [with, without] = days<FuturesSniper>();
    EXPECT_GT(without, Decimal{});
    EXPECT_LT(with, Decimal{});
}

}  // namespace
}  // namespace cambio::settlement
