#include "chain/networks.h"

#include <algorithm>
#include <map>

#include "chain/chain.h"

namespace cambio::chain {

namespace {

constexpr const char* select_networks = R"sql(
    select id, name, kind, title, subname, chain_id, hrp, arrival_minutes, confirmations,
           unlock_confirmations, explorer_tx, node, keys
      from networks where listed order by position
)sql";
constexpr const char* select_coins = R"sql(
    select c.network_id, c.asset_id, a.code, c.contract, c.decimals, c.minimum_deposit,
           c.withdrawal_minimum, c.withdrawal_fee, c.withdrawal_minutes, c.withdrawal_confirmations
      from network_coins c join assets a on a.id = c.asset_id
      left join transfer_coins t on t.asset_id = c.asset_id
     where c.listed order by t.position, a.code
)sql";
constexpr const char* select_transfer_coins = R"sql(
    select t.asset_id, a.code, a.name, a.icon, t.minimum_listed
      from transfer_coins t join assets a on a.id = t.asset_id
     where t.listed order by t.position
)sql";

NetworkCoin coin_of(const pg::Row& row) {
    NetworkCoin coin;
    coin.asset = row.id<AssetId>("asset_id");
    coin.code = row.str("code");
    coin.contract = row.maybe_str("contract");
    coin.decimals = static_cast<int>(row.integer("decimals"));
    coin.minimum_deposit = row.decimal("minimum_deposit");
    if (!row.null("withdrawal_minimum"))
        coin.withdrawal =
            WithdrawalTerms{row.decimal("withdrawal_minimum"), row.decimal("withdrawal_fee"),
                            static_cast<int>(row.integer("withdrawal_minutes")),
                            static_cast<int>(row.integer("withdrawal_confirmations"))};
    return coin;
}

}  // namespace

const NetworkCoin* Network::coin(std::string_view code) const {
    const auto found = std::find_if(coins.begin(), coins.end(),
                                    [code](const NetworkCoin& each) { return each.code == code; });
    return found == coins.end() ? nullptr : &*found;
}

bool Network::of_demonstration() const {
    return chain_id != 0 && chain_id == chain_of(kind).facts().demonstration;
}

std::vector<Network> networks(pg::Connection& connection) {
    std::map<std::int64_t, std::vector<NetworkCoin>> coins;
    for (const auto row : connection.run(select_coins))
        coins[row.integer("network_id")].push_back(coin_of(row));
    std::vector<Network> all;
    for (const auto row : connection.run(select_networks)) {
        Network network;
        network.id = row.id<NetworkId>("id");
        network.name = row.str("name");
        network.kind = kind_named(row.text("kind")).value_or(Kind::evm);
        network.title = row.str("title");
        network.subname = row.str("subname");
        network.chain_id = row.integer("chain_id");
        network.hrp = row.str("hrp");
        network.arrival_minutes = static_cast<int>(row.integer("arrival_minutes"));
        network.confirmations = static_cast<int>(row.integer("confirmations"));
        network.unlock_confirmations = static_cast<int>(row.integer("unlock_confirmations"));
        network.explorer_tx = row.str("explorer_tx");
        network.node = row.str("node");
        network.keys = row.str("keys");
        network.coins = std::move(coins[network.id.value]);
        all.push_back(std::move(network));
    }
    return all;
}

std::optional<Network> find_network(pg::Connection& connection, std::string_view name) {
    for (auto& network : networks(connection))
        if (network.name == name) return std::move(network);
    return {};
}

std::vector<TransferCoin> transfer_coins(pg::Connection& connection) {
    std::vector<TransferCoin> coins;
    for (const auto row : connection.run(select_transfer_coins))
        coins.push_back({row.id<AssetId>("asset_id"), row.str("code"), row.str("name"),
                         row.str("icon"), row.decimal("minimum_listed")});
    return coins;
}

NetworkSettings settings_of(const Config& config, const Network& network) {
    if (config.demo && !network.of_demonstration()) return {};
    const auto of = [](const auto& settings, const std::string& name) {
        const auto found = settings.find(name);
        using Value = std::remove_cvref_t<decltype(found->second)>;
        return found == settings.end() ? Value{} : found->second;
    };
    return {of(config.node_urls, network.node), of(config.xpubs, network.keys),
            of(config.hot_addresses, network.keys), of(config.cold_addresses, network.keys)};
}

void require_fitting(const Config& config, const std::vector<Network>& networks) {
    const auto fail = [](const std::string& key, const std::string& problem) {
        throw ConfigError{"configuration: " + key + " " + problem};
    };
    std::map<std::string, const Network*> nodes;
    std::map<std::string, std::vector<const Network*>> users;
    for (const auto& network : networks) {
        nodes[network.node] = &network;
        users[network.keys].push_back(&network);
    }
    for (const auto& [name, url] : config.node_urls) {
        const auto key = name + "_NODE_URL";
        if (!nodes.contains(name)) fail(key, "belongs to no network");
        if (config.demo && !nodes[name]->of_demonstration())
            fail("DEMO=yes and " + key, "contradict each other: the coins of " +
                                            nodes[name]->title +
                                            " would be real, and a demo has no chain but its own");
    }
    // Networks that share keys are of one kind.
    const auto user = [&](const std::string& key, const std::string& name) -> const Network& {
        if (!users.contains(name)) fail(key, "belongs to no network");
        return *users[name].front();
    };
    const auto require_node = [&](const std::string& key, const std::string& name) {
        if (config.demo && std::ranges::none_of(users[name], [&](const Network* each) {
                return config.node_urls.contains(each->node);
            }))
            fail("DEMO=yes and " + key,
                 "contradict each other: it has no node on this machine, so its coins would be "
                 "real");
    };
    for (const auto& [name, account] : config.xpubs) {
        const auto key = name + "_XPUB";
        const auto prefix = std::string{chain_of(user(key, name)).facts().key_prefix};
        if (!account.starts_with(prefix)) fail(key, "must start with " + prefix);
        require_node(key, name);
    }
    const auto require_address = [&](const std::string& key, const Network& network,
                                     const std::string& address) {
        if (check_address(network, address) != AddressFault::none)
            fail(key, "is not an address of " + network.title);
    };
    for (const auto& [name, address] : config.hot_addresses) {
        const auto key = "HOT_" + name + "_ADDRESS";
        require_address(key, user(key, name), address);
        require_node(key, name);
    }
    for (const auto& [name, addresses] : config.cold_addresses) {
        const auto key = "COLD_" + name + "_ADDRESS";
        for (const auto& address : addresses) require_address(key, user(key, name), address);
    }
}

}  // namespace cambio::chain
