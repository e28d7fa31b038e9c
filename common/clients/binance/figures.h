#pragma once

#include <string>

#include "markets/market.h"
#include "money/decimal.h"
#include "pg/pg.h"

/// Figures as Binance writes them: decimals in texts with eight places, times in milliseconds.
namespace cambio::binance {

constexpr int usual_places = 8;

/// With eight places, or with as many more as the figure has: nothing is ever rounded away.
std::string figure(Decimal value);
/// A price or a quantity of the market: always with the same number of places.
std::string price(const markets::Market& market, Decimal value);
std::string quantity(const markets::Market& market, Decimal value);

/// How many places they have.
int price_places(const markets::Market& market);
int quantity_places(const markets::Market& market);

}  // namespace cambio::binance
