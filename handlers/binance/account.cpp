// What a client has, what trading costs it, and by which networks coins come and go.
#include <map>

#include "binance/caller.h"
#include "binance/calls.h"
#include "binance/commission.h"
#include "binance/figures.h"
#include "chain/networks.h"
#include "markets/trades.h"
#include "pauses/pauses.h"
#include "routes.h"

namespace cambio::binance {
namespace {

using fcgi::Reply, fcgi::Request;
using markets::FeeRates;

constexpr int account_weight = 20;
constexpr int fees_weight = 20;
constexpr int coins_weight = 10;
constexpr int one_fee_weight = 1;

constexpr const char* read_client = R"sql(
    select membership_level, withdraw_transfer_status from clients where id = $1
)sql";

constexpr const char* read_spot = R"sql(
    select a.code, a.name, l.held, l.balance
    from assets a
    left join ledger_accounts l
        on l.asset_id = a.id and l.client_id = $1 and l.house = '' and l.wallet = 1
    order by a.id
)sql";

struct Holding {
    std::string name;
    Decimal free, locked;
};

std::map<std::string, Holding> holdings_of(pg::Connection& connection, ClientId client) {
    std::map<std::string, Holding> holdings;
    for (const pg::Row row : connection.run(read_spot, {client})) {
        Holding& holding = holdings[row.str("code")];
        holding.name = row.str("name");
        if (row.null("held")) continue;
        (row.boolean("held") ? holding.locked : holding.free) = row.decimal("balance");
    }
    return holdings;
}

/// Neither side pays for being that.
Json::Value all_rates_of(const FeeRates& fees) {
    auto rates = rates_of(fees);
    rates["buyer"] = rates["seller"] = figure({});
    return rates;
}

