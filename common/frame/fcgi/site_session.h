#pragma once

#include <json/value.h>

#include <optional>
#include <string>

#include "fcgi/reply.h"
#include "fcgi/request.h"
#include "token/sessions.h"

/// How the site's pages carry a session: in a cookie that no script can read. Such a cookie comes
/// along with whatever a browser asks, also where another site made it ask. It counts only beside
/// the header X-Cambio-Client, which no other site can send, and which says whom the page shows.
namespace cambio::fcgi {

/// Who asks: by the token of a program, or by the cookie of a page of ours that shows the very
/// client. Nobody where the cookie does not count: `doubt` says why.
std::optional<token::Session> session_of(Request& request, Services& services);

/// The reply to whoever has just been given a session: with its "token", or with the cookie where
/// that was asked for.
Reply with_session(const Request& request, Json::Value reply, const std::string& token);

/// The reply to a request whose session is over: takes the cookie that it came by away.
Reply without_session(const Request& request, Reply reply);

}  // namespace cambio::fcgi
