// What a client has for trading: its funds, and the rules of a market.
#include <algorithm>
#include <map>

#include "engine.h"
#include "fcgi/gate.h"
#include "routes.h"
#include "settlement/scale.h"

namespace cambio::spot {
namespace {

using fcgi::Reply;
using fcgi::Request;

constexpr const char* spot_accounts_of = R"sql(
    select a.code, a.name, a.icon, l.held, l.balance
    from ledger_accounts l join assets a on a.id = l.asset_id
    where l.client_id = $1 and l.house = '' and l.wallet = 1
    order by a.code
)sql";

constexpr const char* level_of = R"sql(
    select membership_level from clients where id = $1
)sql";

struct Fund {
    std::string code, name, icon;
    Decimal available, held, value;
};

/// What an amount of a coin is worth in USDT at the last price; nothing where there is no price.
Decimal value_of(const Fund& fund, const settlement::Prices& prices) {
    const Decimal amount = fund.available + fund.held;
    if (fund.code == "USDT") return amount;
    const markets::Market* market = prices.directory->find(fund.code + "USDT");
    const markets::Quote* quote = market == nullptr ? nullptr : prices.quote(market->id);
    if (quote == nullptr) return {};
    return Decimal::multiply(amount, quote->last, Rounding::down).rounded(8, Rounding::down);
}

Reply funds(Request& request) {
    const auto prices = engine().sequencer.prices();
    std::map<std::string, Fund> by_code;
    auto db = request.db();
    for (const pg::Row row : db->run(spot_accounts_of, {request.client()})) {
        Fund& fund = by_code[row.str("code")];
        fund.code = row.str("code");
        fund.name = row.str("name");
        fund.icon = row.str("icon");
        (row.boolean("held") ? fund.held : fund.available) = row.decimal("balance");
    }
    std::vector<Fund> rows;
    for (auto& [code, fund] : by_code) {
        if (fund.available.zero() && fund.held.zero()) continue;
        fund.value = value_of(fund, *prices);
        rows.push_back(std::move(fund));
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Fund& a, const Fund& b) { return a.value > b.value; });
    Json::Value reply;
    reply["funds"] = Json::arrayValue;
    for (const Fund& fund : rows) {
        Json::Value row;
        row["coin"]["name"] = fund.code;
        row["coin"]["full_name"] = fund.name;
        row["coin"]["image"] = fund.icon;
        row["wallet_balance"] = fund.available.str();
        row["freeze_balance"] = fund.held.str();
        row["usdt_value"] = fund.value.str();
        reply["funds"].append(row);
    }
    return Reply::json(reply);
}

/// The price that a sale's minimum is reckoned at: the limit, or else the last price.
Decimal selling_price(Request& request, const markets::Market& market,
                      const settlement::Prices& prices) {
    if (fcgi::given(request.params, "price")) {
        const Decimal limit = request.params.amount("price");
        if (!limit.multiple_of(market.tick))
            throw Error{Code::off_tick, "price"}.with("tick", market.tick.str());
        return limit;
    }
    const markets::Quote* quote = prices.quote(market.id);
    return quote == nullptr ? Decimal{} : quote->last;
}

/// The smallest quantity that passes every minimum at that price.
Decimal smallest_sale(const markets::Market& market, Decimal price) {
    if (!price.positive()) return market.minimum_quantity;
    const Decimal exact = Decimal::divide(market.minimum_total, price, Rounding::up);
    int128 lots = exact.units() / market.lot.units();
    if (!exact.multiple_of(market.lot)) ++lots;
    return maximum(market.minimum_quantity, Decimal::from_units(lots * market.lot.units()));
}

Reply get_order(Request& request) {
    const auto prices = engine().sequencer.prices();
    auto name = request.params.required<std::string>("symbol", 32);
    if (prices->directory->find(name) == nullptr) name += "USDT";
    const markets::Market& market = find_market(*prices, name, "symbol");
    const Decimal at = selling_price(request, market, *prices);
    auto db = request.db();
    const pg::Result levels = db->run(level_of, {request.client()});
    const markets::FeeRates fees = prices->directory->fees(levels[0].text("membership_level"));
    Decimal base, quote;
    for (const pg::Row row : db->run(spot_accounts_of, {request.client()})) {
        if (row.boolean("held")) continue;
        if (row.text("code") == market.base.code) base = row.decimal("balance");
        if (row.text("code") == market.quote.code) quote = row.decimal("balance");
    }
    Json::Value reply;
    Json::Value& price = reply["price"];
    price["minimum_sell"] = smallest_sale(market, at).str();
    price["account_balance_limit_spot"] = market.minimum_total.str();
    price["minimum_quantity"] = market.minimum_quantity.str();
    price["tick"] = market.tick.str();
    price["lot"] = market.lot.str();
    price["maker_fee"] = fees.maker.str();
    price["taker_fee"] = fees.taker.str();
    price["protection"] = request.config().price_protection.str();
    price["available_base"] = base.str();
    price["available_quote"] = quote.str();
    return Reply::json(reply);
}

constexpr fcgi::Route reads(std::string_view path, fcgi::Function function) {
    return {.method = fcgi::Method::get,
            .path = path,
            .access = fcgi::Access::client,
            .limit = fcgi::Limit::reads,
            .effect = fcgi::Effect::reads,
            .function = function};
}

using fcgi::Need;
using fcgi::Type;

constexpr fcgi::Parameter rules_parameters[] = {
    {"symbol", Type::text, Need::required, "A pair or its coin: BTCUSDT, BTC."},
    {"price", Type::amount, Need::optional,
     "The limit price that minimum_sell is calculated at; the last price by default."},
};

constexpr fcgi::Route routes[] = {
    reads("/api/v3/getOrder", get_order)
        .by_key()
        .takes(rules_parameters)
        .gives("OrderRules")
        .means("Shows a pair's rules and fees, and the client's balances for it"),
    reads("/api/v3/trades/funds", funds)
        .by_key()
        .gives("Funds")
        .means("Lists the client's coins in the spot wallet"),
};

}  // namespace

const std::span<const fcgi::Route> list_routes = routes;

}  // namespace cambio::spot
