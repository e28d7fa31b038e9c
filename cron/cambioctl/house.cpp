// The house's own money: what it has, putting some in and taking some out, and what lies on the
// chains against what is owed.
#include <array>

#include "chain/address.h"
#include "chain/evm_node.h"
#include "chain/networks.h"
#include "chain/transaction_evm.h"
#include "commands.h"
#include "error/error.h"
#include "ledger/ledger.h"
#include "output.h"
#include "withdrawals/hot_wallet.h"

namespace cambio::control {

namespace {

using ledger::House;

constexpr std::array<std::pair<const char*, House>, 6> houses = {{{"liquidity", House::liquidity},
                                                                  {"fees", House::fees},
                                                                  {"earn", House::earn},
                                                                  {"rewards", House::rewards},
                                                                  {"insurance", House::insurance},
                                                                  {"dust", House::dust}}};

constexpr const char* list_houses = R"sql(
    select l.house as account, a.code as coin, trim_scale(l.balance) as balance
      from ledger_accounts l join assets a on a.id = l.asset_id
     where l.client_id is null and l.balance <> 0 order by 1, 2
)sql";
constexpr const char* find_asset = "select id from assets where code = $1";
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
constexpr const char* hot_bitcoin = R"sql(
    select coalesce(sum(value), 0) as value from hot_outputs
     where network = $1 and spent_height is null
)sql";

House house_named(const std::string& name) {
    for (const auto& [text, house] : houses)
        if (name == text) return house;
    throw Refused{"There is no house account " + name + '.'};
}

AssetId asset_named(pg::Transaction& tx, const std::string& code) {
    const auto row = tx.maybe(find_asset, {code});
    if (!row) throw Refused{"There is no coin " + code + '.'};
    return row->id<AssetId>("id");
}

struct Order {
    std::string house, coin, amount, network;
};

/// The account outside: of a network, or the demo's, which makes money up.
AccountId outside(pg::Transaction& tx, const Control& control, const std::string& network,
                  AssetId asset) {
    if (network == "demo") {
        if (!control.config.demo) throw Refused{"Demo money exists only with DEMO=yes."};
        return ledger::house_account(tx, House::demo, asset);
    }
    if (!chain::find_network(tx.connection(), network))
        throw Refused{"There is no network " + network + '.'};
    return ledger::chain_account(tx, network, asset);
}

void move(Control& control, const Order& order, bool in, const std::string& reason) {
    const auto amount = Decimal::parse(order.amount);
    if (!amount || !amount->positive()) throw Refused{"The amount should be a number above zero."};
    pg::Transaction tx{control.db};
    const auto asset = asset_named(tx, order.coin);
    const auto house = ledger::house_account(tx, house_named(order.house), asset);
    const auto world = outside(tx, control, order.network, asset);
    Json::Value data;
    data["amount"] = amount->str();
    data["coin"] = order.coin;
    data["outside"] = order.network;
    control.record(tx, in ? "house fund" : "house withdraw", "house:" + order.house, reason, data);
    try {
        if (in)
            ledger::transfer(tx, world, house, *amount, ledger::Kind::house_funding, 0);
        else
            ledger::transfer(tx, house, world, *amount, ledger::Kind::house_withdrawal, 0);
    } catch (const Error& refusal) {
        if (refusal.code() != Code::insufficient_balance) throw;
        throw Refused{"house:" + order.house + " has less than that."};
    }
    data["balance"] = ledger::balance(tx, house).str();
    tx.commit();
    print_done(
        "house:" + order.house + " has " + data["balance"].asString() + ' ' + order.coin + " now.",
        data, control.json);
}

/// What a node says that addresses hold of a coin; nothing where it cannot be asked.
std::optional<Decimal> held_by(chain::EvmNode& node, const chain::NetworkCoin& coin,
                               const std::vector<std::string>& addresses) {
    Decimal sum;
    for (const auto& address : addresses) {
        const auto digits =
            coin.contract ? node.token_balance(*coin.contract, address) : node.balance(address);
        const auto units = chain::number_of(digits);
        const auto amount = units ? chain::amount_of(*units, coin.decimals) : std::nullopt;
        if (!amount) return std::nullopt;
        sum += *amount;
    }
    return sum;
}

struct Holdings {
    std::optional<Decimal> hot, deposits;
};

Holdings ask_node(Control& control, const chain::Network& network, const chain::NetworkCoin& coin) {
    const auto& hot = withdrawals::hot_address(control.config, network.kind);
    if (network.kind == chain::Kind::bitcoin)
        return {control.db.run(hot_bitcoin, {network.name})[0].decimal("value"), std::nullopt};
    const auto url = chain::settings_of(control.config, network.name).node_url;
    // java-tron's balances are told by another protocol.
    if (url.empty() || network.kind == chain::Kind::tron) return {};
    std::vector<std::string> deposits;
    for (const auto row : control.db.run(deposit_addresses, {chain::name_of(network.kind)}))
        deposits.push_back(row.str("address"));
    try {
        chain::EvmNode node{url};
        return {hot.empty() ? std::optional{Decimal{}} : held_by(node, coin, {hot}),
                held_by(node, coin, deposits)};
    } catch (const chain::RpcError& failure) {
        std::fprintf(stderr, "%s: %s\n", network.name.c_str(), failure.what());
        return {};
    }
}

Json::Value or_null(const std::optional<Decimal>& amount) {
    return amount ? Json::Value{amount->str()} : Json::Value{};
}

Json::Value chain_totals(Control& control) {
    Json::Value list = Json::arrayValue;
    for (const auto& network : chain::networks(control.db)) {
        for (const auto& coin : network.coins) {
            const auto books =
                control.db.run(chain_balance, {network.name, coin.asset})[0].decimal("books");
            const auto found = ask_node(control, network, coin);
            Json::Value line;
            line["network"] = network.name;
            line["coin"] = coin.code;
            line["books"] = books.str();
            line["hot"] = or_null(found.hot);
            line["deposit_addresses"] = or_null(found.deposits);
            line["difference"] = Json::nullValue;
            if (found.hot && found.deposits)
                line["difference"] = (*found.hot + *found.deposits - books).str();
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
        print_card(line, {"network", "coin", "books", "hot", "deposit_addresses", "difference"},
                   false);
        std::puts("");
    }
}

}  // namespace

void add_house(Commands& commands) {
    auto& noun = commands.noun("house", "The house's accounts: list, fund, withdraw");
    const auto order = std::make_shared<Order>();
    commands.verb(noun, "list", "List what the house has", [](Control& control) {
        print_list(control.db.run(list_houses), {"account", "coin", "balance"}, control.json);
    });
    const auto moves = [&](const char* name, const char* meaning, const char* side, bool in) {
        auto& verb = commands.act(noun, name, meaning, [=, &commands](Control& control) {
            move(control, *order, in, commands.reason);
        });
        verb.add_option("account", order->house, "liquidity, fees, earn, rewards, insurance, dust")
            ->required();
        verb.add_option("coin", order->coin, "Its code")->required();
        verb.add_option("amount", order->amount, "How much")->required();
        verb.add_option(side, order->network, "The network outside, or demo")
            ->required()
            ->type_name("NETWORK");
    };
    moves("fund", "Book money that came from outside", "--from", true);
    moves("withdraw", "Book money that went outside", "--to", false);
    commands.verb(commands.app, "totals", "Compare what lies on the chains with what is owed",
                  totals);
}

}  // namespace cambio::control
