#pragma once

#include <json/value.h>

#include <functional>

#include "account/security.h"
#include "fcgi/reply.h"
#include "fcgi/request.h"

/// What a sign-in comes to once it is known who signs in, whichever way that was proved.
namespace cambio::auth {

/// Where the request comes from, for the account's record.
account::Origin origin_of(const fcgi::Request& request);

/// Asks for the second factor where the client has one, else opens the session; commits. Throws
/// Error frozen_account.
fcgi::Reply enter(const fcgi::Request& request, pg::Transaction& tx, ClientId client);

/// What else belongs to opening a session: it is in the same transaction, and adds to the reply.
using Besides = std::function<void(Json::Value& reply)>;

/// The same after the second factor was right.
fcgi::Reply open(const fcgi::Request& request, pg::Transaction& tx, ClientId client,
                 const Besides& besides = {});

}  // namespace cambio::auth
