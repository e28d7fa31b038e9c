#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "pg/pg.h"

namespace cambio::faults {

/// What is wrong in the books whatever the clients say: the audit's proofs, fills against orders,
/// limits, sequences, a crossed book, and each client's money against all that happened. Empty:
/// nothing.
std::vector<std::string> wrong_in_books(pg::Connection& connection);

/// The same after every order was cancelled: nothing rests and nothing is held for it.
std::vector<std::string> left_behind(pg::Connection& connection);

/// How often jobs did what only they do.
std::map<std::string, std::int64_t> done_by_jobs(pg::Connection& connection);

}  // namespace cambio::faults
