#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "account/security.h"
#include "config/config.h"
#include "notices/notices.h"
#include "token/hash_keys.h"
#include "token/sessions.h"
#include "token/trading_password.h"

/// Step-up: a session alone, which may be stolen, changes nothing that guards an account. The acts
/// and what each asks for stand in step_up.def.
namespace cambio::account {

enum class Act {
#define X(act, password, told) act,
#include "account/step_up.def"
#undef X
};

enum class Secret { none, login, transaction };

/// A line of step_up.def.
struct Rule {
    Act act;
    std::string_view name;
    Secret password;
    notices::Kind told;
};
std::span<const Rule> rules();
const Rule& rule_of(Act act);

/// The client whose account changes.
struct Owner {
    ClientId id;
    std::string email;
    std::string unique_id;
    std::string language;
    std::string anti_phishing_code;
    std::string password_hash;
    std::string transaction_password_hash;
    std::string mobile_number;
};

/// Reads the owner and locks the row, so that changes of one account take turns. Sessions are
/// remembered for seconds; one that has ended meanwhile changes nothing: throws unauthorized, or
/// frozen_account.
Owner lock_owner(pg::Transaction& tx, const token::Session& session);

/// The same, and whether `password` is the login password. A wrong one is counted when the
/// transaction commits: the caller commits then too. Takes 20 ms. Throws too_many_attempts.
struct Checked {
    Owner owner;
    bool right;
};
Checked check_login_password(pg::Transaction& tx, const token::Session& session,
                             const std::string& password);

/// Checks and counts by itself, before the transaction that needs it; may take 100 ms. Throws
/// wrong_password naming `field`, trading_locked or unavailable.
void expect_transaction_password(token::TradingPasswords& passwords, const token::Session& session,
                                 const std::string& password,
                                 const char* field = "transaction_password");

/// What came with a request to prove that the account's owner asks; empty: nothing. The fields are
/// the names of the request's parameters.
struct Proof {
    std::string password;  ///< the login password, where the act asks for it
    std::string mailed_code;
    std::string two_factor_code;
    std::string passkey;  ///< an answer to ask_for_passkey(), in place of either code
    const char* password_field = "password";
    const char* mailed_field = "verification_code";
    const char* two_factor_field = "two_factor_code";
};

/// Proves an act, before anything else is written in the transaction: locks the owner, and checks
/// the login password where the act asks for it, then a passkey, the second factor or the mailed
/// code, which is used up when the transaction commits. The transaction password has been checked
/// before (see above). Where the factor is missing it throws missing_parameter, whose field says
/// which one the account asks for; having committed, so that the try counts, wrong_password,
/// two_factor_wrong, code_wrong, or what expect_passkey throws; and code_expired,
/// too_many_attempts, and what lock_owner throws. Where wrong transaction passwords have locked the
/// client, an act that asks for that password throws trading_locked, and one that asks for the
/// login password ends the lock: a thief's guesses do not keep out who has proved to be the owner.
Owner prove(pg::Transaction& tx, const token::HashKeys& keys, const token::Session& session,
            Act act, const Proof& proof);

/// What the browser asks the owner's passkey, which proves this act and no other. Throws Error
/// passkeys_off, and not_found where the owner has none.
Json::Value ask_for_passkey(pg::Transaction& tx, const Config& config,
                            const token::Session& session, Act act);

/// A code for this act and no other, for the owner's mailbox; the only copy. Throws what
/// token::issue_code throws, and two_factor_already_on where a mailed code would prove nothing.
std::string issue_code(pg::Transaction& tx, std::string_view key, const token::Session& session,
                       const Owner& owner, Act act);

/// What the act's line says comes of it: the activity has it, the owner is told, and withdrawals
/// rest. `data` fills the notice's texts.
void acted(pg::Transaction& tx, ClientId client, Act act, const Origin& origin,
           const Json::Value& data = {});

/// Disconnects Google and the wallet, removes all passkeys, and tells the owner. Does not end
/// sessions.
void end_other_sign_ins(pg::Transaction& tx, ClientId client, const Origin& origin);

/// Tells the owner what still signs in without the password, where there is anything: the names of
/// the passkeys, Google, the wallet's address.
void tell_other_sign_ins(pg::Transaction& tx, ClientId client);

/// After a forgotten password was set anew by mail: what somebody else may have left to come back
/// by is closed. Ends other sign-ins, pauses the plans of Auto Invest, and tells the owner.
void close_other_ways(pg::Transaction& tx, ClientId client, const Origin& origin);

}  // namespace cambio::account
