#pragma once

#include <map>
#include <optional>
#include <vector>

#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"

/// What withdrawals are worth in USDT, for those who decide how many people have to look at them.
/// The request's own word is written by the handler that clients talk to, and is only one of three:
/// the highest of it, of what the policy found and of the worth at the price of now counts.
namespace cambio::withdrawals {

/// Of one. Nothing: there is no price to be trusted now, or no balance holds the worth.
std::optional<Decimal> highest_worth(pg::Transaction& tx, WithdrawalId id, int stale_after_ms);

/// Of each of these, at prices that are read once. One without a worth is left out.
std::map<WithdrawalId, Decimal> highest_worths(pg::Transaction& tx,
                                               const std::vector<WithdrawalId>& ids,
                                               int stale_after_ms);

/// In sum, of all that its client asked for within a day of it and of all that waits, so that it
/// cannot be cut into pieces, nor by waiting.
std::optional<Decimal> worth_around(pg::Transaction& tx, WithdrawalId id, int stale_after_ms);

}  // namespace cambio::withdrawals
