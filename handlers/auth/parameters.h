#pragma once

#include <string>
#include <string_view>

#include "fcgi/request.h"

namespace cambio::auth {

/// The parameter in its normal form (token/address.h); throws invalid_email or invalid_phone.
std::string email(fcgi::Params& params, std::string_view name);
std::string phone(fcgi::Params& params, std::string_view name);

}  // namespace cambio::auth
