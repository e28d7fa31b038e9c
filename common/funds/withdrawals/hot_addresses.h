#pragma once

#include <optional>
#include <set>
#include <string>

#include "jobs/job.h"

/// From which addresses withdrawals are paid, as the configuration has said over time.
namespace cambio::withdrawals {

/// Keeps for each network the one that the configuration names now.
void note_hot_addresses(jobs::Job& job);

/// All that it has named, and all that have sent anything, in their normal spelling.
std::set<std::string> hot_addresses(pg::Connection& db, const std::string& network);

/// The one that it named last before the database was guarded after a restore; nothing: it is not
/// known that there was one.
std::optional<std::string> hot_address_before_restore(pg::Connection& db,
                                                      const std::string& network);

}  // namespace cambio::withdrawals
