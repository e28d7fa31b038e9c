#include "ledger/announcements.h"

#include "json/write.h"

namespace cambio::ledger {

namespace {

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

void announce_balances(pg::Connection& connection, Push& push, const token::ActiveClient& owner,
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
