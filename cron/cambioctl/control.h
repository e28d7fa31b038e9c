#pragma once

#include <json/value.h>

#include <stdexcept>
#include <string>
#include <string_view>

#include "config/config.h"
#include "money/ids.h"
#include "operator.h"
#include "pg/pg.h"
#include "push/push.h"
#include "redis/redis.h"

/// What the commands of the operator's program share.
namespace cambio::control {

/// The command was understood and is not possible: no such client, nothing to review. Exit status
/// 1, the sentence on standard error.
struct Refused : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// What was asked for may be done or not: to repeat it could do it twice. Exit status 4, the
/// sentence on standard error.
struct Uncertain : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Control {
    explicit Control(Config settings);
    Config config;
    pg::Connection db;
    Redis redis;
    Push push;
    Operator who;
    bool json = false;
    /// What the program ends with: `check` says by it how bad things are.
    int exit_status = 0;

    /// Writes an act into operator_log, in the transaction that does it.
    void record(pg::Transaction& tx, std::string_view act, std::string_view subject,
                const std::string& reason, const Json::Value& data = Json::objectValue) const;
};

struct Client {
    ClientId id;
    std::string unique_id;
    std::string email;
    bool frozen;
    std::string account_status;

    /// How the log and the replies name it.
    std::string name() const { return unique_id + " <" + email + ">"; }
};

/// By e-mail, user ID or number, locked until the transaction ends. Throws Refused.
Client find_client(pg::Transaction& tx, const std::string& named);

}  // namespace cambio::control
