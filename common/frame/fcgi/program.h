#pragma once

#include <string>

#include "fcgi/request.h"
#include "token/sessions.h"

/// How a client's program calls with an API key (token/api_keys.h) in place of a session:
///
///     X-Cambio-Key        the key's public id
///     X-Cambio-Timestamp  milliseconds since 1970 UTC, at most 5 s from the server's clock
///     X-Cambio-Signature  of signed_text(), by the key
namespace cambio::fcgi {

/// What a call weighs, for the key or, where it proves none, for the address.
constexpr int usual_weight = 1;

/// What a program signs: timestamp, method, path, query and body as they were sent, each but the
/// last with a line feed behind it. No two requests have the same.
std::string signed_text(const Request& request);

/// The program that asks, within what its key may ask for. Throws api_key_time, with the server's
/// own, rate_limited, and what ApiKeys::verify throws.
token::Session program_of(const Request& request, Services& services, bool orders);

}  // namespace cambio::fcgi
