// Brings the file of networks into the database.
#include <json/reader.h>
#include <json/value.h>

#include <fstream>
#include <map>

#include "chain/chain.h"

namespace cambio::chain {

namespace {

constexpr const char* upsert_network = R"sql(
    insert into networks (name, kind, title, subname, chain_id, hrp, arrival_minutes, confirmations,
                          unlock_confirmations, explorer_tx, position, node, keys)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
    on conflict (name) do update set title = $3, subname = $4, chain_id = $5, hrp = $6,
        arrival_minutes = $7, confirmations = $8, unlock_confirmations = $9, explorer_tx = $10,
        position = $11, node = $12, keys = $13, listed = true
    where (networks.title, networks.subname, networks.chain_id, networks.hrp,
           networks.arrival_minutes, networks.confirmations, networks.unlock_confirmations,
           networks.explorer_tx, networks.position, networks.node, networks.keys,
           networks.listed)
        is distinct from ($3, $4, $5::bigint, $6, $7::integer, $8::integer, $9::integer, $10,
                          $11::smallint, $12, $13, true)
)sql";
constexpr const char* find_network_row = "select id, kind from networks where name = $1";
constexpr const char* unlist_networks = R"sql(
    update networks set listed = false where listed and name <> all ($1::text[])
)sql";
constexpr const char* find_asset = "select id from assets where code = $1";
constexpr const char* upsert_coin = R"sql(
    insert into network_coins (network_id, asset_id, contract, decimals, minimum_deposit,
        withdrawal_minimum, withdrawal_fee, withdrawal_minutes, withdrawal_confirmations)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (network_id, asset_id) do update set contract = $3, decimals = $4,
        minimum_deposit = $5, withdrawal_minimum = $6, withdrawal_fee = $7,
        withdrawal_minutes = $8, withdrawal_confirmations = $9, listed = true
    where (network_coins.contract, network_coins.decimals, network_coins.minimum_deposit,
           network_coins.withdrawal_minimum, network_coins.withdrawal_fee,
           network_coins.withdrawal_minutes, network_coins.withdrawal_confirmations,
           network_coins.listed)
        is distinct from ($3, $4::smallint, $5::numeric, $6::numeric, $7::numeric, $8::integer,
                          $9::integer, true)
)sql";
constexpr const char* unlist_coins = R"sql(
    update network_coins set listed = false
     where network_id = $1 and listed and asset_id <> all ($2::bigint[])
)sql";
constexpr const char* upsert_transfer_coin = R"sql(
    insert into transfer_coins (asset_id, minimum_listed, position) values ($1, $2, $3)
    on conflict (asset_id) do update set minimum_listed = $2, position = $3, listed = true
    where (transfer_coins.minimum_listed, transfer_coins.position, transfer_coins.listed)
        is distinct from ($2::numeric, $3::smallint, true)
)sql";
constexpr const char* find_promise = R"sql(
    select minimum_listed from transfer_coins where asset_id = $1 and listed
)sql";
constexpr const char* unlist_transfer_coins = R"sql(
    update transfer_coins set listed = false where listed and asset_id <> all ($1::bigint[])
)sql";

/// An object of the file with the readers of its fields, which name what is wrong.
class Entry {
  public:
    Entry(std::string where, const Json::Value& value) : where_{std::move(where)}, value_{&value} {
        if (!value.isObject()) throw NetworksError{where_ + ": is not an object"};
    }
    std::string text(const char* name) const {
        const Json::Value& field = (*value_)[name];
        if (!field.isString() || field.asString().empty()) fail(name, "is not a text");
        return field.asString();
    }
    std::string maybe_text(const char* name) const { return has(name) ? text(name) : ""; }
    bool has(const char* name) const { return !(*value_)[name].isNull(); }
    std::int64_t number(const char* name, std::int64_t least, std::int64_t most) const {
        const Json::Value& field = (*value_)[name];
        if (!field.isInt64() || field.asInt64() < least || field.asInt64() > most)
            fail(name, "is not a whole number from " + std::to_string(least) + " to " +
                           std::to_string(most));
        return field.asInt64();
    }
    Decimal amount(const char* name) const {
        const auto amount = Decimal::parse(text(name));
        if (!amount || !amount->positive()) fail(name, "is not an amount above zero");
        return *amount;
    }
    Entry child(const char* name) const { return Entry{where_ + ": " + name, (*value_)[name]}; }
    std::vector<Entry> list(const char* name, const char* title) const {
        const Json::Value& field = (*value_)[name];
        if (!field.isArray()) fail(name, "is not a list");
        std::vector<Entry> entries;
        for (const Json::Value& each : field) {
            const bool titled = each.isObject() && each[title].isString();
            entries.emplace_back(where_ + ": " + (titled ? each[title].asString() : name), each);
        }
        return entries;
    }
    [[noreturn]] void fail(const char* field, const std::string& problem) const {
        throw NetworksError{where_ + ": " + field + " " + problem};
    }

