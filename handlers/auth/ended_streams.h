#pragma once

#include "fcgi/serve.h"

namespace cambio::auth {

/// Ends sessions that were idle for too long, and the private streams of clients of whom a session
/// ended or who were frozen, whatever program did it, within a second. Who is still signed in comes
/// back with another ticket at once.
void start_ending_streams(fcgi::Services& services);
void stop_ending_streams();

}  // namespace cambio::auth
