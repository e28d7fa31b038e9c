#pragma once

#include "fcgi/request.h"
#include "token/sessions.h"

namespace cambio::binance {

/// The client's program that signed the request, by the header X-MBX-APIKEY and the parameters
/// timestamp, recvWindow and signature; the signature is one of the query and the body as they
/// came, without the signature itself, or over the WebSocket API of the parameters in the order of
/// their names. What comes over a connection that has logged on there is not signed. Charges the
/// key for the weight and for so many new orders, and notes in the reply's headers what it has
/// used; a request that proves nothing is charged to its address, and where too many came from
/// there within a second, signatures are not looked at. Throws invalid_parameter for the
/// header (as X-MBX-APIKEY) and for a signature that cannot be one, missing_parameter, out_of_range
/// for a time that is not now, whatever token::ApiKeys::verify throws, and rate_limited.
token::Session caller(fcgi::Request& request, int weight, int orders = 0);

/// Whether it came over a connection that has proven `logon_key`.
bool logged_on(const fcgi::Request& request);

/// The text that is signed: `text` without its field `signature`, which may stand anywhere.
std::string without_signature(std::string_view text);

}  // namespace cambio::binance
