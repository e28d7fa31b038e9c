#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "money/ids.h"
#include "pg/pg.h"
#include "token/asker.h"
#include "token/hash_keys.h"

/// Two-factor by authenticator app: time-based one-time passwords (RFC 6238: SHA-1, 6 digits,
/// 30 s), and ten recovery codes for a lost phone. Secrets are stored
/// sealed and codes hashed; what was so under a key before the current one of `keys` still counts.
namespace cambio::token {

/// What a person types into the app or scans.
struct TwoFactorSetup {
    std::string secret;  ///< base32, 32 letters and digits
    std::string uri;     ///< otpauth://totp/…, for a QR code
};

/// Whether a confirmed authenticator guards the client's account.
bool two_factor_on(pg::Transaction& tx, ClientId client);

/// Begins a set-up, or begins it anew; it guards nothing until it is confirmed. The secret is
/// stored sealed. `account_name` is what the app shows beside the exchange's name: the e-mail.
/// Throws Error two_factor_already_on.
TwoFactorSetup begin_two_factor(pg::Transaction& tx, const HashKeys& keys, ClientId client,
                                SessionId session, std::string_view account_name);

/// Confirms it by a code of the app: from now on it guards the account. Returns the ten recovery
/// codes, the only copy, or nothing for a wrong code, which is counted like one of
/// check_second_factor: the caller commits then too. Throws Error two_factor_off (this session has
/// begun nothing within ten minutes), two_factor_already_on, too_many_attempts.
std::vector<std::string> confirm_two_factor(pg::Transaction& tx, const HashKeys& keys,
                                            ClientId client, SessionId session,
                                            std::string_view code);

/// Removes authenticator and recovery codes; nothing happens where there are none.
void remove_two_factor(pg::Transaction& tx, ClientId client);

/// New recovery codes in place of the old ones. Throws Error two_factor_off.
std::vector<std::string> renew_recovery_codes(pg::Transaction& tx, const HashKeys& keys,
                                              ClientId client);

int recovery_codes_left(pg::Transaction& tx, ClientId client);

/// Stores a secret that was sealed anew. Throws pg::WrongRowCount where the client has none.
void keep_two_factor_secret(pg::Transaction& tx, ClientId client, std::string_view sealed);

/// A secret as it is stored: in the row of that client alone it opens.
std::string seal_two_factor(const HashKeys& keys, ClientId client, std::string_view secret);
/// Nothing: no key that is kept opens it.
std::optional<std::string> unseal_two_factor(const HashKeys& keys, ClientId client,
                                             std::string_view sealed);

enum class SecondFactor {
    right,
    right_by_recovery_code,  ///< used up when the transaction commits; the owner is told
    wrong,                   ///< counted when the transaction commits: the caller commits then too
};

/// Checks six digits of the app (one step of clock difference either way, and never the same step
/// twice) or a recovery code, in any case and with or without its hyphens. Throws Error
/// two_factor_off, and too_many_attempts (detail retry_after_seconds) after five wrong ones of the
/// asker in fifteen minutes or fifty in 24 hours, or of all strangers together ten in fifteen
/// minutes or twenty in 24 hours, or forty whatever was forgiven. Of all but the first the owner is
/// told, twice a day at most.
/// Tries of one asker take turns.
SecondFactor check_second_factor(pg::Transaction& tx, const HashKeys& keys, ClientId client,
                                 const Asker& asker, std::string_view code);

/// Lets strangers guess anew: whoever has proved the mailbox is one in every browser. Not without
/// end, for the mailbox may be stolen.
void forgive_strangers(pg::Transaction& tx, ClientId client);

/// What the app shows at a time for a set-up's secret (base32).
std::string authenticator_code(std::string_view secret, std::chrono::sys_seconds at);

}  // namespace cambio::token
