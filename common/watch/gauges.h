#pragma once

#include <string>

#include "pg/pg.h"

/// What Prometheus reads of the whole installation, beside what each program counts for itself.
namespace cambio::watch {

/// Lines for what is critical as the job alert_operator has seen it last (within a minute or so),
/// for the house's exposure by coin, and for what its risk gate turned down, by place and reason.
/// Throws pg::Failure.
std::string gauges(pg::Connection& db);

}  // namespace cambio::watch
