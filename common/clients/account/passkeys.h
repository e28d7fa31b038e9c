#pragma once

#include <string>
#include <string_view>

#include "config/config.h"
#include "pg/pg.h"
#include "token/passkeys.h"
#include "token/sessions.h"

/// Passkeys as they guard an account. What they mean for it, and what becomes of them when one is
/// lost or a password is reset, is written down in handlers/account/PASSKEYS.md.
namespace cambio::account {

/// Throws Error passkeys_off where browsers make none for this site.
token::RelyingParty passkey_site(const Config& config);

/// For what a session asks, and nothing else that it may ask for (`what`).
token::PasskeyAsk ask_of(const token::Session& session, token::PasskeyUse use,
                         std::string_view what = {});

/// Options for the browser. Throws Error passkeys_off, and not_found where the client has none.
Json::Value ask_for_passkey(pg::Transaction& tx, const Config& config,
                            const token::PasskeyAsk& ask);

/// What was right. Otherwise throws Error token_expired, passkey_unknown, passkey_wrong (naming
/// `passkey`, having committed, so that the try counts) or too_many_attempts. The owner is told of
/// a passkey that may have been copied.
token::CheckedPasskey expect_passkey(pg::Transaction& tx, const token::PasskeyAsk& ask,
                                     const token::Asker& asker, std::string_view answer);

/// What a passkey's check comes to; as above, for who has looked at it first.
void expect_right(pg::Transaction& tx, const token::CheckedPasskey& checked);

}  // namespace cambio::account
