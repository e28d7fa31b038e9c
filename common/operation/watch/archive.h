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
/// clock was ahead. Nothing where the server does not archive, or not by cambio-backup. Throws
/// pg::Failure.
std::optional<std::chrono::seconds> archive_age(pg::Connection& db);

/// One is made each night; beyond this, one was left out. The first one may take its hours.
constexpr std::chrono::hours backup_overdue_after{36};
/// Each month a backup is restored beside the running one, for trial.
constexpr std::chrono::hours drill_overdue_after{35 * 24};

/// Clocks differ a little. What is noted for later than this was noted by one that was ahead, and
/// would be silent until its time has come.
constexpr std::chrono::minutes clock_ahead{5};

struct Backup {
    std::string repository;    ///< pgBackRest's number of it: "1"
    std::chrono::seconds age;  ///< less than nothing where a clock was ahead
    bool made = true;          ///< else there never was one, and the age is how long it is expected
};

/// The last backup into each repository, as cambio-backup has noted it. Where the server archives
/// its log and no backup was ever begun, one is expected since this version was installed. None
/// where a server archives by itself. Throws pg::Failure.
std::vector<Backup> backups(pg::Connection& db);

struct Drill {
    std::chrono::seconds age;  ///< less than nothing where a clock was ahead
    bool made = true;          ///< else there never was one, and the age is how long it is expected
};

/// The last time that a backup was restored for trial, as cambio-restore has noted it. Nothing
/// where no backup was ever begun, or a server archives by itself. Throws pg::Failure.
std::optional<Drill> last_drill(pg::Connection& db);

}  // namespace cambio::watch
