#include "futures/futures.h"

#include <algorithm>

namespace cambio::futures {

namespace {

constexpr int percent_places = 8;
constexpr std::size_t tier_count = 4;
/// Of the maintenance rate, in thousandths: the widest funding rate.
constexpr int funding_share = 750;

Decimal hundred() {
    return Decimal::of(100);
}

/// `thousandths` of one.
Decimal share(int thousandths) {
    return Decimal::divide(Decimal::of(thousandths), Decimal::of(1000), Rounding::down);
}

/// What the tier would ask of this notional, were it in that tier.
Decimal asked(const Tier& tier, Decimal notional_up) {
    return Decimal::multiply(notional_up, tier.rate, Rounding::up) - tier.deduction;
}

const Tier& tier_of(std::span<const Tier> all, Decimal notional_up) {
    const Tier* highest = &all.front();
    for (const Tier& tier : all)
        if (asked(tier, notional_up) > asked(*highest, notional_up)) highest = &tier;
    return *highest;
}

using Tiers = std::array<Tier, tier_count>;

/// The tiers of a position beside others that are worth B: (N + B)·r − d − M(B) is N·r − d' with
/// d' = d + M(B) − B·r, which is rounded down and never below zero.
Tiers tiers_beside(Decimal beside) {
    Tiers all;
    std::ranges::copy(tiers(), all.begin());
    if (!beside.positive()) return all;
    const Tier& its = tier_of(all, beside);
    const Decimal needed = Decimal::multiply(beside, its.rate, Rounding::down) - its.deduction;
    for (Tier& tier : all) {
        const Decimal share_of_others = Decimal::multiply(beside, tier.rate, Rounding::up);
        tier.deduction = maximum(tier.deduction + needed - share_of_others, {});
        tier.up_to = maximum(tier.up_to - beside, {});
    }
    return all;
}

// Maintenance is the share x of equity, by what a tier asks for, at
//   long:  x·(m + q·(p − e)) = q·p·r − d,  p = (q·e − m − d/x) / (q·(1 − r/x))
//   short: x·(m + q·(e − p)) = q·p·r − d,  p = (q·e + m + d/x) / (q·(1 + r/x))
// and maintenance is the largest of what the tiers ask for, so a long position comes there at the
// highest of these prices and a short one at the lowest: that of the tier which its notional is in
// there.
std::optional<Decimal> price_at_ratio(const Position& position, Decimal ratio) {
    const bool rises = position.side == Side::buy_more;
    const Rounding rounding = rises ? Rounding::up : Rounding::down;
    const Decimal cost = Decimal::multiply(position.quantity, position.entry, rounding);
    const Decimal one = Decimal::of(1);
    std::optional<Decimal> found;
    for (const Tier& tier : tiers_beside(position.beside)) {
        const Decimal rate = Decimal::divide(tier.rate, ratio, Rounding::down);
        const Decimal edge = position.margin - position.unpaid +
                             Decimal::divide(tier.deduction, ratio, Rounding::down);
        const Decimal above = rises ? cost - edge : cost + edge;
        if (!above.positive()) {
            if (rises) continue;
            // More is unpaid than a short one can ever win: it goes at any price.
            return Decimal::from_units(1);
        }
        const Decimal below =
            Decimal::multiply(position.quantity, rises ? one - rate : one + rate, Rounding::down);
        const Decimal price = Decimal::divide(above, below, rounding);
        if (!found || (rises ? price > *found : price < *found)) found = price;
    }
    return found;
}

}  // namespace

bool offered(std::int64_t leverage) {
    return std::ranges::find(leverages, leverage) != leverages.end();
}

Decimal taker_fee() {
    return Decimal::divide(Decimal::of(5), Decimal::of(10'000), Rounding::down);
}

std::span<const Tier> tiers() {
    static const std::array<Tier, tier_count> all = {{
        {Decimal::of(50'000), share(5), Decimal::of(0)},
        {Decimal::of(250'000), share(10), Decimal::of(250)},
        {Decimal::of(1'000'000), share(20), Decimal::of(2'750)},
        {Decimal::of(2'000'000), share(30), Decimal::of(12'750)},
    }};
    return all;
}

Decimal largest_position() {
    return tiers().back().up_to;
}

Decimal minimum_sell(Decimal minimum, Decimal mark, Decimal lot) {
    const Decimal exact = Decimal::divide(minimum, mark, Rounding::up);
    int128 lots = exact.units() / lot.units();
    if (!exact.multiple_of(lot)) ++lots;
    return Decimal::from_units(lots * lot.units());
}

std::optional<Opening> open(Decimal margin, int leverage, Decimal mark, Decimal lot) {
    const Decimal times = Decimal::of(leverage);
    const Decimal reach = Decimal::multiply_divide(margin, times, mark, Rounding::down);
    const int128 lots = reach.units() / lot.units();
    if (lots == 0) return std::nullopt;
    return open_quantity(Decimal::from_units(lots * lot.units()), leverage, mark);
}

Opening open_quantity(Decimal quantity, int leverage, Decimal mark) {
    Opening opening;
    opening.quantity = quantity;
    opening.notional = notional(quantity, mark);
    opening.margin = Decimal::multiply_divide(quantity, mark, Decimal::of(leverage), Rounding::up);
    const Decimal parts = Decimal::divide(Decimal::of(1), taker_fee(), Rounding::down);
    opening.fee = Decimal::multiply_divide(quantity, mark, parts, Rounding::up);
    return opening;
}

Side opposite(Side side) {
    return side == Side::buy_more ? Side::sell_empty : Side::buy_more;
}

Decimal notional(Decimal quantity, Decimal price) {
    return Decimal::multiply(quantity, price, Rounding::half_even);
}

Decimal unrealised(const Position& position, Decimal price) {
    const Decimal gain =
        position.side == Side::buy_more ? price - position.entry : position.entry - price;
    return Decimal::multiply(position.quantity, gain,
                             gain.negative() ? Rounding::up : Rounding::down);
}

Decimal equity(const Position& position, Decimal price) {
    return position.margin + unrealised(position, price) - position.unpaid;
}

Decimal maintenance(const Position& position, Decimal price) {
    const Decimal size = Decimal::multiply(position.quantity, price, Rounding::up);
    return asked(tier_of(tiers_beside(position.beside), size), size);
}

bool liquidated(const Position& position, Decimal price) {
    return equity(position, price) <= maintenance(position, price);
}

Decimal percent(Decimal part, Decimal whole) {
    return Decimal::multiply_divide(part, hundred(), whole, Rounding::half_even)
        .rounded(percent_places, Rounding::half_even);
}

Decimal margin_ratio(const Position& position, Decimal price) {
    if (liquidated(position, price)) return hundred();
    return percent(maintenance(position, price), equity(position, price));
}

std::optional<Decimal> liquidation_price(const Position& position) {
    return price_at_ratio(position, Decimal::of(1));
}

std::optional<Decimal> margin_call_price(const Position& position) {
    return price_at_ratio(position, share(800));
}

Decimal funding(const Position& position, Decimal mark, Decimal rate, Decimal part) {
    const Decimal size = notional(position.quantity, mark);
    const bool pays = (position.side == Side::buy_more) == rate.positive();
    const Rounding rounding = pays ? Rounding::up : Rounding::down;
    const Decimal whole = Decimal::multiply(size, rate.negative() ? -rate : rate, rounding);
    const Decimal amount = Decimal::multiply(whole, part, rounding);
    return pays ? -amount : amount;
}

Decimal funding_rate(Decimal provided) {
    const Decimal widest =
        Decimal::multiply(tiers().front().rate, share(funding_share), Rounding::down);
    return maximum(minimum(provided, widest), -widest);
}

Decimal worth_paying(const Position& position, Decimal mark, Decimal payment) {
    return minimum(payment, maximum(equity(position, mark), {}));
}

Decimal shared_funding(Decimal claimed, Decimal collected, Decimal missing) {
    return maximum(claimed - missing, minimum(claimed, collected));
}

FundingMoved move_funding(const Position& position, Decimal funding) {
    const Decimal due = funding - position.unpaid;
    if (!due.negative()) return {due, {}};
    const Decimal paid = minimum(-due, position.margin);
    return {-paid, -due - paid};
}

Decimal part_of_funding(std::chrono::microseconds open, std::chrono::microseconds period) {
    if (open >= period) return Decimal::of(1);
    return Decimal::divide(Decimal::of(std::max<std::int64_t>(open.count(), 0)),
                           Decimal::of(period.count()), Rounding::down);
}

Closing close(const Position& position, Decimal price, Decimal fee_rate) {
    Closing closing;
    const Decimal gain = unrealised(position, price);
    if (gain.negative()) {
        const Decimal loss = -gain;
        closing.to_liquidity = minimum(loss, position.margin);
        closing.released = position.margin - closing.to_liquidity;
        closing.from_insurance = loss - closing.to_liquidity;
        closing.result = -closing.to_liquidity;
    } else {
        closing.released = position.margin;
        closing.profit = gain;
        closing.result = gain;
    }
    const Decimal back = closing.released + closing.profit;
    closing.funding = minimum(position.unpaid, back);
    const Decimal size = Decimal::multiply(position.quantity, price, Rounding::up);
    closing.fee = minimum(Decimal::multiply(size, fee_rate, Rounding::up), back - closing.funding);
    return closing;
}

Closing liquidate(const Position& position, Decimal price) {
    Closing closing;
    const Decimal lost = maximum(position.unpaid - unrealised(position, price), {});
    closing.to_liquidity = minimum(lost, position.margin);
    closing.to_insurance = position.margin - closing.to_liquidity;
    closing.from_insurance = lost - closing.to_liquidity;
    closing.result = -position.margin;
    return closing;
}

std::optional<Payment> split(Decimal amount, Decimal liquidity, Decimal insurance) {
    const Decimal first = minimum(amount, maximum(liquidity, {}));
    const Decimal rest = amount - first;
    if (rest > maximum(insurance, {})) return std::nullopt;
    return Payment{first, rest};
}

bool profit_reached(Side side, Decimal take_profit, Decimal mark) {
    return side == Side::buy_more ? mark >= take_profit : mark <= take_profit;
}

bool loss_reached(Side side, Decimal stop_loss, Decimal mark) {
    return side == Side::buy_more ? mark <= stop_loss : mark >= stop_loss;
}

bool slipped(Side side, Decimal seen, Decimal mark, Decimal share) {
    const Decimal room = Decimal::multiply(seen, share, Rounding::down);
    return (side == Side::buy_more ? mark - seen : seen - mark) > room;
}

SpecifiedFields specified(Decimal added, Decimal unrealised, Decimal size, Decimal return_percent) {
    return {added, unrealised - added, size - added,
            Decimal::divide(return_percent, Decimal::of(10), Rounding::half_even)};
}

EarlyClose early_close(const Terms& terms, std::int64_t age_days, const Position& position,
                       Decimal put_in, Decimal price) {
    EarlyClose early;
    early.days_left = std::max<std::int64_t>(0, terms.minimum_days - age_days);
    early.target = Decimal::multiply(put_in, terms.target, Rounding::up);
    early.funds_to_add = maximum(put_in - early.target, {});
    early.allowed = early.days_left == 0 || unrealised(position, price) >= early.target ||
                    equity(position, price) <= early.funds_to_add;
    return early;
}

std::string explain(const Position& position, Decimal price) {
    const bool rises = position.side == Side::buy_more;
    const Decimal size = Decimal::multiply(position.quantity, price, Rounding::up);
    const Tiers all = tiers_beside(position.beside);
    const Tier& tier = tier_of(all, size);
    const std::string own = equity(position, price).str();
    const std::string needed = maintenance(position, price).str();
    const std::string quantity = position.quantity.str();
    const Decimal from = rises ? position.entry : price, to = rises ? price : position.entry;
    std::string text = "equity = " + position.margin.str() + " + " + quantity + " × (" + to.str() +
                       " − " + from.str() + ")";
    if (position.unpaid.positive()) text += " − " + position.unpaid.str();
    text += " = " + own;
    text += "; maintenance = " + quantity + " × " + price.str() + " × " + tier.rate.str() + " − " +
            tier.deduction.str() + " = " + needed;
    text += "; " + own + " ≤ " + needed;
    return text;
}

}  // namespace cambio::futures