  private:
    std::string where_;
    const Json::Value* value_;
};

constexpr std::int64_t max_minutes = 1440, max_confirmations = 10'000;

AssetId asset_of(pg::Transaction& tx, const Entry& entry) {
    const auto asset = tx.maybe(find_asset, {entry.text("coin")});
    if (!asset) entry.fail("coin", "is not in the catalogue of coins");
    return asset->id<AssetId>("id");
}

std::optional<std::string> contract_of(const Network& network, const Entry& entry) {
    if (!entry.has("contract")) return {};
    const auto contract = entry.text("contract");
    if (!chain_of(network).facts().contracts ||
        check_address(network, contract) != AddressFault::none)
        entry.fail("contract", "is not an address of that network");
    return normal_address(network, contract);
}

/// A token's contract is asked (EvmSource); a network's own coin counts as its protocol does.
std::int64_t decimals_of(const Network& network, const Entry& coin) {
    const auto decimals = coin.number("decimals", 0, Decimal::places);
    const int own = chain_of(network).facts().decimals;
    if (!coin.has("contract") && decimals != own)
        coin.fail("decimals", "must be " + std::to_string(own) + ", of the network's own coin");
    return decimals;
}

/// What is enforced is at most what the list of coins promises.
Decimal minimum_of(pg::Transaction& tx, const Entry& coin) {
    const auto minimum = coin.amount("minimum_deposit");
    const auto promise = tx.maybe(find_promise, {asset_of(tx, coin)});
    if (promise && minimum > promise->decimal("minimum_listed"))
        coin.fail("minimum_deposit", "is more than the coin's minimum_listed");
    return minimum;
}

int load_coins(pg::Transaction& tx, const Network& network, const Entry& entry) {
    int changed = 0;
    std::vector<std::int64_t> named;
    // First what goes: two coins may have changed places.
    for (const auto& coin : entry.list("coins", "coin")) named.push_back(asset_of(tx, coin).value);
    changed +=
        static_cast<int>(tx.run(unlist_coins, {network.id, pg::Param::array(named)}).affected());
    for (const auto& coin : entry.list("coins", "coin")) {
        std::optional<Entry> terms;
        if (coin.has("withdrawal")) terms = coin.child("withdrawal");
        const auto maybe = [&terms](auto read) {
            return terms ? pg::Param{read(*terms)} : pg::Param{std::nullopt};
        };
        changed += static_cast<int>(
            tx.run(upsert_coin, {network.id, asset_of(tx, coin), contract_of(network, coin),
                                 decimals_of(network, coin), minimum_of(tx, coin),
                                 maybe([](const Entry& each) { return each.amount("minimum"); }),
                                 maybe([](const Entry& each) { return each.amount("fee"); }),
                                 maybe([](const Entry& each) {
                                     return each.number("arrival_minutes", 1, max_minutes);
                                 }),
                                 maybe([](const Entry& each) {
                                     return each.number("confirmations", 1, max_confirmations);
                                 })})
                .affected());
    }
    return changed;
}

Kind kind_of(const Entry& entry) {
    if (const auto kind = kind_named(entry.text("kind"))) return *kind;
    std::string names{name_of(kinds.front())};
    for (std::size_t i = 1; i < kinds.size(); ++i)
        names += (i + 1 < kinds.size() ? ", " : " or ") + std::string{name_of(kinds[i])};
    entry.fail("kind", "is not " + names);
}

