#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "support/builders.h"

/// Fills as the settlement leaves them, with figures that a test chooses.
namespace cambio::test {

/// One order's side of a fill.
struct TradeSide {
    const Person* person = nullptr;  ///< nullptr: the house, which pays no fee
    std::string fee = "0";           ///< in the asset received
};

/// Writes a fill of BTCUSDT between two orders of its own, with the fees paid to house:fees, in a
/// batch of its own. `bought`: what the taker did.
void trade(World& world, bool bought, const std::string& price, const std::string& quantity,
           const TradeSide& taker, const TradeSide& maker = {});

}  // namespace cambio::test
