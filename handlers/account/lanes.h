#pragma once

#include "fcgi/lane.h"
#include "fcgi/serve.h"
#include "image/decoder.h"
#include "token/trading_password.h"

/// Argon2id takes 20 ms of a core, a picture some of it too, and a mail server may take seconds:
/// none of them may hold the threads that answer everybody else, nor wait behind another.
namespace cambio::account {

void start_lanes(fcgi::Services& services);
void stop_lanes();

fcgi::Lane& password_lane();
fcgi::Lane& message_lane();
fcgi::Lane& picture_lane();
const image::Decoder& picture_decoder();

/// Checks transaction passwords and counts wrong ones.
token::TradingPasswords& trading_passwords();

}  // namespace cambio::account
