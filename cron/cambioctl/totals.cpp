// What lies on the chains, asked of their nodes, against what the books say lies there, and to whom
// it belongs.
#include "chain/address.h"
#include "chain/bitcoin/node.h"
#include "chain/evm/node.h"
#include "chain/networks.h"
#include "chain/units.h"
#include "commands.h"
#include "crypto/crypto.h"
#include "output.h"

namespace cambio::control {

namespace {

using Addresses = std::vector<std::string>;

// Of the books: what the chains should hold (their accounts are negative), and to whom it belongs.
constexpr const char* liabilities = R"sql(
    select a.code as coin,
           trim_scale(sum(l.balance) filter (where l.client_id is not null)) as clients,
           trim_scale(coalesce(sum(l.balance) filter
               (where l.client_id is null and l.house not like 'chain:%' and l.house <> 'demo'), 0))
               as house,
           trim_scale(coalesce(-sum(l.balance) filter (where l.house like 'chain:%'), 0)) as chains,
           trim_scale(coalesce(-sum(l.balance) filter (where l.house = 'demo'), 0)) as demo
      from ledger_accounts l join assets a on a.id = l.asset_id
     group by a.code having count(*) filter (where l.balance <> 0) > 0 order by 1
)sql";
constexpr const char* chain_balance = R"sql(
    select coalesce(-sum(l.balance), 0) as books from ledger_accounts l
     where l.house = 'chain:' || $1 and l.asset_id = $2
)sql";
constexpr const char* deposit_addresses = R"sql(
    select address from deposit_addresses where kind = $1 order by id
)sql";
// Each was an output to a client's address; whether it is still there, the node says.
constexpr const char* deposit_outputs = R"sql(
    select txid, position, amount from deposits where network_id = $1 order by id
)sql";
constexpr const char* hot_outputs = R"sql(
    select coalesce(sum(value), 0) as value from hot_outputs
     where network = $1 and height is not null and spent_height is null
)sql";

/// A node reads its whole set of unspent outputs for it.
constexpr std::chrono::minutes max_look{10};

/// Nothing: the node could not be asked.
struct Holdings {
    std::optional<Decimal> hot, cold, deposits;
};

/// Addresses of a setting in their one spelling.
Addresses checked(const chain::Network& network, const Addresses& list) {
    Addresses addresses;
    for (const auto& address : list) {
        if (chain::check_address(network, address) != chain::AddressFault::none)
            throw Refused{address + " is not an address of " + network.title + '.'};
        addresses.push_back(chain::normal_address(network, address));
    }
    return addresses;
}

/// What a node of Ethereum's protocol, java-tron's too, says that addresses hold of a coin.
std::optional<Decimal> held_by(chain::EvmNode& node, const chain::Network& network,
                               const chain::NetworkCoin& coin, const Addresses& addresses) {
    const auto as_ethereum = [&network](const std::string& address) {
        const auto raw = chain::account_bytes(network.kind, address);
        if (!raw) throw Refused{address + " is not an address of " + network.title + '.'};
        return "0x" + crypto::hex(*raw);
    };
    Decimal sum;
    for (const auto& address : addresses) {
        const auto digits =
            coin.contract ? node.token_balance(as_ethereum(*coin.contract), as_ethereum(address))
                          : node.balance(as_ethereum(address));
        const auto units = chain::number_of(digits);
        const auto amount = units ? chain::amount_of(*units, coin.decimals) : std::nullopt;
        if (!amount) return std::nullopt;
        sum += *amount;
    }
    return sum;
}

/// Runs `ask`; a node that cannot answer leaves nothing and a line of why.
template <class Ask>
std::optional<Decimal> asked(const chain::Network& network, const char* what, const Ask& ask) {
    try {
        return ask();
    } catch (const chain::RpcError& failure) {
        complain(network.name + ", " + what + ": " + failure.what());
        return std::nullopt;
    }
}

