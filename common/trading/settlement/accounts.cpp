#include "settlement/accounts.h"

#include <stdexcept>

#include "ledger/accounts.h"

namespace cambio::settlement {

namespace {

constexpr const char* read_clients = R"sql(
    select id, user_unique_id, membership_level from clients where id = any($1::bigint[])
)sql";

constexpr const char* read_accounts = R"sql(
    select id, client_id, asset_id, held, balance from ledger_accounts
    where client_id = any($1::bigint[]) and house = '' and wallet = 1
)sql";

constexpr const char* read_house_accounts = R"sql(
    select id, house, asset_id, balance from ledger_accounts
    where client_id is null and house in ('fees', 'liquidity') and wallet = 0 and not held
)sql";

constexpr const char* read_balances = R"sql(
    select id, balance from ledger_accounts where id = any($1::bigint[]) order by id
)sql";

constexpr const char* lock_balances = R"sql(
    select id, balance from ledger_accounts where id = any($1::bigint[]) order by id for update
)sql";

}  // namespace

ledger::Account* Accounts::find(const AccountKey& key) {
    const auto found = accounts_.find(key);
    return found == accounts_.end() ? nullptr : &found->second;
}

ledger::Account& Accounts::at(const AccountKey& key) {
    ledger::Account* account = find(key);
    if (account == nullptr) {
        throw std::logic_error{"settlement: unknown account of client " +
                               std::to_string(key.client.value)};
    }
    return *account;
}

ledger::Account& Accounts::house(ledger::House house, AssetId asset) {
    return house == ledger::House::fees ? fees_.at(asset) : liquidity_.at(asset);
}

const Client* Accounts::client(ClientId id) const {
    const auto found = clients_.find(id);
    return found == clients_.end() ? nullptr : &found->second;
}

void Accounts::forget() {
    accounts_.clear();
    of_client_.clear();
    liquidity_.clear();
    fees_.clear();
    clients_.clear();
    reads_.clear();
}

void Accounts::forget(ClientId id) {
    const auto keys = of_client_.find(id);
    if (keys != of_client_.end()) {
        for (const AccountKey& key : keys->second) accounts_.erase(key);
        of_client_.erase(keys);
    }
    clients_.erase(id);
}

void Accounts::use(ClientId id, std::chrono::steady_clock::time_point at) {
    const auto found = clients_.find(id);
    if (found != clients_.end()) found->second.used_at = at;
}

void Accounts::keep(const AccountKey& key, const ledger::Account& account) {
    const auto [place, fresh] = accounts_.try_emplace(key);
    if (fresh) of_client_[key.client].push_back(key);
    ledger::Account& kept = place->second;
    kept.id = account.id;
    kept.balance = account.balance;
}

void Accounts::keep(ClientId id, Client client) {
    reads_.emplace_back(client.read_at, id);
    clients_[id] = std::move(client);
}

void Accounts::keep_house(ledger::House house, AssetId asset, const ledger::Account& account) {
    ledger::Account& kept = (house == ledger::House::fees ? fees_ : liquidity_)[asset];
    kept.id = account.id;
    kept.balance = account.balance;
}

void Accounts::read_rows(pg::Connection& connection, const pg::Param& clients) {
    for (const pg::Row row : connection.run(read_accounts, {clients})) {
        keep({row.id<ClientId>("client_id"), row.id<AssetId>("asset_id"), row.boolean("held")},
             {row.id<AccountId>("id"), row.decimal("balance"), {}, false});
    }
}

void Accounts::read(pg::Connection& connection, const markets::Directory& directory,
                    const std::vector<std::int64_t>& clients) {
    const pg::Param ids = pg::Param::array(clients);
    read_rows(connection, ids);
    read_levels(connection, directory, ids);
}

void Accounts::read_levels(pg::Connection& connection, const markets::Directory& directory,
                           const pg::Param& clients) {
    const auto now = std::chrono::steady_clock::now();
    for (const pg::Row row : connection.run(read_clients, {clients})) {
        const auto id = row.id<ClientId>("id");
        const Client* known = client(id);
        const auto used_at = known == nullptr ? now : known->used_at;
        keep(id, {row.str("user_unique_id"), directory.fees(row.text("membership_level")), now,
                  used_at});
    }
}

void Accounts::follow_levels(pg::Connection& connection, const markets::Directory& directory,
                             const Due& due, const std::function<bool(ClientId)>& rests) {
    std::vector<std::int64_t> old;
    std::vector<ClientId> unused;
    std::ptrdiff_t passed = 0;
    for (const auto& [read_at, id] : reads_) {
        if (read_at >= due.read_before || old.size() + unused.size() == due.most) break;
        ++passed;
        const Client* known = client(id);
        if (known == nullptr || known->read_at != read_at) continue;
        if (known->used_at < due.used_before && !rests(id))
            unused.push_back(id);
        else
            old.push_back(id.value);
    }
    if (!old.empty()) read_levels(connection, directory, pg::Param::array(old));
    reads_.erase(reads_.begin(), reads_.begin() + passed);
    for (const ClientId id : unused) forget(id);
}

void Accounts::make(pg::Connection& connection, const std::vector<AccountKey>& keys) {
    std::vector<std::int64_t> clients, assets, held;
    for (const AccountKey& key : keys) {
        clients.push_back(key.client.value);
        assets.push_back(key.asset.value);
        held.push_back(key.held ? 1 : 0);
    }
    const pg::Param ids = pg::Param::array(clients);
    ledger::make_spot_accounts(connection, ids, pg::Param::array(assets), pg::Param::array(held));
    read_rows(connection, ids);
}

void Accounts::make_house(pg::Connection& connection) {
    ledger::make_trading_accounts(connection);
}

void Accounts::read_house(pg::Connection& connection) {
    for (const pg::Row row : connection.run(read_house_accounts)) {
        const auto house =
            row.text("house") == "fees" ? ledger::House::fees : ledger::House::liquidity;
        keep_house(house, row.id<AssetId>("asset_id"),
                   {row.id<AccountId>("id"), row.decimal("balance"), {}, false});
    }
}

void Accounts::refresh(pg::Connection& connection, const std::vector<ledger::Account*>& accounts,
                       bool lock) {
    std::vector<std::int64_t> ids;
    std::unordered_map<std::int64_t, ledger::Account*> by_id;
    for (ledger::Account* account : accounts) {
        if (by_id.emplace(account->id.value, account).second) ids.push_back(account->id.value);
    }
    const char* sql = lock ? lock_balances : read_balances;
    for (const pg::Row row : connection.run(sql, {pg::Param::array(ids)})) {
        by_id.at(row.integer("id"))->balance = row.decimal("balance");
    }
}

}  // namespace cambio::settlement
