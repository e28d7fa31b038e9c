#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "money/decimal.h"

/// Amounts as chains count them: whole numbers of a coin's smallest unit. Everything here is pure.
namespace cambio::chain {

/// A Decimal as units of 10^-places; nothing where that is no whole, positive number of them that
/// 128 bits hold.
std::optional<uint128> units_of(Decimal amount, int places);
/// The way back; nothing where no Decimal holds it.
std::optional<Decimal> amount_of(uint128 units, int places);

/// In plain digits, and back; nothing for another text.
std::string digits_of(uint128 number);
std::optional<uint128> number_of(std::string_view digits);

}  // namespace cambio::chain
