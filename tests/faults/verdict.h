#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "faults/journal.h"

namespace cambio::faults {

/// Whether the exchange kept its word to the clients.
struct Promises {
    std::int64_t lost = 0;     ///< acknowledged orders, fills, acts that are not there
    std::int64_t doubled = 0;  ///< keys with two orders or acts, such as nobody asked for
    std::int64_t changed = 0;  ///< not what was asked for or acknowledged
    std::int64_t unknown = 0;  ///< no definite answer until the end
    /// A client was refused, but an earlier submit of the same order, which had got no answer,
    /// arrived after that.
    std::int64_t late = 0;
    std::vector<std::string> findings;  ///< the first of each kind

    bool kept() const { return lost + doubled + changed == 0; }
};

/// Compares what the clients wrote down with what is stored.
Promises compare(pg::Connection& connection, const std::vector<const Journal*>& journals);

}  // namespace cambio::faults
