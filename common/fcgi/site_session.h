#pragma once

#include <json/value.h>

#include <string>

#include "fcgi/reply.h"
#include "fcgi/request.h"

/// How the site's pages carry a session: in a cookie that no script can read. Such a cookie comes
/// along with whatever a browser asks, also where another site made it ask. It counts only beside
/// the header X-Cambio-Client, which no other site can send, and which says whom the page shows.
namespace cambio::fcgi {

/// Takes the token out of the cookie where the request brings no other; says why not in `doubt`.
void take_cookie(Request& request, const Config& config);

/// The reply to whoever has just been given a session: with its "token", or with the cookie where
/// that was asked for.
Reply with_session(const Request& request, Json::Value reply, const std::string& token);

/// The reply to a request whose session is over: takes the cookie that it came by away.
Reply without_session(const Request& request, Reply reply);

}  // namespace cambio::fcgi
