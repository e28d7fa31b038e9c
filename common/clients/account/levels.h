#pragma once

#include <string>

namespace cambio::account {

/// A membership level as people read it: the first one has no name of its own but in the database.
inline std::string shown_level(const std::string& level) {
    return level == "NO_BADGE" ? "Standard" : level;
}

}  // namespace cambio::account
