#include "chain/networks.h"

#include <algorithm>
#include <map>

namespace cambio::chain {

namespace {

constexpr const char* select_networks = R"sql(
    select id, name, kind, title, subname, chain_id, hrp, arrival_minutes, confirmations,
           unlock_confirmations, explorer_tx
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

Kind kind_of(std::string_view name) {
    if (name == "tron") return Kind::tron;
    return name == "bitcoin" ? Kind::bitcoin : Kind::evm;
}

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

std::string_view name_of(Kind kind) {
    switch (kind) {
        case Kind::evm:
            return "evm";
        case Kind::tron:
            return "tron";
        case Kind::bitcoin:
            return "bitcoin";
    }
    return {};
}

const NetworkCoin* Network::coin(std::string_view code) const {
    const auto found = std::find_if(coins.begin(), coins.end(),
                                    [code](const NetworkCoin& each) { return each.code == code; });
    return found == coins.end() ? nullptr : &*found;
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
        network.kind = kind_of(row.text("kind"));
        network.title = row.str("title");
        network.subname = row.str("subname");
        network.chain_id = row.integer("chain_id");
        network.hrp = row.str("hrp");
        network.arrival_minutes = static_cast<int>(row.integer("arrival_minutes"));
        network.confirmations = static_cast<int>(row.integer("confirmations"));
        network.unlock_confirmations = static_cast<int>(row.integer("unlock_confirmations"));
        network.explorer_tx = row.str("explorer_tx");
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

NetworkSettings settings_of(const Config& config, std::string_view network) {
    if (network == "ERC20") return {config.ethereum_node_url, config.ethereum_xpub};
    if (network == "BEP20") return {config.bsc_node_url, config.ethereum_xpub};
    if (network == "TRC20") return {config.tron_node_url, config.tron_xpub};
    if (network == "BTC") return {config.bitcoin_node_url, config.bitcoin_xpub};
    return {};
}

}  // namespace cambio::chain
