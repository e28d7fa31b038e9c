#pragma once

#include <functional>
#include <string>

#include "account/step_up.h"
#include "fcgi/reply.h"
#include "fcgi/request.h"
#include "fcgi/route.h"
#include "token/codes.h"

/// The client that asks for a change of its own account.
namespace cambio::account {

using Caller = Owner;

Origin origin_of(const fcgi::Request& request);

/// As lock_owner().
Caller lock_caller(pg::Transaction& tx, const fcgi::Request& request);

/// The same, when `password` is the login password. A wrong one is counted and the transaction
/// committed: throws wrong_password naming `field`, and too_many_attempts after five.
Caller lock_caller_with_password(pg::Transaction& tx, const fcgi::Request& request,
                                 const std::string& password, const char* field);

/// Reads `password`, the login password, as the last parameter, and does the work on the lane of
/// passwords. A session ends and restricts nothing but itself without it: whoever has stolen one
/// could else sign the owner out wherever that is, and stop the owner's programs. Where it is
/// `needed` and none came, throws missing_parameter.
void with_login_password(
    fcgi::Request& request, fcgi::Later later, bool needed,
    std::function<fcgi::Reply(const fcgi::Request&, const std::string& password)> work);

/// As prove(), and acted() for the request's own origin.
Caller prove(pg::Transaction& tx, const fcgi::Request& request, Act act, const Proof& proof);
void acted(pg::Transaction& tx, const fcgi::Request& request, Act act,
           const Json::Value& data = {});

/// As expect_transaction_password(), naming transaction_password.
void require_transaction_password(const fcgi::Request& request, const std::string& password);

/// Throws code_wrong (committing, so that the try counts) or code_expired, naming `field`.
void require_code(pg::Transaction& tx, const fcgi::Request& request, token::Purpose purpose,
                  const std::string& address, const std::string& code, const char* field);

/// Mails a code to the caller's own address; the body of a lane's work. `text` is the mail's name.
fcgi::Reply mail_code(const fcgi::Request& request, token::Purpose purpose, const char* text);

/// Ends every session of the client and opens a new one for this device; its token.
std::string renew_session(pg::Transaction& tx, const fcgi::Request& request, const Caller& caller);

/// After the commit: the client's pages look for news in the bell.
void announce(const fcgi::Request& request, const Caller& caller);

}  // namespace cambio::account
