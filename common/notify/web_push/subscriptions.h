#pragma once

#include <optional>
#include <string>
#include <vector>

#include "money/ids.h"
#include "pg/pg.h"
#include "web_push/encryption.h"

/// The browsers that clients want to be told at. A database trigger queues for each what the bell
/// is told (migration 092), and another one forgets those of a session that ends.
namespace cambio::web_push {

using PushId = Id<struct PushTag>;

constexpr std::int64_t max_subscriptions = 10;

struct NewSubscription {
    ClientId client;
    SessionId session;
    std::string endpoint;
    BrowserKeys keys;
};

/// Subscribes a browser, or says of one that is subscribed already that it is this session's now.
/// Whoever brings its keys, too, takes it over from another client: they are of the browser, at
/// which somebody else has signed in. True: the client did not hear at it before. Throws Error:
/// push_browser_taken, too_many_push_browsers.
bool subscribe(pg::Transaction& tx, const NewSubscription& wanted);

/// False: this client has no such subscription.
bool unsubscribe(pg::Transaction& tx, ClientId client, PushId id);
bool unsubscribe(pg::Transaction& tx, ClientId client, const std::string& endpoint);

struct Subscription {
    PushId id;
    SessionId session;
    std::string user_agent;  ///< of the session
    pg::Time created_at;
    std::optional<pg::Time> failed_at;  ///< the last message did not get through then
};

/// A client's, the newest first.
std::vector<Subscription> subscriptions_of(pg::Connection& connection, ClientId client);

/// One of those that its browser may get within an hour. Also where nothing comes of it: whoever
/// subscribes what never takes a message gets no more.
void count_message(pg::Connection& connection, PushId id);
/// How the last message went, and that the browser is gone.
void note_sent(pg::Transaction& tx, PushId id);
void note_error(pg::Transaction& tx, PushId id, const std::string& reason);
void forget(pg::Connection& connection, PushId id);

}  // namespace cambio::web_push
