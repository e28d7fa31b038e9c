#include "ledger/accounts.h"

namespace cambio::ledger {

namespace {

constexpr const char* insert_spot_accounts = R"sql(
    insert into ledger_accounts (client_id, wallet, held, asset_id)
    select v.client, 1, v.held = 1, v.asset
    from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as v (client, asset, held)
    order by 1, 4, 3
    on conflict do nothing
)sql";
constexpr const char* insert_trading_accounts = R"sql(
    insert into ledger_accounts (house, asset_id)
    select h.name, a.id from assets a, (values ('fees'), ('liquidity')) as h (name)
    where not exists (
        select from ledger_accounts l
        where l.client_id is null and l.house = h.name and l.wallet = 0 and not l.held
              and l.asset_id = a.id)
    on conflict do nothing
)sql";

}  // namespace

void make_spot_accounts(pg::Connection& connection, const pg::Param& clients,
                        const pg::Param& assets, const pg::Param& held) {
    connection.run(insert_spot_accounts, {clients, assets, held});
}

void make_trading_accounts(pg::Connection& connection) {
    connection.run(insert_trading_accounts);
}

}  // namespace cambio::ledger
