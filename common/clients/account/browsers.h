#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "money/ids.h"
#include "pg/pg.h"

/// The browsers that an account's owner is known in, and as what they were seen (known_devices). In
/// most the owner has signed in (device_marks); in one or another a link by mail was followed,
/// which alone makes it known for a day (link_marks), or a password was reset. A stranger's guesses
/// never stop a known browser, so one that the owner has signed out is known no more.
namespace cambio::account {

/// Remembers a browser by the hash of its mark; `key_id` names the hash key that its cookie's name
/// is made with. Of a client's browsers the twenty that were seen last stay. Returns its number.
std::int64_t add_browser(pg::Transaction& tx, ClientId client, std::string_view mark_hash,
                         std::string_view key_id);
/// The same for one in which a link was followed. Of these the three newest stay, and they take
/// the place of no other: whoever reads the mailbox does not drive out the browsers of its owner.
std::int64_t add_browser_by_link(pg::Transaction& tx, ClientId client, std::string_view mark_hash,
                                 std::string_view key_id);
/// In one of these (link_marks.id) its owner signs in: with the same mark it is one like all others
/// from now on. Returns its number among them; nothing where it is not known any more.
std::optional<std::int64_t> keep_browser(pg::Transaction& tx, ClientId client, std::int64_t by_link,
                                         std::string_view key_id);

/// One that is known by the hash of its mark.
struct KnownBrowser {
    std::int64_t id;       ///< device_marks.id, or link_marks.id of one by link
    bool by_link = false;  ///< nobody has signed in there yet
};
std::optional<KnownBrowser> find_browser(pg::Transaction& tx, ClientId client,
                                         std::string_view mark_hash);
/// Its owner signs in there now, with a cookie's name of that key.
void see_browser(pg::Transaction& tx, std::int64_t browser, std::string_view key_id);

/// A device is what a browser looks like: a hash of that, and the key that made it.
struct Device {
    std::string_view hash, key_id;
};
struct SeenDevice {
    bool fresh = false;        ///< the client had none like it
    bool has_others = false;   ///< the client had one before
    bool told_lately = false;  ///< the owner was told of it within a day
};
/// It is seen now.
SeenDevice see_device(pg::Transaction& tx, ClientId client, const Device& device);
/// The owner is told of it now.
void note_device_told(pg::Transaction& tx, ClientId client, std::string_view hash);
/// One that a former key has hashed is the same device; nothing happens where that is known.
void hash_device_anew(pg::Transaction& tx, ClientId client, const Device& device,
                      std::string_view former_hash);

/// That of a session; nothing where it is not known any more.
std::optional<std::int64_t> browser_of(pg::Transaction& tx, SessionId session);

/// Forgets the browser of a session, unless `own` was opened in it, too.
void forget_browser(pg::Transaction& tx, SessionId session, SessionId own);

/// Forgets all of the client's but that of `own`.
void forget_other_browsers(pg::Transaction& tx, ClientId client, SessionId own);

/// Forgets those of the client's live sessions, before they are ended, but that of `own`. Where the
/// owner has signed out in time, a browser stays known; one where only a link was followed does
/// not.
void forget_signed_in_browsers(pg::Transaction& tx, ClientId client, SessionId own);

/// Forgets all of the client's.
void forget_browsers(pg::Transaction& tx, ClientId client);
/// Forgets those of everybody.
void forget_browsers_of_all(pg::Transaction& tx);

}  // namespace cambio::account
