#include "gains.h"

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

}  // namespace

std::vector<Gain> Purchases::take(const Dealing& dealing) {
    std::vector<Gain> gains;
    if (dealing.bought) {
        auto& cost = method_ == CostMethod::fifo ? lots_.emplace_back(dealing.at).left : all_;
        cost.buy(dealing.quantity, dealing.worth);
        return gains;
    }
    Sale sale{dealing, gains};
    while (sale.left().positive() && !lots_.empty()) {
        auto& [at, left] = lots_.front();
        const auto quantity = minimum(left.quantity(), sale.left());
        if (quantity.positive()) sale.part(quantity, left.sell(quantity), at);
        if (!left.quantity().positive()) lots_.pop_front();
    }
    const auto covered = minimum(all_.quantity(), sale.left());
    if (covered.positive()) sale.part(covered, all_.sell(covered));
    sale.rest();
    return gains;
}

}  // namespace cambio::wallet
