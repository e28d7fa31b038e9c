#pragma once

#include "fcgi/reply.h"
#include "fcgi/request.h"

namespace cambio::binance {

/// A refusal as Binance's clients read it, {"code":-1121,"msg":"Invalid symbol."}, from the one
/// table of refusals.def; what is not in it is -1000 with the catalogue's status and sentence.
fcgi::Reply refusal(const Error& error, const fcgi::Request& request);

/// The body of such a refusal.
Json::Value worded(const Error& error);

}  // namespace cambio::binance
