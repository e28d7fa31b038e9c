// What lies on the chains, asked of their nodes, against what the books say lies there, and to whom
// it belongs.
#include "chain/holdings.h"
#include "commands.h"
#include "output.h"

namespace cambio::control {

namespace {

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
/// What the operator has misspelt in the configuration is the operator's matter.
chain::Holdings ask(Control& control, const chain::Network& network,
                    const chain::NetworkCoin& coin) {
    try {
        return chain::holdings_of(control.db, control.config, network, coin, complain);
    } catch (const chain::WrongAddress& wrong) {
        throw Refused{wrong.what()};
    }
}

Json::Value chain_totals(Control& control) {
    Json::Value list = Json::arrayValue;
    for (const auto& network : chain::networks(control.db)) {
        for (const auto& coin : network.coins) {
            const auto found = ask(control, network, coin);
            Json::Value line;
            line["network"] = network.name;
            line["coin"] = coin.code;
            line["books"] = found.books.str();
            line["hot"] = or_null(found.hot);
            line["cold"] = or_null(found.cold);
            line["deposit_addresses"] = or_null(found.deposits);
            line["difference"] = or_null(found.difference());
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
