#pragma once

#include <string_view>

#include "money/ids.h"
#include "pg/pg.h"

/// Changes of the login password, and the ones that were used before.
namespace cambio::account {

/// How short a changed password may be.
constexpr std::size_t shortest_changed_password = 6;

/// Whether it is the client's password, or one of the five before it. Takes 20 ms for each.
bool recently_used(pg::Transaction& tx, ClientId client, std::string_view password);

/// Sets it and remembers the one that it replaces. Does not end sessions.
void set_password(pg::Transaction& tx, ClientId client, std::string_view password);

}  // namespace cambio::account
