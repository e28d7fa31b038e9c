#include "binance/commission.h"

#include "binance/figures.h"

namespace cambio::binance {

namespace {

constexpr const char* read_level = "select membership_level from clients where id = $1";

}  // namespace

markets::FeeRates fees_of(pg::Connection& connection, const markets::Directory& directory,
                          ClientId client) {
    return directory.fees(connection.run(read_level, {client})[0].text("membership_level"));
}

Json::Value rates_of(const markets::FeeRates& fees) {
    Json::Value rates;
    rates["maker"] = figure(fees.maker);
    rates["taker"] = figure(fees.taker);
    return rates;
}

Json::Value no_discount() {
    Json::Value discount;
    discount["enabledForAccount"] = discount["enabledForSymbol"] = false;
    discount["discountAsset"] = "";
    discount["discount"] = figure({});
    return discount;
}

}  // namespace cambio::binance
