#pragma once

#include <json/value.h>

#include "markets/market.h"
#include "money/ids.h"
#include "pg/pg.h"

/// What trading costs a client, in Binance's words.
namespace cambio::binance {

markets::FeeRates fees_of(pg::Connection& connection, const markets::Directory& directory,
                          ClientId client);
/// Of whoever makes and of whoever takes.
Json::Value rates_of(const markets::FeeRates& fees);
/// That of fees which are paid in a coin for that, of which there is none.
Json::Value no_discount();

}  // namespace cambio::binance