Holdings ask_bitcoin(Control& control, const chain::Network& network,
                     const chain::NetworkCoin& coin, const chain::NetworkSettings& settings) {
    const auto& url = settings.node_url;
    chain::BitcoinNode node{url};
    Holdings found;
    found.hot = control.db.run(hot_outputs, {network.name})[0].decimal("value");
    found.cold = asked(network, "cold", [&]() -> std::optional<Decimal> {
        const auto cold = checked(network, settings.cold_addresses);
        if (cold.empty()) return Decimal{};
        const auto satoshi = chain::BitcoinNode{url, max_look}.held_by(cold);
        return chain::amount_of(static_cast<uint128>(satoshi), coin.decimals);
    });
    found.deposits = asked(network, "deposit addresses", [&]() -> std::optional<Decimal> {
        const auto rows = control.db.run(deposit_outputs, {network.id});
        std::vector<chain::Outpoint> outputs;
        for (const auto row : rows)
            outputs.push_back(
                {row.str("txid"), static_cast<std::uint32_t>(row.integer("position"))});
        const auto unspent = node.unspent(outputs);
        Decimal sum;
        for (std::size_t i = 0; i < outputs.size(); ++i)
            if (unspent[i]) sum += rows[static_cast<int>(i)].decimal("amount");
        return sum;
    });
    return found;
}

Holdings ask_node(Control& control, const chain::Network& network, const chain::NetworkCoin& coin) {
    const auto settings = chain::settings_of(control.config, network);
    if (settings.node_url.empty()) return {};
    if (network.kind == chain::Kind::bitcoin) return ask_bitcoin(control, network, coin, settings);
    chain::EvmNode node{settings.node_url};
    const auto held = [&](const char* what, const Addresses& addresses) {
        return asked(network, what, [&] { return held_by(node, network, coin, addresses); });
    };
    Addresses clients;
    for (const auto row : control.db.run(deposit_addresses, {chain::name_of(network.kind)}))
        clients.push_back(row.str("address"));
    Addresses hot;
    if (!settings.hot_address.empty()) hot.push_back(settings.hot_address);
    return {held("hot", checked(network, hot)),
            held("cold", checked(network, settings.cold_addresses)),
            held("deposit addresses", clients)};
}

Json::Value chain_totals(Control& control) {
    Json::Value list = Json::arrayValue;
    for (const auto& network : chain::networks(control.db)) {
        for (const auto& coin : network.coins) {
            const auto found = ask_node(control, network, coin);
            const auto books =
                control.db.run(chain_balance, {network.name, coin.asset})[0].decimal("books");
            Json::Value line;
            line["network"] = network.name;
            line["coin"] = coin.code;
            line["books"] = books.str();
            line["hot"] = or_null(found.hot);
            line["cold"] = or_null(found.cold);
            line["deposit_addresses"] = or_null(found.deposits);
            line["difference"] = Json::nullValue;
            if (found.hot && found.cold && found.deposits)
                line["difference"] = (*found.hot + *found.cold + *found.deposits - books).str();
            list.append(line);
        }
    }
    return list;
}

void totals(Control& control) {
    const auto chains = chain_totals(control);
    if (control.json) {
        Json::Value all;
        all["chains"] = chains;
        for (const auto row : control.db.run(liabilities)) {
            Json::Value line;
            for (const char* column : {"coin", "clients", "house", "chains", "demo"})
                line[column] = row.maybe_str(column).value_or("0");
            all["liabilities"].append(line);
        }
        return print_card(all, {}, true);
    }
    print_list(control.db.run(liabilities), {"coin", "clients", "house", "chains", "demo"}, false);
    std::puts("");
    for (const auto& line : chains) {
        print_card(line,
                   {"network", "coin", "books", "hot", "cold", "deposit_addresses", "difference"},
                   false);
        std::puts("");
    }
}

}  // namespace

void add_totals(Commands& commands) {
    commands.verb(commands.app, "totals", "Compare what is on the chains with what is owed",
                  totals);
}

}  // namespace cambio::control
