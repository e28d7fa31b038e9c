#include "binance/figures.h"

#include <algorithm>

namespace cambio::binance {

std::string figure(Decimal value) {
    return value.str(std::max(usual_places, value.used_places()), Rounding::down);
}

std::string price(const markets::Market& market, Decimal value) {
    return value.str(std::max(price_places(market), value.used_places()), Rounding::down);
}

std::string quantity(const markets::Market& market, Decimal value) {
    return value.str(std::max(quantity_places(market), value.used_places()), Rounding::down);
}

int price_places(const markets::Market& market) {
    return std::max(usual_places, market.tick.used_places());
}

int quantity_places(const markets::Market& market) {
    return std::max(usual_places, market.lot.used_places());
}

}  // namespace cambio::binance
