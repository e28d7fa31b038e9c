#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

/// The value that such a part of all (0 to 1) does not exceed; 0 where there are none. Reorders
/// them.
inline double share(std::vector<double>& values, double part) {
    if (values.empty()) return 0;
    const auto at = static_cast<std::size_t>(static_cast<double>(values.size() - 1) * part);
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at),
                     values.end());
    return values[at];
}
