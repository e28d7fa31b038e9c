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

/// A session ends or restricts what is as old as itself or older, unless the login password comes
/// with it: whoever has stolen one could else do so to its owner again and again, who by signing in
/// anew always ends the thief's. As lock_caller() where `password` is empty, else as
/// lock_caller_with_password().
Caller lock_ending_caller(pg::Transaction& tx, const fcgi::Request& request,
                          const std::string& password);
/// Throws missing_parameter naming `password`, where none came and that session is younger.
void expect_may_end(const fcgi::Request& request, SessionId session, const std::string& password);
/// Reads `password`, the last parameter, and does the work; what takes no password does not go to
/// the lane of those that do.
void with_ending_password(
    fcgi::Request& request, fcgi::Later later,
    std::function<fcgi::Reply(const fcgi::Request&, const std::string& password)> end);

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
