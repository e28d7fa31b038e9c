// A day of the market simulator's prices, with jumps, and when somebody who sees them before the
// house does has something to gain.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <deque>
#include <string>
#include <vector>

#include "support/builders.h"
#include "support/market_simulator/market.h"
#include "support/source_files.h"

namespace cambio::test {

/// Made from a seed: the simulator's own model of BTC, its pair and its perpetual. 16 times that
/// day the price jumps by 0.3 to 1.2 %, and jumps back within minutes; the house hears of each
/// price half a second later, and three times of nothing for some seconds before a jump.
class SniperDay {
  public:
    /// Milliseconds since 1970.
    using Time = std::int64_t;
    static constexpr Time lag = 500;

    struct Chance {
        Time at;       ///< when somebody sees it
        Time heard;    ///< of which moment the house knows the price
        bool rises;    ///< the price is higher than what the house has heard
        bool silence;  ///< the provider has said nothing for more than two seconds
        Decimal gap;   ///< how far, as a share of what the house has heard
    };

    SniperDay() {
        for (int n = 0; n < jumps; ++n) {
            const auto random = [&](std::uint64_t what, double from, double to) {
                const auto key = simulator::mix(seed, static_cast<std::uint64_t>(n));
                return from + (to - from) * simulator::uniform(simulator::mix(key, what));
            };
            const Time at =
                midnight +
                (simulator::day_ms * n + whole(random(1, 0.1, 0.9) * simulator::day_ms)) / jumps;
            const double size = random(2, 0.003, 0.012);
            const bool up = random(3, 0, 1) < 0.5;
            for (const auto i : {pair_, perpetual_})
                market_.steer(i, {simulator::Steering::Kind::factor, up ? 1 + size : 1 - size, 0},
                              at, at + whole(random(4, 20'000, 180'000)));
            if (n % 5 == 2) silences_.push_back({at - 3000, at + 1000});
        }
        find_chances();
    }

    /// All of them, to who looks four times a second. After one he has no time for another until
    /// his position is closed.
    const std::vector<Chance>& chances() const { return chances_; }
    static constexpr Time closes_after = 10'000;

    /// The middle of the pair's prices.
    Decimal price(Time at) { return decimal(pair_, market_.mark(pair_, at)); }
    Decimal mark(Time at) { return decimal(perpetual_, market_.mark(perpetual_, at)); }
    Decimal last(Time at) { return decimal(pair_, market_.last_trade(pair_, at).price); }
    std::pair<World::Levels, World::Levels> book(Time at) {
        const auto book = market_.book(pair_, at, 25);
        return {levels(book.bids), levels(book.asks)};
    }

  private:
    static constexpr std::uint64_t seed = 20'261'126;
    static constexpr int jumps = 16;
    static constexpr Time midnight = simulator::reference_at;
    /// What a position costs that is opened and closed, the least of all fees.
    static inline const Decimal least_gain = dec("0.0011");

    void find_chances() {
        constexpr Time step = 250;
        std::deque<std::int64_t> seen;  // since the longest silence, the newest last
        Time free = midnight + 60'000;
        for (Time at = midnight; at < midnight + simulator::day_ms; at += step) {
            seen.push_back(market_.mark(pair_, at));
            if (seen.size() > 32) seen.pop_front();
            if (at < free) continue;
            const Time before = heard(at);
            const auto back = static_cast<std::size_t>((at - before) / step);
            const std::int64_t now = seen.back(), shown = seen[seen.size() - 1 - back];
            const Decimal gap = Decimal::divide(Decimal::of(std::abs(now - shown)),
                                                Decimal::of(shown), Rounding::down);
            if (gap < least_gain) continue;
            chances_.push_back({at, before, now > shown, at - before > 2000 + lag, gap});
            free = at + closes_after + 2 * lag;
        }
    }
    static Time whole(double milliseconds) { return static_cast<Time>(milliseconds); }
    Time heard(Time at) const {
        for (const auto& [from, to] : silences_)
            if (at - lag >= from && at < to) return from - from % 250;
        return at - lag;
    }
    Decimal decimal(std::size_t i, std::int64_t ticks) const {
        return dec(simulator::decimal(ticks, market_.instruments()[i].tick));
    }
    World::Levels levels(const std::vector<simulator::Level>& all) const {
        const auto& it = market_.instruments()[pair_];
        World::Levels result;
        for (const auto& level : all)
            result.emplace_back(simulator::decimal(level.price, it.tick),
                                simulator::decimal(level.lots, it.lot));
        return result;
    }

    simulator::Market market_{
        simulator::load_catalogue(source_file("/common/market/markets/coins.json"), seed), seed};
    std::size_t pair_ = market_.find("BTC-USDT").value();
    std::size_t perpetual_ = market_.find("BTC-USDT-SWAP").value();
    struct Silence {
        Time from, to;
    };
    std::vector<Silence> silences_;
    std::vector<Chance> chances_;
};

}  // namespace cambio::test
