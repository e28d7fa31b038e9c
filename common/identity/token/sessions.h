#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "money/ids.h"
#include "pg/pg.h"
#include "token/key_rights.h"

namespace cambio::token {

/// Who asks, as of a few seconds ago at most. Calls that move money compare `epoch` again inside
/// their transaction: a logout everywhere, a password change or a freeze raises it.
struct Session {
    SessionId id;
    ClientId client;
    std::int64_t epoch = 0;
    bool frozen = false;
    bool ended = false;               ///< it can only learn of the freeze
    pg::Time trading_locked_until{};  ///< zero: it may trade
    /// What a program may do that came by an API key (token/api_keys.h); null: a person's session.
    std::shared_ptr<const KeyRights> key{};
};

/// The channel of PostgreSQL's notifications that tells of each client of whom a session ended, or
/// who was frozen: "<clients.id> <user_unique_id>".
constexpr const char* ended_sessions = "ended_sessions";
/// The client of such a notification.
ClientId ended(std::string_view notification);

/// Opens a session row and returns its token (30 days). `device` is the browser's own name,
/// `place` where the address is (geo/places.h), `mark` the known browser (device_marks.id).
std::string open_session(pg::Transaction& tx, std::string_view secret_key, ClientId client,
                         std::string_view device, std::string_view ip, std::string_view place = {},
                         std::optional<std::int64_t> mark = {});
/// Where a session comes from; of `device` the first 200 bytes are kept.
struct From {
    std::string_view device, ip, place;
};
/// Opens the session that stands for an API key, which has no token; it ends at `expires`, or never
/// by itself.
SessionId open_key_session(pg::Transaction& tx, ClientId client, const From& from,
                           std::optional<pg::Time> expires);

/// Revokes one session, or all of a client (raises the epoch).
void revoke_session(pg::Transaction& tx, SessionId session);
void revoke_all_sessions(pg::Transaction& tx, ClientId client);
/// Revokes that of an API key. Throws pg::WrongRowCount where the client has no such key that
/// lives.
void revoke_key_session(pg::Transaction& tx, ApiKeyId key, ClientId client);
/// Revokes one of the client's devices. False: it is none that is signed in.
bool revoke_device(pg::Transaction& tx, SessionId session, ClientId client);
/// Revokes all of the client's devices but `own`. Those that ended for being idle still hear push
/// messages, until they are signed out like the rest.
void revoke_other_devices(pg::Transaction& tx, ClientId client, SessionId own);
/// Ends devices that nobody has used for so long, a thousand at most. Whoever asks for something is
/// refused by every program as soon as the time is over; a page that only listens does not ask.
void end_idle_devices(pg::Connection& connection, std::chrono::hours idle);
/// The clients of whom a session was ended so lately, by their user_unique_id.
std::vector<std::string> clients_ended_within(pg::Connection& connection,
                                              std::chrono::minutes time);
/// Revokes every session of everybody; how many there were. Epochs stay: clients/standing.h.
std::int64_t revoke_sessions_of_all(pg::Transaction& tx);

struct SessionRules {
    /// How long an answer is kept.
    std::chrono::milliseconds lifetime = std::chrono::seconds{3};
    /// A session that nobody used for so long has ended.
    std::chrono::seconds idle = std::chrono::hours{12};
    /// Hears that a session is in use whose last_seen_at is a minute old.
    std::function<void(SessionId)> seen = [](SessionId) {};
};

/// Whether a person asks, or a page that nobody has touched for a while.
enum class Attention { person, unattended };

/// Verifies a token's signature once, reads its session row, and keeps the answer for a moment
/// under a hash of the token, or until the database tells that a session of the client has ended.
/// Safe for several threads.
class Sessions {
  public:
    /// A token counts if it belongs to one of the keys.
    explicit Sessions(std::vector<std::string> public_keys, SessionRules rules = {});
    ~Sessions();
    /// Nothing: forged, expired, revoked or idle. A frozen client's session is returned with frozen
    /// set, even an ended one, so that whoever was signed in is told why not any more.
    std::optional<Session> find(pg::Pool& pool, std::string_view token,
                                Attention attention = Attention::person);
    /// Forgets a token at once in this process (logout).
    void forget(std::string_view token);
    /// Forgets all that is kept, or all of a client.
    void forget_all();
    void forget(ClientId client);
    /// Whether the database tells what ends. While it does not, nothing is kept.
    void hears(bool heard);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cambio::token
