#pragma once

#include <optional>
#include <string>

#include "positions/position.h"

/// Closing a part of a position. The part becomes a position of its own, which is asked to be
/// closed from its beginning on and ends as any other does; the rest stays open under the old id.
///
///   q of the whole's Q    each amount a of the part is A·q/Q, rounded down at 18 places, and the
///                         rest keeps A − a: the sums are exact, and by less than 10^-17 USDT the
///                         rest is the better for it, so that its liquidation comes no earlier
///   amounts               initial margin, added margin, funding received less paid (what was paid
///                         is rounded up), unpaid funding (rounded up), the opening's fee and what
///                         fee credit gave back of it
///   not divided           what the client's other positions were worth (beside): they have not
///                         become less
///
/// What comes later for the whole, funding that the house owes and fee credit for a fee that it
/// owed, comes to the rest.
namespace cambio::positions {

struct Division {
    Position part, rest;
};

/// `quantity` > 0 and less than that of the whole.
Division divide(const Position& whole, Decimal quantity);

/// The least quantity that can be a position of its own, in whole lots: its part of the initial
/// margin is at least `minimum` USDT. `lot` > 0.
Decimal least_part(const Position& whole, Decimal minimum, Decimal lot);

/// The same in the position's market.
Decimal least_part(pg::Transaction& tx, const Position& whole);

/// Throws above_maximum, off_lot or below_minimum, naming `quantity`, where so much of the position
/// cannot be a position of its own, or the rest cannot. All of it can.
void check_part(pg::Transaction& tx, const Position& whole, Decimal quantity);

/// Writes a division of an open position, which is locked, and the request to close the part at
/// `price` under its idempotency key, if there is one. Returns the part as it is stored.
Position split(pg::Transaction& tx, const Division& division, Decimal price,
               const std::optional<std::string>& key);

}  // namespace cambio::positions
