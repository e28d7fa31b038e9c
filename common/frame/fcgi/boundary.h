#pragma once

#include <exception>

#include "fcgi/reply.h"
#include "fcgi/request.h"

namespace cambio::fcgi {

/// The one place where an exception becomes a reply: Error by the catalogue, a lost or unwilling
/// database as unavailable, a number that grew too large as out_of_range, anything else as
/// internal. What is not the client's doing is logged, never with parameters.
Reply reply_for(const std::exception& problem, const Request& request);

}  // namespace cambio::fcgi
