#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "cost.h"
#include "dealings.h"

namespace cambio::wallet {

/// Which purchases a sale uses up: the oldest first (FIFO), or an equal part of all (AVERAGE).
enum class CostMethod { fifo, average };

/// What a sale won, or the part of it that one purchase covers (FIFO).
struct Gain {
    pg::Time sold_at;
    std::optional<pg::Time> bought_at;  ///< of the purchase, with FIFO
    Decimal quantity;
    Decimal proceeds;             ///< USDT, after fees
    std::optional<Decimal> cost;  ///< USDT, with fees; unknown for what came in otherwise

    /// USDT, negative for a loss; nothing where the cost is unknown.
    std::optional<Decimal> won() const {
        return cost ? std::optional{proceeds - *cost} : std::nullopt;
    }
};

/// What is left of the purchases of one coin, by which each sale is measured. What came in
/// otherwise than by a purchase (a deposit, a reward) is sold last. The parts of a sale add up to
/// it exactly, and so do the costs of the parts of a purchase.
class Purchases {
  public:
    explicit Purchases(CostMethod method) : method_{method} {}

    /// What a sale won, in the parts that purchases cover; nothing for a purchase. Dealings come
    /// one by one, the oldest first.
    std::vector<Gain> take(const Dealing& dealing);

  private:
    struct Lot {
        pg::Time at;
        AverageCost left;
    };

    const CostMethod method_;
    std::deque<Lot> lots_;  ///< with FIFO: what is left of each purchase
    AverageCost all_;       ///< with AVERAGE
};

}  // namespace cambio::wallet
