#pragma once

#include <json/value.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "money/ids.h"
#include "pg/pg.h"
#include "token/asker.h"
#include "token/webauthn.h"

/// The passkeys of clients. Each use answers a challenge that was given out for it: once, within
/// five minutes, for one site, and bound to whoever asked (a session and its act, or the browser of
/// a guest).
namespace cambio::token {

constexpr std::int64_t max_passkeys = 10;  ///< of a client
constexpr std::size_t max_passkey_name = 40;
constexpr std::size_t max_passkey_answer = 12288;  ///< JSON, in bytes

/// What a challenge is for; an answer to it does nothing else.
enum class PasskeyUse { add, sign_in, second_factor, step_up, unlock };

/// Whom and what a challenge is for.
struct PasskeyAsk {
    PasskeyUse use = PasskeyUse::sign_in;
    std::optional<ClientId> client;  ///< nobody is known yet at a sign-in
    std::string bound_to;            ///< whatever must be the same when the answer comes
};

struct Passkey {
    PasskeyId id;
    std::string name;
    pg::Time created_at{};
    std::optional<pg::Time> last_used_at;
    bool backed_up = false;
};
std::vector<Passkey> passkeys_of(pg::Transaction& tx, ClientId client);  ///< the oldest first
bool has_passkeys(pg::Transaction& tx, ClientId client);

/// PublicKeyCredentialCreationOptionsJSON, for a passkey that the owner of the account is verified
/// by. Throws Error too_many_passkeys.
Json::Value begin_passkey(pg::Transaction& tx, const RelyingParty& site, ClientId client,
                          std::string_view email, const std::string& bound_to);

/// Saves the new passkey; `answer` is RegistrationResponseJSON. Throws Error token_expired,
/// passkey_wrong, passkey_taken or too_many_passkeys. The client's row is locked by the caller.
PasskeyId add_passkey(pg::Transaction& tx, ClientId client, const std::string& bound_to,
                      std::string_view name, std::string_view answer);

/// Names, and whether there was such a passkey of the client.
bool rename_passkey(pg::Transaction& tx, ClientId client, PasskeyId id, std::string_view name);
/// The name of the one that is gone now; nothing: the client has no such passkey.
std::optional<std::string> remove_passkey(pg::Transaction& tx, ClientId client, PasskeyId id);
/// The names of all of them, which are gone now.
std::vector<std::string> remove_passkeys(pg::Transaction& tx, ClientId client);

/// PublicKeyCredentialRequestOptionsJSON: of the client's passkeys where one is named, else of
/// whichever the browser finds.
Json::Value ask_for_passkey(pg::Transaction& tx, const RelyingParty& site, const PasskeyAsk& ask);

enum class PasskeyCheck {
    right,
    expired,  ///< no challenge of that use, client and bond that is alive and unused
    unknown,  ///< no such passkey, or another client's
    wrong,    ///< not for this site, not verified, not signed by it; counted
    copied,   ///< its counter has not gone up: somebody may have a copy of it; counted
};
struct CheckedPasskey {
    PasskeyCheck check = PasskeyCheck::expired;
    ClientId client;  ///< where it is right, wrong or copied
    PasskeyId id;
    std::string name;
};

/// Judges AuthenticationResponseJSON. The challenge is used up, and a wrong one counted, when the
/// transaction commits: the caller commits whatever the result. Five wrong ones of an asker within
/// fifteen minutes: throws Error too_many_attempts (detail retry_after_seconds).
CheckedPasskey check_passkey(pg::Transaction& tx, const PasskeyAsk& ask, const Asker& asker,
                             std::string_view answer);

}  // namespace cambio::token