/// In hundredths of a percent, of which a rate may have a fraction.
Json::Value points(Decimal rate) {
    const auto whole = Decimal::multiply(rate, Decimal::of(10'000), Rounding::half_even)
                           .rounded(0, Rounding::half_even);
    return Json::Int64{std::stoll(whole.str())};
}

Reply account(Request& request) {
    const auto who = caller(request, account_weight);
    const bool omit_zero = request.params.optional<bool>("omitZeroBalances").value_or(false);
    const auto all = directory(request.services());
    auto connection = request.db();
    const auto fees = fees_of(*connection, *all, who.client);
    Json::Value reply;
    reply["makerCommission"] = points(fees.maker);
    reply["takerCommission"] = points(fees.taker);
    reply["buyerCommission"] = reply["sellerCommission"] = 0;
    reply["commissionRates"] = all_rates_of(fees);
    reply["canTrade"] = who.key->trade;
    // No key moves coins.
    reply["canWithdraw"] = reply["canDeposit"] = false;
    reply["brokered"] = reply["preventSor"] = false;
    reply["requireSelfTradePrevention"] = true;
    reply["updateTime"] = Json::Int64{markets::to_milliseconds(pg::now())};
    reply["accountType"] = "SPOT";
    reply["permissions"].append("SPOT");
    reply["uid"] = Json::Int64{who.client.value};
    reply["balances"] = Json::arrayValue;
    for (const auto& [code, holding] : holdings_of(*connection, who.client)) {
        if (omit_zero && holding.free.zero() && holding.locked.zero()) continue;
        Json::Value balance;
        balance["asset"] = code;
        balance["free"] = figure(holding.free);
        balance["locked"] = figure(holding.locked);
        reply["balances"].append(std::move(balance));
    }
    return answer(request, reply);
}

Reply commission(Request& request) {
    const auto who = caller(request, fees_weight);
    const auto all = directory(request.services());
    const auto& market = needed_market(request, *all);
    auto connection = request.db();
    Json::Value reply;
    reply["symbol"] = market.pair;
    reply["standardCommission"] = all_rates_of(fees_of(*connection, *all, who.client));
    reply["specialCommission"] = reply["taxCommission"] = all_rates_of({});
    reply["discount"] = no_discount();
    return answer(request, reply);
}

Reply trade_fees(Request& request) {
    const auto who = caller(request, one_fee_weight);
    const auto all = directory(request.services());
    auto connection = request.db();
    const auto fees = fees_of(*connection, *all, who.client);
    Json::Value reply{Json::arrayValue};
    for (const auto* market : chosen_markets(request, *all)) {
        Json::Value row;
        row["symbol"] = market->pair;
        row["makerCommission"] = figure(fees.maker);
        row["takerCommission"] = figure(fees.taker);
        reply.append(std::move(row));
    }
    return answer(request, reply);
}

Json::Value network_of(const chain::Network& network, const chain::NetworkCoin& coin,
                       const Config& config, bool deposits_paused) {
    const auto settings = chain::settings_of(config, network);
    Json::Value row;
    row["network"] = network.name;
    row["name"] = network.title;
    row["coin"] = coin.code;
    row["contractAddress"] = coin.contract.value_or("");
    row["depositEnable"] = settings.open() && !deposits_paused;
    row["withdrawEnable"] = coin.withdrawal.has_value() && !settings.hot_address.empty();
    const auto terms = coin.withdrawal.value_or(chain::WithdrawalTerms{});
    row["withdrawFee"] = figure(terms.fee);
    row["withdrawMin"] = figure(terms.minimum);
    row["depositDust"] = figure(coin.minimum_deposit);
    row["withdrawIntegerMultiple"] = Decimal::from_units(1).str();
    row["minConfirm"] = network.confirmations;
    row["unLockConfirm"] = network.unlock_confirmations;
    row["estimatedArrivalTime"] = network.arrival_minutes;
    row["isDefault"] = false;
    row["sameAddress"] = false;
    row["busy"] = false;
    return row;
}

Reply coins(Request& request) {
    const auto who = caller(request, coins_weight);
    auto connection = request.db();
    const auto networks = chain::networks(*connection);
    const bool deposits_paused = paused(*connection, Pause::deposits);
    Json::Value reply{Json::arrayValue};
    for (const auto& [code, holding] : holdings_of(*connection, who.client)) {
        Json::Value coin;
        coin["coin"] = code;
        coin["name"] = holding.name;
        coin["free"] = figure(holding.free);
        coin["locked"] = figure(holding.locked);
        coin["trading"] = true;
        coin["isLegalMoney"] = false;
        coin["networkList"] = Json::arrayValue;
        bool in = false;
        bool out = false;
        for (const auto& network : networks) {
            const auto* carried = network.coin(code);
            if (carried == nullptr) continue;
            auto row = network_of(network, *carried, request.config(), deposits_paused);
            in = in || row["depositEnable"].asBool();
            out = out || row["withdrawEnable"].asBool();
            coin["networkList"].append(std::move(row));
        }
        coin["depositAllEnable"] = in;
        coin["withdrawAllEnable"] = out;
        reply.append(std::move(coin));
    }
    return answer(request, reply);
}

using fcgi::Need, fcgi::Parameter, fcgi::Type;

constexpr Parameter account_parameters[] = {
    {"omitZeroBalances", Type::boolean, Need::optional, "Only coins that the client has."},
    timestamp_parameter,
    window_parameter,
    signature_parameter,
};
constexpr Parameter commission_parameters[] = {
    symbol_parameter,
    timestamp_parameter,
    window_parameter,
    signature_parameter,
};
constexpr Parameter fee_parameters[] = {
    {"symbol", Type::text, Need::optional, "One market: BTCUSDT."},
    {"symbols", Type::text, Need::optional, "Several markets: [\"BTCUSDT\",\"ETHUSDT\"]."},
    timestamp_parameter,
    window_parameter,
    signature_parameter,
};
constexpr Parameter coin_parameters[] = {
    timestamp_parameter,
    window_parameter,
    signature_parameter,
};

constexpr fcgi::Route routes[] = {
    signed_reads("/binance/api/v3/account", account)
        .takes(account_parameters)
        .gives("BinanceAccount")
        .means("Shows the spot wallet, as Binance does"),
    signed_reads("/binance/api/v3/account/commission", commission)
        .takes(commission_parameters)
        .gives("BinanceCommission")
        .means("Shows the fees of a market, as Binance does"),
    signed_reads("/binance/sapi/v1/asset/tradeFee", trade_fees)
        .takes(fee_parameters)
        .gives("BinanceFees")
        .means("Lists the fees of markets, as Binance does"),
    signed_reads("/binance/sapi/v1/capital/config/getall", coins)
        .takes(coin_parameters)
        .gives("BinanceCoins")
        .means("Lists coins and their networks, as Binance does"),
};

}  // namespace

const std::span<const fcgi::Route> account_routes = routes;

}  // namespace cambio::binance
