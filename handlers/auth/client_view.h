#pragma once

#include <json/value.h>

#include "money/ids.h"
#include "pg/pg.h"

namespace cambio::auth {

/// What a client sees of its own account: {id, status, membership_level, withdraw_transfer_status,
/// withdraw_restriction, user: {email, mobile_number, user_unique_id, account_status}}.
Json::Value client_view(pg::Transaction& tx, ClientId client);

}  // namespace cambio::auth
