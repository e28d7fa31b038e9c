#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "money/ids.h"
#include "pg/pg.h"

/// Links by e-mail that make the browser known in which they are followed, so that an owner gets in
/// where strangers have used up all that strangers may try. A link cannot be guessed, so no number
/// of tries bounds it, and whoever asks for one takes none from anybody: what bounds the mails is
/// time alone. A link is good once, for one client, for half an hour, and after six of a day that
/// nobody has followed for two hours. It opens no session.
namespace cambio::token {

struct BrowserLink {
    std::string token;  ///< 256 random bits in hexadecimal; only its hash is stored
    std::chrono::minutes lifetime;
};

/// A new link. Nothing while another lies in the mailbox, or has been on its way there for less
/// than a minute, that nobody has followed and that is good for ten minutes more: with their
/// lifetimes, strangers bring about at most twenty mails in a day. Nor where five were followed
/// within a day, which whoever does not read the mailbox cannot bring about.
std::optional<BrowserLink> issue_browser_link(pg::Transaction& tx, ClientId client);

/// Now it lies in the mailbox. Until then it keeps others from being sent for a minute only: its
/// program may have ended before it was mailed.
void note_browser_link_sent(pg::Transaction& tx, std::string_view token);

/// Takes back what could not be sent: the next one who asks gets another.
void drop_browser_link(pg::Transaction& tx, std::string_view token);

/// Whose link it is, without using it up; nothing for one that is unknown, used or too old.
std::optional<ClientId> client_of_browser_link(pg::Transaction& tx, std::string_view token);

/// Whose link it was, which is used up when the transaction commits; nothing for one that is
/// unknown, used or too old.
std::optional<ClientId> take_browser_link(pg::Transaction& tx, std::string_view token);

/// Ends those of the client that wait: they are gone, as if none had been sent, so that strangers
/// who have them sent use up nothing of what the owner may follow in a day.
void end_browser_links(pg::Transaction& tx, ClientId client);

}  // namespace cambio::token
