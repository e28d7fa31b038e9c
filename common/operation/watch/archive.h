#pragma once

#include <chrono>
#include <optional>

#include "pg/pg.h"

/// PostgreSQL's write-ahead log in the archive, without which a backup reaches no second.
namespace cambio::watch {

/// It is switched and archived each minute, for something is always written.
constexpr std::chrono::seconds archive_stops_after{300};

/// How long ago the last segment was archived, or since when none was. Nothing where the server
/// does not archive. Throws pg::Failure.
std::optional<std::chrono::seconds> archive_age(pg::Connection& db);

}  // namespace cambio::watch
