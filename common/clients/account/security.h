#pragma once

#include <string>
#include <string_view>

#include "money/ids.h"
#include "notices/notices.h"
#include "pg/pg.h"

/// What every change of an account's security brings with it.
namespace cambio::account {

/// Where a request came from, for the account's own record.
struct Origin {
    std::string ip;
    std::string device;  ///< the browser's own name
    std::string place;
};

/// Writes what happened into the account's activity, for its owner to see.
void record(pg::Transaction& tx, ClientId client, std::string_view kind, const Origin& origin);

/// After a change of what guards the account (`what`, a kind whose mail says until when):
/// withdrawals rest for 24 hours, the activity has it, and bell and mail say so. `data` fills the
/// notice's texts. Does not end sessions.
void security_changed(pg::Transaction& tx, ClientId client, notices::Kind what,
                      const Origin& origin, Json::Value data = {});

}  // namespace cambio::account
