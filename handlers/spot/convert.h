#pragma once

#include <optional>
#include <string>

#include "convert/conversions.h"
#include "fcgi/route.h"
#include "token/api_keys.h"

/// Conversions, whose orders come through my-order.
namespace cambio::spot {

/// What my-order asks for with trade_type=convert.
void place_conversion(fcgi::Request& request, fcgi::Later later);

/// The coin of that code with its market as they stand now. Throws unknown_asset naming `field`.
convert::CoinNow find_coin(pg::Connection& connection, const fcgi::Request& request,
                           const std::string& code, const char* field);

/// Throws Error api_key_scope and api_key_market where a program may not trade in the market of one
/// of the coins.
void expect_may_convert(const token::Session& session, const convert::CoinNow& from,
                        const convert::CoinNow& to);

/// Which amount was given, and how it is called.
struct Wanted {
    std::optional<Decimal> from, to;
    const char* field = "";
};

/// Both amounts of a conversion. Throws below_minimum and above_maximum naming the field, with what
/// is allowed, and no_liquidity where no amount is.
convert::Amounts amounts_of(const convert::Terms& terms, const Wanted& wanted);

}  // namespace cambio::spot
