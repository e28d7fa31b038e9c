#pragma once

#include "fcgi/route.h"
#include "pg/pg.h"

namespace cambio::wallet {

/// From the first instant of a day to that after the last day's end, UTC.
struct Period {
    pg::Time from, until;
    bool has(pg::Time at) const { return from <= at && at < until; }
};

/// The days `from` and `to`, both needed, at most 366 together. Throws missing_parameter,
/// invalid_parameter, out_of_range.
Period read_period(fcgi::Params& params);

}  // namespace cambio::wallet
