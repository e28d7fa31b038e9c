#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.h"
#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"

/// The networks by which coins come and go, and what each of them carries.
namespace cambio::chain {

using NetworkId = Id<struct NetworkTag>;

/// Tron's nodes speak Ethereum's JSON-RPC; its addresses and transactions are its own.
enum class Kind { evm, tron, bitcoin };
std::string_view name_of(Kind kind);

/// What a withdrawal of a coin costs and takes.
struct WithdrawalTerms {
    Decimal minimum;
    Decimal fee;
    int arrival_minutes = 0;
    int confirmations = 0;  ///< until it counts as final
};

struct NetworkCoin {
    AssetId asset;
    std::string code;                     ///< USDT
    std::optional<std::string> contract;  ///< normal_address; nothing: the network's own coin
    int decimals = 0;                     ///< 0 to 18: units of the chain are 10^-decimals
    Decimal minimum_deposit;
    std::optional<WithdrawalTerms> withdrawal;  ///< nothing: none on this network
};

struct Network {
    NetworkId id;
    std::string name;  ///< ERC20
    Kind kind = Kind::evm;
    std::string title;          ///< Ethereum (ERC20)
    std::string subname;        ///< Ethereum
    std::int64_t chain_id = 0;  ///< 0 for Bitcoin
    std::string hrp;            ///< Bitcoin: "bc", in tests "bcrt" or "rb"
    int arrival_minutes = 0;
    int confirmations = 0;         ///< a deposit is credited
    int unlock_confirmations = 0;  ///< and may be withdrawn
    std::string explorer_tx;       ///< an address with {txid}, or empty
    std::string node;              ///< BSC: the configuration names its node by BSC_NODE_URL
    std::string keys;  ///< ETHEREUM: and its keys and addresses by ETHEREUM_XPUB, HOT_ETHEREUM_…
    std::vector<NetworkCoin> coins;

    const NetworkCoin* coin(std::string_view code) const;
    /// The chain that nginx/demo_chain keeps: its coins are worth nothing.
    bool of_demonstration() const;
};

/// Those of the file, in its order.
std::vector<Network> networks(pg::Connection& connection);
/// By name; nothing for one that the file does not have.
std::optional<Network> find_network(pg::Connection& connection, std::string_view name);

/// A coin that the pages of deposits and withdrawals list.
struct TransferCoin {
    AssetId asset;
    std::string code, full_name, image;
    Decimal minimum_listed;
};
std::vector<TransferCoin> transfer_coins(pg::Connection& connection);

/// Where a network's node answers, which key its deposit addresses come from, and the addresses of
/// the house there, as the configuration says.
struct NetworkSettings {
    std::string node_url;  ///< may hold a password: never logged
    std::string account_key;
    std::string hot_address;  ///< as it stands there; empty: the network sends nothing
    std::vector<std::string> cold_addresses;
    /// Whether deposits can be received.
    bool open() const { return !node_url.empty() && !account_key.empty(); }
};
/// With DEMO=yes nothing, but for the demonstration's own chain.
NetworkSettings settings_of(const Config& config, const Network& network);

/// Throws ConfigError for a node, key or address of the configuration that belongs to none of these
/// networks, or is none of its kind, and with DEMO=yes for a node of another chain than the
/// demonstration's and for a key or hot address without a node.
void require_fitting(const Config& config, const std::vector<Network>& networks);

/// The file of networks cannot be used; the message names the file, the network and the field.
struct NetworksError : std::runtime_error {
    using std::runtime_error::runtime_error;
};
struct NetworkChanges {
    int networks_changed = 0;  ///< added ones too
    int coins_changed = 0;
};
/// Brings networks and their coins to what the file says (common/funds/chain/networks.json), all or
/// nothing; what it does not name any more is kept and closed.
NetworkChanges load_networks(pg::Connection& owner, const std::string& path);

}  // namespace cambio::chain
