#pragma once

#include <string>

#include "fcgi/serve.h"
#include "pg/pg.h"

namespace cambio::auth {

/// Ends sessions that were idle for too long, and the private streams of clients of whom a session
/// ended or who were frozen, whatever program did it, within a second. Who is still signed in comes
/// back with another ticket at once.
/// A program's end with its key, also where that ends by its date.
void start_ending_streams(fcgi::Services& services);
void stop_ending_streams();
/// Of that client, at that time.
void end_streams_at(const std::string& user_unique_id, pg::Time time);

}  // namespace cambio::auth
