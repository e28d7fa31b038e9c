#include "parameters.h"

#include "token/address.h"

namespace cambio::auth {

std::string email(fcgi::Params& params, std::string_view name) {
    auto given = token::normal_email(params.required<std::string>(name));
    if (!given) throw Error{Code::invalid_email, std::string{name}};
    return *std::move(given);
}

std::string phone(fcgi::Params& params, std::string_view name) {
    auto given = token::normal_phone(params.required<std::string>(name));
    if (!given) throw Error{Code::invalid_phone, std::string{name}};
    return *std::move(given);
}

}  // namespace cambio::auth
