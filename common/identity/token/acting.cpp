#include "token/acting.h"

#include "error/error.h"

namespace cambio::token {

namespace {

const std::string acting_client = R"sql(
    select c.user_unique_id, c.epoch, client_frozen(c) as frozen,
           coalesce(session_alive(s), false) as alive,
           coalesce(trading_lock(s, c) > now(), false) as session_locked,
           coalesce(c.trading_locked_until > now(), false) as client_locked
    from clients c left join sessions s on s.id = $2 and s.client_id = c.id
    where c.id = $1
)sql";
const std::string acting_client_held = acting_client + "for share of c";

enum class Locks { none, of_session, of_client };

ActiveClient require(pg::Transaction& tx, const Session& session, ClientRow kept, Locks locks) {
    const std::string& statement = kept == ClientRow::held ? acting_client_held : acting_client;
    const auto row = tx.maybe(statement.c_str(), {session.client, session.id});
    if (!row) throw Error{Code::unauthorized};
    if (row->boolean("frozen")) throw Error{Code::frozen_account};
    if (row->integer("epoch") != session.epoch || !row->boolean("alive"))
        throw Error{Code::unauthorized};
    if ((locks != Locks::none && row->boolean("session_locked")) ||
        (locks == Locks::of_client && row->boolean("client_locked")))
        throw Error{Code::trading_locked};
    return {session.client, row->str("user_unique_id")};
}

}  // namespace

ActiveClient require_can_trade(pg::Transaction& tx, const Session& session, ClientRow row) {
    return require(tx, session, row, Locks::of_session);
}

ActiveClient require_can_withdraw(pg::Transaction& tx, const Session& session) {
    return require(tx, session, ClientRow::read, Locks::of_client);
}

ActiveClient require_not_frozen(pg::Transaction& tx, const Session& session, ClientRow row) {
    return require(tx, session, row, Locks::none);
}

}  // namespace cambio::token
