#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "pg/pg.h"

/// PostgreSQL's write-ahead log in the archive, without which a backup reaches no second.
namespace cambio::watch {

/// It is switched and archived each minute, for something is always written.
constexpr std::chrono::seconds archive_stops_after{300};

/// How long ago the last segment was archived, or since when none was; less than nothing where a
/// clock was ahead. Nothing where the server does not archive. Throws pg::Failure.
std::optional<std::chrono::seconds> archive_age(pg::Connection& db);

/// One is made each night; beyond this, one was left out.
constexpr std::chrono::hours backup_overdue_after{36};
/// Each month a backup is restored beside the running one, for trial.
constexpr std::chrono::hours drill_overdue_after{35 * 24};

/// Clocks differ a little. What is noted for later than this was noted by one that was ahead, and
/// would be silent until its time has come.
constexpr std::chrono::minutes clock_ahead{5};

struct Backup {
    std::string repository;    ///< pgBackRest's number of it: "1"
    std::chrono::seconds age;  ///< less than nothing where a clock was ahead
    bool made = true;          ///< else the repository is named, and there never was one
};

/// The last backup into each repository, as cambio-backup has noted it. Throws pg::Failure.
std::vector<Backup> backups(pg::Connection& db);

/// Whether the server archives its log and there was no backup since this version was installed,
/// longer ago than a night. Throws pg::Failure.
bool never_backed_up(pg::Connection& db);

/// How long ago a backup was last restored for trial; less than nothing where a clock was ahead.
/// Nothing where it never was. Throws pg::Failure.
std::optional<std::chrono::seconds> drill_age(pg::Connection& db);

}  // namespace cambio::watch
