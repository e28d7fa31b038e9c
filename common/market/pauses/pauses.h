#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "pg/pg.h"

/// What the operator has stopped for everybody, for as long as a price, a chain or a restored
/// backup is in doubt. It is kept in the database, so that every program sees it with its next
/// transaction.
namespace cambio {

enum class Pause {
    /// No order, conversion, position or run of a plan begins or is filled, and no position is
    /// closed or liquidated. Orders can be cancelled. `markets.halted` does the same for one
    /// market.
    trading,
    /// No address is shown, no block is read: what arrives is credited afterwards.
    deposits,
    /// None is asked for or given out to be signed, and none is sent that was not before.
    withdrawals,
};
inline constexpr std::array pauses{Pause::trading, Pause::deposits, Pause::withdrawals};

/// As it is stored.
std::string_view name_of(Pause what);

bool paused(pg::Connection& connection, Pause what);

struct Paused {
    std::string what;  ///< as it is stored
    pg::Time since;
};
/// All that is paused, in order of name.
std::vector<Paused> all_paused(pg::Connection& connection);

/// The pairs that are halted by themselves, in the order of listing.
std::vector<std::string> halted_markets(pg::Connection& connection);

}  // namespace cambio
