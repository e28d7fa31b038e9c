#pragma once

#include "error/error.h"
#include "money/decimal.h"

namespace cambio::spot {

/// Up to here a page that computes price × quantity may round.
inline constexpr int total_places = 6;

/// Refuses a total that, to `places`, is not what the quantity costs at the price.
inline void check_total(Decimal price, Decimal quantity, Decimal total, int places) {
    const Decimal exact = Decimal::multiply(price, quantity, Rounding::half_even);
    const Decimal difference = exact > total ? exact - total : total - exact;
    if (!difference.rounded(places, Rounding::down).zero())
        throw Error{Code::invalid_parameter, "total"};
}

}  // namespace cambio::spot
