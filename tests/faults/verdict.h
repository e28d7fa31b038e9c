#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "faults/journal.h"

namespace cambio::faults {

/// Whether the exchange kept its word to the clients.
struct Promises {
    std::int64_t lost = 0;     ///< acknowledged orders, fills and cancellations that are not there
    std::int64_t doubled = 0;  ///< keys with two orders, orders that nobody asked for
    std::int64_t changed = 0;  ///< orders that are not what was asked for or acknowledged
    std::int64_t unknown = 0;  ///< no definite answer until the end
    /// A client was refused, but an earlier submit of the same order, which had got no answer,
    /// arrived after that.
    std::int64_t late = 0;
    std::vector<std::string> findings;  ///< the first of each kind

    bool kept() const { return lost + doubled + changed == 0; }
};

/// Compares what the clients wrote down with what is stored.
Promises compare(pg::Connection& connection, const std::vector<const Journal*>& journals);

/// What is wrong in the books whatever the clients say: the audit's four proofs, fills against
/// orders, limits, sequences, a crossed book, and each client's money against its fills. Empty:
/// nothing.
std::vector<std::string> wrong_in_books(pg::Connection& connection);

/// The same after every order was cancelled: nothing rests and nothing is held.
std::vector<std::string> left_behind(pg::Connection& connection);

}  // namespace cambio::faults
