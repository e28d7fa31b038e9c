#pragma once

#include <cstdint>
#include <optional>

#include "money/ids.h"
#include "pg/pg.h"

/// The browsers that an account's owner is known in (device_marks). A stranger's guesses never stop
/// a known browser, so one that the owner has signed out is known no more.
namespace cambio::account {

/// That of a session; nothing where it is not known any more.
std::optional<std::int64_t> browser_of(pg::Transaction& tx, SessionId session);

/// Forgets the browser of a session, unless `own` was opened in it, too.
void forget_browser(pg::Transaction& tx, SessionId session, SessionId own);

/// Forgets all of the client's but that of `own`.
void forget_other_browsers(pg::Transaction& tx, ClientId client, SessionId own);

/// Forgets those of the client's live sessions, before they are ended, but that of `own`. Where the
/// owner has signed out in time, a browser stays known.
void forget_signed_in_browsers(pg::Transaction& tx, ClientId client, SessionId own);

/// Forgets all of the client's.
void forget_browsers(pg::Transaction& tx, ClientId client);

}  // namespace cambio::account
