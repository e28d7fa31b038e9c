// The house's own money: what it has, putting some in and taking some out, and what it has at
// stake.
#include <array>

#include "approvals.h"
#include "chain/networks.h"
#include "commands.h"
#include "error/error.h"
#include "ledger/ledger.h"
#include "output.h"
#include "positions/exposure.h"
#include "rewards/unsettled_fees.h"
#include "risk/refused.h"

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

/// What fee credit and referrers may have a claim on stays.
void spare_unsettled(pg::Transaction& tx, AccountId fees, AccountId world, AssetId asset,
                     Decimal amount) {
    const Decimal held = ledger::lock(tx, {fees, world}).at(fees);
    const Decimal unsettled = rewards::unsettled_fees(tx, asset);
    if (unsettled.positive() && held - unsettled < amount)
        throw Refused{"house:fees has less than that, apart from " + unsettled.str() +
                      " in fees that are not settled yet."};
}

void move(Control& control, const Order& order, bool in, const std::string& reason) {
    const auto amount = Decimal::parse(order.amount);
    if (!amount || !amount->positive()) throw Refused{"The amount must be a number above zero."};
    pg::Transaction tx{control.db};
    const auto asset = asset_named(tx, order.coin);
    const auto house = ledger::house_account(tx, house_named(order.house), asset);
    const auto world = outside(tx, control, order.network, asset);
    if (!in && order.house == "fees") spare_unsettled(tx, house, world, asset, *amount);
    Approval approval{in ? "house fund" : "house withdraw", "house:" + order.house, {}};
    Json::Value& data = approval.content;
    data["amount"] = amount->str();
    data["coin"] = order.coin;
    data["outside"] = order.network;
    if (!may_spend(control, tx, approval, reason)) return;
    control.record(tx, approval.act, approval.subject, reason, data);
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
    try {
        tx.commit();
    } catch (const pg::Failure& failure) {
        if (failure.state != "08007") throw;
        throw Uncertain{
            "Nobody knows how it ended. It may be done: look (cambioctl house list, "
            "cambioctl log list) before you repeat it."};
    }
    print_done(
        "house:" + order.house + " has " + data["balance"].asString() + ' ' + order.coin + " now.",
        data, control.json);
}

/// `price` or `mark`, and how many seconds old.
void put_price(Json::Value& line, const std::string& name,
               const std::optional<positions::Price>& price) {
    line[name] = price ? Json::Value{price->price.str()} : Json::Value{};
    line[name + "_age"] =
        price && price->age ? Json::Value{std::to_string(price->age->count())} : Json::Value{};
}

Json::Value line_of(const positions::Holding& holding) {
    Json::Value line;
    line["account"] = holding.account;
    line["coin"] = holding.coin;
    line["balance"] = holding.balance.str();
    line["funded"] = holding.funded.str();
    line["moved"] = holding.moved().str();
    put_price(line, "price", holding.price);
    line["worth"] = or_null(holding.worth());
    line["result"] = or_null(holding.result());
    return line;
}

Json::Value line_of(const positions::ContractExposure& contract) {
    Json::Value line;
    line["pair"] = contract.pair;
    line["coin"] = contract.coin;
    line["long"] = contract.longs.str();
    line["short"] = contract.shorts.str();
    line["net"] = contract.net().str();
    put_price(line, "mark", contract.mark);
    line["net_worth"] = or_null(contract.net_worth());
    line["unrealised"] = or_null(contract.unrealised());
    return line;
}

Json::Value line_of(const risk::Refusals& refusals) {
    Json::Value line;
    line["place"] = std::string{risk::name_of(refusals.place)};
    line["reason"] = std::string{risk::name_of(refusals.why)};
    line["today"] = std::to_string(refusals.today);
    line["week"] = std::to_string(refusals.week);
    line["all"] = std::to_string(refusals.all);
    return line;
}

Json::Value names_in(const std::vector<std::string>& names) {
    Json::Value list{Json::arrayValue};
    for (const auto& name : names) list.append(name);
    return list;
}

Json::Value card_of(const positions::Exposure& exposure) {
    const auto totals = positions::totals_of(exposure);
    Json::Value card;
    card["at"] = pg::iso(exposure.at);
    card["inventory"] = totals.inventory.str();
    card["funded"] = totals.funded.str();
    card["traded"] = totals.traded.str();
    card["insurance"] = totals.insurance.str();
    card["unrealised"] = totals.unrealised.str();
    card["owed_funding"] = exposure.owed_funding.str();
    card["profit"] = totals.profit.str();
    card["fees"] = totals.fees.str();
    card["without_price"] = names_in(totals.without_price);
    card["without_mark"] = names_in(totals.without_mark);
    return card;
}

void show_exposure(Control& control) {
    const auto exposure = positions::read_exposure(control.db);
    Json::Value all;
    all["accounts"] = all["contracts"] = all["refusals"] = Json::Value{Json::arrayValue};
    for (const auto& holding : exposure.holdings) all["accounts"].append(line_of(holding));
    for (const auto& contract : exposure.contracts) all["contracts"].append(line_of(contract));
    for (const auto& refusals : risk::read_refusals(control.db))
        all["refusals"].append(line_of(refusals));
    all["totals"] = card_of(exposure);
    if (control.json) return print_card(all, {}, true);
    print_table(all["accounts"], {"account", "coin", "balance", "funded", "moved", "price",
                                  "price_age", "worth", "result"});
    std::puts("");
    print_table(all["contracts"],
                {"pair", "long", "short", "net", "mark", "mark_age", "net_worth", "unrealised"});
    std::puts("");
    print_table(all["refusals"], {"place", "reason", "today", "week", "all"});
    std::puts("");
    print_card(all["totals"],
               {"at", "inventory", "funded", "traded", "insurance", "unrealised", "owed_funding",
                "profit", "fees", "without_price", "without_mark"},
               false);
}

}  // namespace

void add_house(Commands& commands) {
    auto& noun = commands.noun("house", "The house's accounts: list, exposure, fund, withdraw");
    const auto order = std::make_shared<Order>();
    commands.verb(noun, "list", "List the house's balances", [](Control& control) {
        print_list(control.db.run(list_houses), {"account", "coin", "balance"}, control.json);
    });
    commands.verb(noun, "exposure", "Show the house's exposure, profit and refusals",
                  show_exposure);
    const auto moves = [&](const char* name, const char* meaning, const char* side, bool in) {
        auto& verb = commands.act(noun, name, meaning, [=, &commands](Control& control) {
            move(control, *order, in, commands.reason);
        });
        verb.add_option("account", order->house, "liquidity, fees, earn, rewards, insurance, dust")
            ->required();
        verb.add_option("coin", order->coin, "Its code")->required();
        verb.add_option("amount", order->amount, "How much")->required();
        verb.add_option(side, order->network, "The network, or demo")
            ->required()
            ->type_name("NETWORK");
    };
    moves("fund", "Book the house's own money that came in", "--from", true);
    moves("withdraw", "Book the house's own money that went out", "--to", false);
}

}  // namespace cambio::control
