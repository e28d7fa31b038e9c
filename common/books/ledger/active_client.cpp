#include "ledger/active_client.h"

#include "error/error.h"
#include "json/write.h"

namespace cambio::ledger {

namespace {

constexpr const char* standing_of = R"sql(
    select c.user_unique_id, c.status = 'FREEZE_ACCOUNT' as frozen,
           c.epoch = $3 and exists (
               select from sessions s where s.id = $2 and s.client_id = c.id
                      and s.revoked_at is null and s.expires_at > now()) as alive
    from clients c where c.id = $1
)sql";

constexpr const char* locks_of = R"sql(
    select coalesce(trading_lock(s, c) > now(), false) as session,
           coalesce(c.trading_locked_until > now(), false) as client
    from clients c join sessions s on s.client_id = c.id where c.id = $1 and s.id = $2
)sql";

constexpr const char* balances_of = R"sql(
    select a.code, coalesce(sum(l.balance) filter (where not l.held), 0) as available,
           coalesce(sum(l.balance) filter (where l.held), 0) as held
    from assets a
    left join ledger_accounts l
           on l.asset_id = a.id and l.client_id = $1 and l.house = '' and l.wallet = $2
    where a.id = any($3::bigint[]) group by a.code
)sql";

const char* name_of(Wallet wallet) {
    switch (wallet) {
        case Wallet::future:
            return "FUTURE";
        case Wallet::funding:
            return "FUNDING";
        case Wallet::earn:
            return "EARN";
        default:
            return "SPOT";
    }
}

}  // namespace

ActiveClient require_can_trade(pg::Transaction& tx, const token::Session& session) {
    auto owner = require_not_frozen(tx, session);
    if (tx.one(locks_of, {session.client, session.id}).boolean("session"))
        throw Error{Code::trading_locked};
    return owner;
}

ActiveClient require_can_withdraw(pg::Transaction& tx, const token::Session& session) {
    auto owner = require_not_frozen(tx, session);
    const auto locks = tx.one(locks_of, {session.client, session.id});
    if (locks.boolean("session") || locks.boolean("client")) throw Error{Code::trading_locked};
    return owner;
}

ActiveClient require_not_frozen(pg::Transaction& tx, const token::Session& session) {
    const auto row = tx.one(standing_of, {session.client, session.id, session.epoch});
    if (row.boolean("frozen")) throw Error{Code::frozen_account};
    if (!row.boolean("alive")) throw Error{Code::unauthorized};
    return {session.client, row.str("user_unique_id")};
}

void announce_balances(pg::Connection& connection, Push& push, const ActiveClient& owner,
                       Wallet wallet, const std::vector<AssetId>& assets) {
    std::vector<std::int64_t> ids;
    for (const AssetId asset : assets) ids.push_back(asset.value);
    const auto rows =
        connection.run(balances_of, {owner.id, static_cast<int>(wallet), pg::Param::array(ids)});
    for (const auto row : rows) {
        Json::Value data;
        data["wallet"] = name_of(wallet);
        data["name"] = row.str("code");
        data["wallet_balance"] = row.decimal("available").str();
        data["freeze_balance"] = row.decimal("held").str();
        push.tell(owner.unique_id, ClientEvent::balance, json::compact(data));
    }
}

}  // namespace cambio::ledger
