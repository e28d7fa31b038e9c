#pragma once

#include "config/config.h"
#include "metrics/metrics.h"
#include "pg/pg.h"

/// What Prometheus reads of the whole installation, beside what each process counts for itself.
namespace cambio::watch {

/// What the database knows: the audit, prices, jobs, mails, withdrawals, the books, the house's
/// exposure, what is paused, and what the job alert_operator has seen last. The role cambio_monitor
/// may read all of it; nothing is about one client. Throws pg::Failure.
void add_figures(metrics::Exposition& to, pg::Connection& db, const Config& config);

}  // namespace cambio::watch
