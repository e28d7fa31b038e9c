// What lies on the chains, asked of their nodes, against what the books say lies there, and to whom
// it belongs.
#include "chain/chain.h"
#include "chain/rpc.h"
#include "commands.h"
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

/// Of a chain whose money lies in outputs: those at the hot address were read, and the deposits are
/// outputs.
std::optional<Decimal> deposits_unspent(Control& control, const chain::Network& network,
                                        const std::string& node_url) {
    const auto rows = control.db.run(deposit_outputs, {network.id});
    std::vector<chain::Outpoint> outputs;
    for (const auto row : rows)
        outputs.push_back({row.str("txid"), static_cast<std::uint32_t>(row.integer("position"))});
    const auto unspent = chain::chain_of(network).unspent(node_url, outputs);
    Decimal sum;
    for (std::size_t i = 0; i < outputs.size(); ++i)
        if (unspent[i]) sum += rows[static_cast<int>(i)].decimal("amount");
    return sum;
}

Holdings ask_node(Control& control, const chain::Network& network, const chain::NetworkCoin& coin) {
    const auto settings = chain::settings_of(control.config, network);
    if (settings.node_url.empty()) return {};
    const auto& chain = chain::chain_of(network);
    const auto held = [&](const char* what, const Addresses& addresses) {
        return asked(network, what,
                     [&] { return chain.held(network, settings.node_url, coin, addresses); });
    };
    Holdings found;
    if (chain.facts().outputs) {
        found.hot = control.db.run(hot_outputs, {network.name})[0].decimal("value");
        found.cold = held("cold", checked(network, settings.cold_addresses));
        found.deposits = asked(network, "deposit addresses", [&] {
            return deposits_unspent(control, network, settings.node_url);
        });
        return found;
    }
    Addresses clients;
    for (const auto row : control.db.run(deposit_addresses, {chain::name_of(network.kind)}))
        clients.push_back(row.str("address"));
    Addresses hot;
    if (!settings.hot_address.empty()) hot.push_back(settings.hot_address);
    found.hot = held("hot", checked(network, hot));
    found.cold = held("cold", checked(network, settings.cold_addresses));
    found.deposits = held("deposit addresses", clients);
    return found;
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
