#include "gains.h"

#include <deque>

#include "cost.h"

namespace cambio::wallet {

namespace {

/// One sale, which is parted until nothing of it is left.
class Sale {
  public:
    Sale(const Dealing& dealing, std::vector<Gain>& gains)
        : at_{dealing.at}, quantity_{dealing.quantity}, worth_{dealing.worth}, gains_{gains} {}

    Decimal left() const { return quantity_; }

    /// 0 < `quantity` <= left().
    void part(Decimal quantity, std::optional<Decimal> cost,
              std::optional<pg::Time> bought_at = {}) {
        const auto proceeds =
            quantity == quantity_
                ? worth_
                : Decimal::multiply_divide(worth_, quantity, quantity_, Rounding::half_even);
        quantity_ -= quantity;
        worth_ -= proceeds;
        gains_.push_back({at_, bought_at, quantity, proceeds, cost});
    }

    /// What no purchase covers.
    void rest() {
        if (quantity_.positive()) part(quantity_, std::nullopt);
    }

  private:
    const pg::Time at_;
    Decimal quantity_, worth_;
    std::vector<Gain>& gains_;
};

struct Purchase {
    pg::Time at;
    AverageCost left;
};

std::vector<Gain> by_fifo(const std::vector<Dealing>& dealings) {
    std::vector<Gain> gains;
    std::deque<Purchase> purchases;
    for (const auto& dealing : dealings) {
        if (dealing.bought) {
            purchases.push_back({dealing.at, {}});
            purchases.back().left.buy(dealing.quantity, dealing.worth);
            continue;
        }
        Sale sale{dealing, gains};
        while (sale.left().positive() && !purchases.empty()) {
            auto& [at, left] = purchases.front();
            const auto quantity = minimum(left.quantity(), sale.left());
            if (quantity.positive()) sale.part(quantity, left.sell(quantity), at);
            if (!left.quantity().positive()) purchases.pop_front();
        }
        sale.rest();
    }
    return gains;
}

std::vector<Gain> by_average(const std::vector<Dealing>& dealings) {
    std::vector<Gain> gains;
    AverageCost cost;
    for (const auto& dealing : dealings) {
        if (dealing.bought) {
            cost.buy(dealing.quantity, dealing.worth);
            continue;
        }
        Sale sale{dealing, gains};
        const auto covered = minimum(cost.quantity(), sale.left());
        if (covered.positive()) sale.part(covered, cost.sell(covered));
        sale.rest();
    }
    return gains;
}

}  // namespace

std::vector<Gain> gains_of(const std::vector<Dealing>& dealings, CostMethod method) {
    return method == CostMethod::fifo ? by_fifo(dealings) : by_average(dealings);
}

}  // namespace cambio::wallet
