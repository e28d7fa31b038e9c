#include "control.h"

#include "operators/operator_log.h"

namespace cambio::control {

namespace {

// An email has an @ and a user ID begins with a letter or is not all digits; where a user ID looks
// like a number, it goes first.
constexpr const char* client_named = R"sql(
    select id, user_unique_id, email, client_frozen(c) as frozen, account_status from clients c
     where email = $1 or user_unique_id = $1 or id::text = $1
     order by id::text = $1 limit 1 for update
)sql";

}  // namespace

Control::Control(Config settings)
    : config{std::move(settings)},
      db{config.database_url},
      redis{config.redis_url},
      push{config.push_url, redis},
      who{who_asks()} {}

void Control::record(pg::Transaction& tx, std::string_view act, std::string_view subject,
                     const std::string& reason, const Json::Value& data) const {
    operators::log(tx, {who.name, act, subject, reason}, data);
}

Client find_client(pg::Transaction& tx, const std::string& named) {
    const auto row = tx.maybe(client_named, {named});
    if (!row) throw Refused{"There is no client " + named + "."};
    return {row->id<ClientId>("id"), row->str("user_unique_id"), row->str("email"),
            row->boolean("frozen"), row->str("account_status")};
}

}  // namespace cambio::control
