#pragma once

#include <json/value.h>

#include "markets/listing.h"

namespace cambio::markets {

/// The row of the spec's market lists. `favorite`: whether the caller starred it.
Json::Value row_of(const Pair& pair, bool favorite);

}  // namespace cambio::markets
