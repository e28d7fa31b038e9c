#pragma once

// How a row of the provider's JSON becomes a typed value. Apart from provider.cpp, which knows the
// calls, limits and pauses; nothing else includes this.

#include <json/value.h>

#include <stdexcept>

#include "markets/provider.h"

namespace cambio::markets::rows {

/// A row that is not what the protocol says; the text names the field.
struct Malformed : std::runtime_error {
    using std::runtime_error::runtime_error;
};

ProviderTicker ticker(const Json::Value& row);
ProviderBook book(const Json::Value& row);
ProviderTrade trade(const Json::Value& row);
/// A candle says nothing of its instrument, and the columns of volume depend on its type.
ProviderCandle candle(const Json::Value& row, InstrumentType type);
ProviderInstrument instrument(const Json::Value& row);
ProviderMarkPrice mark_price(const Json::Value& row);
ProviderFundingRate funding_rate(const Json::Value& row);

}  // namespace cambio::markets::rows
