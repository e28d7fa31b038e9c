#pragma once

#include <cstdint>
#include <optional>

#include "money/ids.h"
#include "pg/pg.h"

/// Which friends have made their first large purchase or deposit (rewards::large_amount): whoever
/// finds one notes it in the friend's referral, where it stays. Demo money is no deposit.
namespace cambio::rewards {

/// A fill by its place in its market.
struct FillPlace {
    std::int64_t seq = 0, position = 0;
};
/// What orders have bought from others than the buyer's own circle, of those that have a fill in
/// this market after `from` up to `to`, there and before.
void note_purchases(pg::Transaction& tx, MarketId market, FillPlace from, FillPlace to);

/// Deposits of friends to whom one was credited since then; nothing: of all friends. Coins count at
/// their last price. One that came before the referral was seen counts too.
void note_deposits(pg::Connection& connection, std::optional<pg::Time> since);
/// The same for conversions; one to USDT is a sale.
void note_conversions(pg::Connection& connection, std::optional<pg::Time> since);

}  // namespace cambio::rewards
