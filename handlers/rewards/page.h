#pragma once

#include "fcgi/request.h"

namespace cambio::rewards {

/// Which part of a list is asked for: `page` from 1, `per_page` at most 50, both optional.
struct Page {
    std::int64_t limit = 10;
    std::int64_t offset = 0;
};

/// Throws out_of_range naming the parameter.
Page read_page(fcgi::Params& params);

}  // namespace cambio::rewards
