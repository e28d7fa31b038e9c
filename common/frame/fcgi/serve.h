#pragma once

#include <functional>
#include <initializer_list>
#include <span>
#include <string>

#include "config/config.h"
#include "fcgi/limits.h"
#include "fcgi/route.h"
#include "fcgi/weights.h"
#include "geo/places.h"
#include "pg/listener.h"
#include "pg/pg.h"
#include "push/push.h"
#include "redis/redis.h"
#include "token/api_keys.h"
#include "token/hash_keys.h"
#include "token/key_limits.h"
#include "token/sessions.h"
#include "token/visits.h"

namespace cambio::fcgi {

/// Whether a group has a use for the hash key: to make keyed hashes, to open what is sealed, or to
/// check the API keys of programs. One that has none does not read it, and may not
/// (nginx/users.sh), so that whoever takes it over has no client's second factor.
enum class HashKey { needed, not_needed };

/// What the threads of one handler process share. It holds nothing that it could not lose.
struct Services {
    explicit Services(Config config, HashKey hash_key = HashKey::needed);
    Config config;
    std::string token_secret_key;  ///< Ed25519, 64 bytes; only a group that opens sessions has it
    token::HashKeys hash_keys;     ///< empty where the group needs none
    std::string fastcgi_secret;
    pg::Pool pool;
    Redis redis;
    Limits limits;
    AddressWeights weights;
    Push push;
    token::Visits visits;  ///< before `sessions` and `api_keys`, which tell it
    token::Sessions sessions;
    token::ApiKeys api_keys;
    token::KeyLimits key_limits;
    geo::Places places;
    pg::Listener ended_sessions;  ///< last: it tells `sessions` and `api_keys`
};

/// What a group does beside answering calls: `start` is called once before the first request and
/// `stop` once after the last.
struct Lifecycle {
    std::function<void(Services&)> start;
    std::function<void(Services&)> stop;
};

/// The main program of a group: reads the configuration, joins the tables, serves file descriptor 0
/// (or argv "--listen unix:/path" for tests) with threads that wait on one epoll set, and drains on
/// SIGTERM. "--routes" prints the tables as JSON lines and exits. GET /internal/metrics answers
/// what this process counts, for Prometheus (requests by route and status, seconds, in flight,
/// waits for the database, pushes, batches). Returns the exit status.
int serve(int argc, char** argv, std::string group,
          std::initializer_list<std::span<const Route>> tables, Lifecycle lifecycle = {},
          HashKey hash_key = HashKey::needed);

}  // namespace cambio::fcgi
