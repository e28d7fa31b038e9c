// Codes that prove an act, without the mail that brings them.
#pragma once

#include <string>

#include "account/step_up.h"
#include "pg/pg.h"

namespace cambio {

/// As if the last code had been sent long ago. `key`: the keyed hashes' key.
inline std::string code_of_act(pg::Connection& connection, const std::string& key, ClientId client,
                               const std::string& email, account::Act act) {
    pg::Transaction tx{connection};
    tx.run(
        "update one_time_codes set created_at = created_at - interval '61 seconds' "
        "where address like '%' || $1",
        {email});
    account::Owner owner{};
    owner.id = client;
    owner.email = email;
    auto code = account::issue_code(tx, key, {}, owner, act);
    tx.commit();
    return code;
}

}  // namespace cambio
