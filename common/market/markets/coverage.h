#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "money/ids.h"
#include "pg/pg.h"

namespace cambio::markets {

/// From when to when the provider's trades of a market are known without a gap. Candles are
/// computed from trades only inside it; what lies outside comes from the provider's own candles.
struct Coverage {
    pg::Time since;
    pg::Time until;
};

std::optional<Coverage> read_coverage(pg::Transaction& tx, MarketId market);
/// Of several markets at once, each of which stands there once.
void write_coverages(pg::Transaction& tx,
                     const std::vector<std::pair<MarketId, Coverage>>& coverages);

}  // namespace cambio::markets
