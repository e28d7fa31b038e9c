#pragma once

#include <string>
#include <string_view>

#include "money/ids.h"
#include "pg/pg.h"

/// What of its own row a client chooses itself. Whether it may is the caller's to know, who has
/// locked the row. Of a client that there is not, whatever returns nothing throws
/// pg::WrongRowCount.
namespace cambio::clients {

/// Of crypto::hash_password(); the moment is written beside it.
void set_password_hash(pg::Transaction& tx, ClientId client, std::string_view hash);
void set_transaction_password_hash(pg::Transaction& tx, ClientId client, std::string_view hash);

struct Personal {
    std::string name;
    std::string gender;         ///< empty: none
    std::string date_of_birth;  ///< YYYY-MM-DD; empty: none
    std::string address;
};
void set_personal(pg::Transaction& tx, ClientId client, const Personal& personal);

/// One of notices::is_language().
void set_language(pg::Transaction& tx, ClientId client, std::string_view language);
/// A word that every mail to the client carries.
void set_anti_phishing_code(pg::Transaction& tx, ClientId client, std::string_view code);

/// USDT a day. A lower one leaves behind what was there before, for a day or until the epoch rises
/// (clients/standing.h); one that is lowered, or kept, for good leaves nothing behind.
void set_withdraw_limit(pg::Transaction& tx, ClientId client, int limit, bool for_good);
/// Withdrawals without a code. False: that was so already.
bool set_one_step_withdrawal(pg::Transaction& tx, ClientId client, bool enabled);
/// Withdrawals to saved addresses alone. False: that was so already.
bool set_withdrawal_whitelist(pg::Transaction& tx, ClientId client, bool enabled);

}  // namespace cambio::clients
