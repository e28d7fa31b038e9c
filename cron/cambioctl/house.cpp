// The house's own money: what it has, putting some in and taking some out.
#include <array>

#include "approvals.h"
#include "chain/networks.h"
#include "commands.h"
#include "error/error.h"
#include "ledger/ledger.h"
#include "output.h"
#include "rewards/unsettled_fees.h"

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
        throw Refused{"house:fees has less than that besides " + unsettled.str() +
                      " in fees that are not settled yet."};
}

void move(Control& control, const Order& order, bool in, const std::string& reason) {
    const auto amount = Decimal::parse(order.amount);
    if (!amount || !amount->positive()) throw Refused{"The amount should be a number above zero."};
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
    const bool needs_two = control.config.withdrawals_two_people_from.positive();
    if (needs_two && !second_of_two(control, tx, approval, reason)) {
        tx.commit();
        data["waits_for"] = "a second operator";
        print_done("Nothing was moved yet: a second operator has to ask for the same.", data,
                   control.json);
        return;
    }
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
    tx.commit();
    print_done(
        "house:" + order.house + " has " + data["balance"].asString() + ' ' + order.coin + " now.",
        data, control.json);
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
}

}  // namespace cambio::control
