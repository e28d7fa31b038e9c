#pragma once

#include "metrics/metrics.h"

namespace cambio::metrics {

/// What one process counts of itself, beside the requests that it answers. Jobs count too, but live
/// for a minute, and nobody asks them.
struct Process {
    Process();
    Counter pool_waits;           ///< who found no free connection to PostgreSQL
    Counter pool_wait_time;       ///< microseconds, of all of them together
    Counter pool_refusals;        ///< who found none within the pool's patience
    Counter pushes_sent;          ///< messages that nchan has taken
    Counter pushes_dropped;       ///< messages that nobody will hear
    Histogram batch_orders;       ///< commands of one batch of the market's writer
    TimeHistogram batch_seconds;  ///< from the first look at a batch until its answers are out
};

Process& process();

/// All of them.
void write(Exposition& to, const Process& process);

}  // namespace cambio::metrics
