#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "money/ids.h"
#include "pg/pg.h"

/// A client's own row (clients): how it begins, and how the client stands with the exchange. The
/// whole exchange reads the row; this room alone writes it. Of a client that there is not, whatever
/// returns nothing throws pg::WrongRowCount.
namespace cambio::clients {

struct Newcomer {
    std::string unique_id;  ///< user_unique_id
    std::string email;
    std::optional<std::string> mobile_number;
    std::string password_hash, transaction_password_hash;
    std::string referral_code;            ///< its own
    std::optional<ClientId> referred_by;  ///< who invited it
    std::string language;
    std::optional<std::string> google_subject, google_email;
};
/// Throws pg::Failure with a unique violation where somebody else has the email or the Google
/// account.
ClientId add(pg::Transaction& tx, const Newcomer& newcomer);

/// What was signed in, or asked for, before counts no more (token/sessions.h); nor does the
/// withdrawal limit from before it was lowered (clients/settings.h).
void raise_epoch(pg::Transaction& tx, ClientId client);
/// The same for everybody.
void raise_epochs(pg::Transaction& tx);

/// The sessions are the caller's to end.
void freeze(pg::Transaction& tx, ClientId client);
void unfreeze(pg::Transaction& tx, ClientId client);

/// For fifteen minutes nothing leaves, and no session that has not proved the transaction password
/// trades: it was wrong too often (token/trading_password.h).
void lock_trading(pg::Transaction& tx, ClientId client);
/// Ends that before its time.
void let_trade(pg::Transaction& tx, ClientId client);

/// Withdrawals rest for 24 hours; until when, in UTC: "2026-11-21 05:53".
std::string rest_withdrawals(pg::Transaction& tx, ClientId client);
/// Stops withdrawals until the operator allows them, `until` as the client is shown it. False: they
/// were stopped already, and stay as they are.
bool restrict_withdrawals(pg::Transaction& tx, ClientId client, std::string_view until);
/// False: they were allowed already.
bool allow_withdrawals(pg::Transaction& tx, ClientId client);

/// The operator's choice of a level, which must be one of fee_levels; it stays whatever is traded.
void set_level(pg::Transaction& tx, ClientId client, std::string_view level);
/// The level depends on the volume again.
void let_level_follow(pg::Transaction& tx, ClientId client);
/// The level of the client's volume; its user_unique_id, or nothing where that is the level already
/// or the operator has chosen one.
std::optional<std::string> follow_level(pg::Transaction& tx, ClientId client,
                                        std::string_view level);

/// Who the client says it is was proved (kyc/kyc.h).
void verify(pg::Transaction& tx, ClientId client);

}  // namespace cambio::clients