/// A name that keys of the configuration hold: BSC of BSC_NODE_URL.
std::string settings_name(const Entry& entry, const char* field, const std::string& otherwise) {
    if (!entry.has(field)) return otherwise;
    auto name = entry.text(field);
    if (name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") != std::string::npos)
        entry.fail(field, "must be capital letters");
    return name;
}

std::string usual_keys(Kind kind) {
    return std::string{chain_of(kind).facts().keys};
}

/// One node follows one chain, and one key makes addresses of one kind.
void require_names_apart(const std::vector<Entry>& entries) {
    std::map<std::string, std::string> nodes, kinds;
    for (const auto& entry : entries) {
        const auto keys = settings_name(entry, "keys", usual_keys(kind_of(entry)));
        if (!nodes.emplace(settings_name(entry, "node", keys), "").second)
            entry.fail("node", "belongs to another network");
        if (kinds.emplace(keys, entry.text("kind")).first->second != entry.text("kind"))
            entry.fail("keys", "belong to another kind of network");
    }
}

void load_network(pg::Transaction& tx, const Entry& entry, int position, NetworkChanges& changes) {
    Network network;
    network.name = entry.text("name");
    network.kind = kind_of(entry);
    network.keys = settings_name(entry, "keys", usual_keys(network.kind));
    network.node = settings_name(entry, "node", network.keys);
    const bool numbered = chain_of(network).facts().numbered;
    network.hrp = numbered ? "" : entry.text("hrp");
    const auto confirmations = entry.number("confirmations", 1, max_confirmations);
    const auto changed =
        tx.run(upsert_network,
               {network.name, name_of(network.kind), entry.text("title"), entry.text("subname"),
                numbered ? entry.number("chain_id", 1, std::int64_t{1} << 53) : 0, network.hrp,
                entry.number("arrival_minutes", 1, max_minutes), confirmations,
                entry.number("unlock_confirmations", confirmations, max_confirmations),
                entry.maybe_text("explorer_tx"), position, network.node, network.keys});
    const auto row = tx.one(find_network_row, {network.name});
    if (row.text("kind") != name_of(network.kind))
        entry.fail("kind", "cannot change: addresses were derived from the old one");
    network.id = row.id<NetworkId>("id");
    changes.networks_changed += static_cast<int>(changed.affected());
    changes.coins_changed += load_coins(tx, network, entry);
}

void load_transfer_coins(pg::Transaction& tx, const Entry& file, NetworkChanges& changes) {
    std::vector<std::int64_t> named;
    for (const auto& coin : file.list("coins", "coin")) {
        const auto asset = asset_of(tx, coin);
        named.push_back(asset.value);
        const auto changed = tx.run(upsert_transfer_coin, {asset, coin.amount("minimum_listed"),
                                                           static_cast<int>(named.size())});
        changes.coins_changed += static_cast<int>(changed.affected());
    }
    changes.coins_changed +=
        static_cast<int>(tx.run(unlist_transfer_coins, {pg::Param::array(named)}).affected());
}

}  // namespace

NetworkChanges load_networks(pg::Connection& owner, const std::string& path) {
    std::ifstream file{path};
    Json::Value root;
    std::string problem;
    if (!Json::parseFromStream(Json::CharReaderBuilder{}, file, &root, &problem))
        throw NetworksError{path + ": " + (file.is_open() ? problem : "cannot be read")};
    const Entry all{path, root};

    NetworkChanges changes;
    pg::Transaction tx{owner};
    load_transfer_coins(tx, all, changes);
    std::vector<std::string> named;
    require_names_apart(all.list("networks", "name"));
    for (const auto& network : all.list("networks", "name")) {
        named.push_back(network.text("name"));
        load_network(tx, network, static_cast<int>(named.size()), changes);
    }
    changes.networks_changed +=
        static_cast<int>(tx.run(unlist_networks, {pg::Param::array(named)}).affected());
    tx.commit();
    return changes;
}

}  // namespace cambio::chain
