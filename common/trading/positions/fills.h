#pragma once

#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "positions/orders.h"

namespace cambio::positions {

/// For what the house had no room, while the prices are the same: the least size of each contract
/// and side. Whatever is as large is not looked at again.
using NoRoom = std::map<std::pair<MarketId, futures::Side>, Decimal>;

struct Fills {
    std::vector<Order> filled;
    std::vector<Position> opened;  ///< of each that was filled
    std::vector<Order> refused;
    std::vector<Order> waiting;  ///< for which the house had no room for the first time
};

/// Locks the orders and fills those that the mark still reaches, now that nobody else can change
/// them, at that mark: fresh enough for the house (HOUSE_STALE_AFTER_MS) and, where it takes a last
/// look, made after the order. Where the house has no room the order waits. What its client cannot
/// open ends it, with the error's name: a frozen account, a size below the minimum or above what
/// one client may have, a target on the wrong side of the mark, too many positions. The position,
/// the order's end, the money and the notice to its owner are one transaction. An order that ended
/// meanwhile is left alone, so that doing it twice fills once. After the commit the caller
/// announces what comes of it.
Fills fill(pg::Transaction& tx, const Config& config, const std::vector<PositionId>& ids,
           NoRoom& none);

/// An order that waited for the house and whose price has left is one as any other.
void forget_waits(pg::Connection& connection);

}  // namespace cambio::positions
