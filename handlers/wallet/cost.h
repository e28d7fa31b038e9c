#pragma once

#include <optional>
#include <utility>

#include "money/decimal.h"

namespace cambio::wallet {

/// What a coin has cost on average, in USDT: each purchase adds its quantity and its cost, each
/// sale takes the average cost of what is sold with it. What came in otherwise (a deposit) has no
/// cost that anybody knows; it is sold last.
class AverageCost {
  public:
    /// `quantity` arrived, after fees, for `paid` USDT. Both >= 0.
    void buy(Decimal quantity, Decimal paid) {
        quantity_ += quantity;
        cost_ += paid;
    }
    /// The cost of what is sold of it, in USDT.
    Decimal sell(Decimal quantity) {
        if (quantity >= quantity_) {
            quantity_ = {};
            return std::exchange(cost_, Decimal{});
        }
        const auto cost = Decimal::multiply_divide(cost_, quantity, quantity_, Rounding::half_even);
        cost_ -= cost;
        quantity_ -= quantity;
        return cost;
    }
    /// Of one coin; nothing where none is left that was bought.
    std::optional<Decimal> average() const {
        if (!quantity_.positive()) return std::nullopt;
        return Decimal::divide(cost_, quantity_, Rounding::half_even);
    }
    /// How much is left of what was bought.
    Decimal quantity() const { return quantity_; }

  private:
    Decimal quantity_, cost_;
};

/// What the bought part of what is there would win if it were sold at the price now; nothing where
/// its cost or its price is unknown.
inline std::optional<Decimal> unrealised(const AverageCost& cost, Decimal there,
                                         const std::optional<Decimal>& price) {
    const auto average = cost.average();
    if (!average || !price) return std::nullopt;
    return Decimal::multiply(minimum(cost.quantity(), there), *price - *average,
                             Rounding::half_even);
}

}  // namespace cambio::wallet
