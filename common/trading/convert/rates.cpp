#include "convert/rates.h"

namespace cambio::convert {

namespace {

const Decimal one = Decimal::of(1);

/// USDT for one `from`, with the spread.
Decimal net_price(const Terms& terms) {
    return Decimal::multiply(terms.from.price, one - terms.spread, Rounding::down);
}

/// The smallest step of an amount.
Decimal step() {
    int128 units = 1;
    for (int i = amount_places; i < Decimal::places; ++i) units *= 10;
    return Decimal::from_units(units);
}

bool is_usdt(const Coin& coin) {
    return !coin.maximum;
}

}  // namespace

std::optional<Decimal> middle(std::optional<Decimal> bid, std::optional<Decimal> ask,
                              Decimal last) {
    if (!last.positive()) return std::nullopt;
    if (!bid || !ask || !bid->positive() || *bid >= *ask) return last;
    const Decimal price = Decimal::divide(*bid + *ask, Decimal::of(2), Rounding::half_even);
    const Decimal apart = price > last ? price - last : last - price;
    if (Decimal::multiply(apart, Decimal::of(5), Rounding::up) > last) return std::nullopt;
    return price;
}

Decimal depth(std::span<const markets::Level> levels, Decimal spread) {
    if (levels.empty()) return {};
    const Decimal best = levels.front().price;
    const Decimal furthest = Decimal::multiply(best, spread, Rounding::down);
    Decimal sum;
    for (const markets::Level& level : levels) {
        const Decimal away = level.price > best ? level.price - best : best - level.price;
        if (away > furthest) break;
        sum += level.quantity;
    }
    return sum.rounded(amount_places, Rounding::down);
}

Decimal market_rate(const Terms& terms) {
    return Decimal::divide(terms.from.price, terms.to.price, Rounding::down);
}

Decimal rate(const Terms& terms) {
    return Decimal::divide(net_price(terms), terms.to.price, Rounding::down);
}

Amounts by_from(const Terms& terms, Decimal from) {
    const Decimal worth = Decimal::multiply(from, net_price(terms), Rounding::down);
    const Decimal to = Decimal::divide(worth, terms.to.price, Rounding::down)
                           .rounded(amount_places, Rounding::down);
    return {from, to, is_usdt(terms.from) ? from : is_usdt(terms.to) ? to : worth};
}

Amounts by_to(const Terms& terms, Decimal to) {
    const Decimal worth = Decimal::multiply(to, terms.to.price, Rounding::up);
    const Decimal from =
        Decimal::divide(worth, net_price(terms), Rounding::up).rounded(amount_places, Rounding::up);
    return {from, to, is_usdt(terms.from) ? from : is_usdt(terms.to) ? to : worth};
}

Decimal smallest_from(const Terms& terms) {
    const Decimal total = maximum(terms.from.minimum_total, terms.to.minimum_total);
    const Decimal worth =
        Decimal::divide(total, terms.from.price, Rounding::up).rounded(amount_places, Rounding::up);
    const Decimal bought = by_to(terms, terms.to.minimum_quantity).from;
    return maximum(terms.from.minimum_quantity, maximum(worth, bought));
}

Decimal smallest_to(const Terms& terms) {
    const Decimal least = smallest_from(terms);
    const Decimal to = by_from(terms, least).to;
    return by_to(terms, to).from < least ? to + step() : to;
}

Decimal largest_from(const Terms& terms) {
    const auto worth_of = [](const Coin& coin) {
        return Decimal::multiply(*coin.maximum, coin.price, Rounding::down);
    };
    if (!terms.to.maximum) return *terms.from.maximum;
    const Decimal bought = Decimal::divide(worth_of(terms.to), terms.from.price, Rounding::down)
                               .rounded(amount_places, Rounding::down);
    return terms.from.maximum ? minimum(*terms.from.maximum, bought) : bought;
}

Decimal largest_to(const Terms& terms) {
    return by_from(terms, largest_from(terms)).to;
}

bool beyond_depth(const Terms& terms, const Amounts& amounts) {
    return (terms.from.maximum && amounts.from > *terms.from.maximum) ||
           (terms.to.maximum && amounts.to > *terms.to.maximum);
}

Decimal rate_of(const Limit& limit) {
    return limit.in_quote ? Decimal::divide(one, limit.price, Rounding::down) : limit.price;
}

Decimal at_limit(const Limit& limit, Decimal from) {
    const Decimal exact = limit.in_quote ? Decimal::divide(from, limit.price, Rounding::down)
                                         : Decimal::multiply(from, limit.price, Rounding::down);
    return exact.rounded(amount_places, Rounding::down);
}

bool reached(const Terms& terms, const Limit& limit) {
    const Decimal net = net_price(terms);
    if (limit.in_quote)
        return Decimal::multiply(net, limit.price, Rounding::down) >= terms.to.price;
    return net >= Decimal::multiply(limit.price, terms.to.price, Rounding::up);
}

}  // namespace cambio::convert
