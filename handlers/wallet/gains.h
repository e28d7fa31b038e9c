#pragma once

#include <optional>
#include <vector>

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

/// What all sales among the dealings of one coin won, the oldest first. What came in otherwise than
/// by a purchase (a deposit, a reward) is sold last. The parts of a sale add up to it exactly, and
/// so do the costs of the parts of a purchase.
std::vector<Gain> gains_of(const std::vector<Dealing>& dealings, CostMethod method);

}  // namespace cambio::wallet
