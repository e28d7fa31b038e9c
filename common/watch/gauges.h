#pragma once

#include <string>

#include "pg/pg.h"

/// What Prometheus reads of the whole installation, beside what each program counts for itself.
namespace cambio::watch {

/// Lines for what is critical as the job alert_operator has seen it last (within a minute or so),
/// and for the house's exposure by coin. Throws pg::Failure.
std::string gauges(pg::Connection& db);

}  // namespace cambio::watch
