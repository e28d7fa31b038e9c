#pragma once

#include <string>

#include "fcgi/lane.h"

/// Argon2id takes 20 ms of a core, a mail server or the OpenID provider may take seconds: none may
/// hold the threads that answer everybody else, nor wait behind the others.
namespace cambio::auth {

void start_lanes();
void stop_lanes();

fcgi::Lane& password_lane();
fcgi::Lane& mail_lane();
fcgi::Lane& provider_lane();

/// The hash of a password that nobody knows: who signs in with an unknown e-mail is kept waiting by
/// a comparison with it for as long as everybody else.
const std::string& nobodys_password_hash();

}  // namespace cambio::auth
