// Realized gains, as a tax return asks for them: what each sale of a coin in a period won against
// what the coin had cost, and what each position in futures that ended in it brought.
#include <algorithm>
#include <map>

#include "csv_file.h"
#include "fcgi/serve.h"
#include "futures_gains.h"
#include "gains.h"
#include "lanes.h"
#include "period.h"
#include "routes.h"

namespace cambio::wallet {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

/// Of sales and positions together.
constexpr int max_gains = 100'000;

// Whatever was bought or sold has been in the spot wallet.
constexpr const char* coins_of = R"sql(
    select a.id, a.code from assets a
     where a.code <> 'USDT' and exists (select from ledger_accounts l
                                         where l.client_id = $1 and l.wallet = 1
                                               and l.asset_id = a.id)
     order by a.code
)sql";

struct Asked {
    Period period;
    CostMethod method = CostMethod::fifo;
    bool csv = false;
    bool sums_only = false;
};

Asked read_asked(fcgi::Params& params) {
    Asked asked{read_period(params)};
    asked.method = static_cast<CostMethod>(params.choice("method", {"FIFO", "AVERAGE"}));
    asked.csv = params.maybe_choice("format", {"json", "csv"}).value_or(0) == 1;
    asked.sums_only = params.optional<bool>("sums_only").value_or(false);
    return asked;
}

struct CoinGain {
    std::string coin;
    Gain gain;
};

struct Gains {
    std::vector<CoinGain> spot;  ///< the oldest first
    std::vector<FuturesGain> futures;
};

/// The oldest first.
std::vector<CoinGain> read_sales(pg::Snapshot& tx, ClientId client, const Asked& asked) {
    std::vector<CoinGain> list;
    for (const auto row : tx.run(coins_of, {client})) {
        const auto coin = row.str("code");
        Purchases purchases{asked.method};
        each_dealing(tx, client, row.id<AssetId>("id"), [&](const Dealing& dealing) {
            for (const auto& gain : purchases.take(dealing)) {
                if (!asked.period.has(gain.sold_at)) continue;
                if (std::ssize(list) == max_gains) throw Error{Code::statement_too_long, "from"};
                list.push_back({coin, gain});
            }
        });
    }
    std::ranges::stable_sort(list, {}, [](const CoinGain& it) { return it.gain.sold_at; });
    return list;
}

Gains read_gains(pg::Connection& connection, ClientId client, const Asked& asked) {
    pg::Snapshot tx{connection};
    Gains gains{read_sales(tx, client, asked), {}};
    gains.futures =
        futures_gains_of(tx, client, asked.period, max_gains - static_cast<int>(gains.spot.size()));
    return gains;
}

std::string text_of(const std::optional<Decimal>& value) {
    return value ? value->str() : "";
}

// A short position is sold first and bought back later. What a position cost are its fees, less the
// funding that it received.
void add_line(std::string& text, const FuturesGain& gain) {
    const auto& bought_at = gain.is_long ? gain.opened_at : gain.ended_at;
    const auto& sold_at = gain.is_long ? gain.ended_at : gain.opened_at;
    text += gain.coin + ',' + gain.quantity.str() + ',' + pg::iso(bought_at) + ',' +
            pg::iso(sold_at) + ',' + gain.realised.str() + ',' + (gain.fees - gain.funding).str() +
            ',' + gain.won().str() + (gain.is_long ? ",FUTURES_LONG" : ",FUTURES_SHORT") + "\r\n";
}

std::string csv_of(const Gains& gains) {
    std::string text =
        "Coin,Quantity,Bought at,Sold at,Proceeds (USDT),Cost (USDT),Gain (USDT),Kind\r\n";
    for (const auto& [coin, gain] : gains.spot) {
        text += coin + ',' + gain.quantity.str() + ',';
        if (gain.bought_at) text += pg::iso(*gain.bought_at);
        text += ',' + pg::iso(gain.sold_at) + ',' + gain.proceeds.str() + ',' + text_of(gain.cost) +
                ',' + text_of(gain.won()) + ",SPOT\r\n";
    }
    for (const auto& gain : gains.futures) add_line(text, gain);
    return text;
}

Json::Value or_null(const std::optional<Decimal>& value) {
    return value ? Json::Value{value->str()} : Json::Value{};
}

Json::Value view_of(const FuturesGain& gain) {
    Json::Value view;
    view["pair"] = gain.pair;
    view["delegate_type"] = gain.is_long ? "BUY_MORE" : "SELL_EMPTY";
    view["state"] = gain.liquidated ? "LIQUIDATED" : "CLOSED";
    view["quantity"] = gain.quantity.str();
    view["opened_at"] = pg::iso(gain.opened_at);
    view["ended_at"] = pg::iso(gain.ended_at);
    view["realised"] = gain.realised.str();
    view["fees"] = gain.fees.str();
    view["funding"] = gain.funding.str();
    view["gain"] = gain.won().str();
    return view;
}

Json::Value view_of(const CoinGain& sale) {
    const auto& [coin, gain] = sale;
    Json::Value view;
    view["coin"] = coin;
    view["quantity"] = gain.quantity.str();
    view["bought_at"] = gain.bought_at ? Json::Value{pg::iso(*gain.bought_at)} : Json::Value{};
    view["sold_at"] = pg::iso(gain.sold_at);
    view["proceeds"] = gain.proceeds.str();
    view["cost"] = or_null(gain.cost);
    view["gain"] = or_null(gain.won());
    return view;
}

Json::Value view_of(const std::vector<FuturesGain>& list, bool sums_only) {
    Json::Value view;
    view["gains"] = Json::arrayValue;
    Decimal realised, fees, funding, won;
    for (const auto& gain : list) {
        if (!sums_only) view["gains"].append(view_of(gain));
        realised += gain.realised;
        fees += gain.fees;
        funding += gain.funding;
        won += gain.won();
    }
    view["realised"] = realised.str();
    view["fees"] = fees.str();
    view["funding"] = funding.str();
    view["gain"] = won.str();
    return view;
}

/// Of each coin that was sold; nothing is known where the cost of all of it is unknown.
Json::Value sums_of(const std::vector<CoinGain>& sales) {
    std::map<std::string, std::optional<Decimal>> sums;
    for (const auto& [coin, gain] : sales) {
        auto& sum = sums[coin];
        if (const auto won = gain.won()) sum = sum.value_or(Decimal{}) + *won;
    }
    Json::Value view{Json::arrayValue};
    for (const auto& [coin, sum] : sums) {
        Json::Value one;
        one["coin"] = coin;
        one["gain"] = or_null(sum);
        view.append(one);
    }
    return view;
}

Json::Value view_of(const Gains& gains, bool sums_only) {
    Json::Value view;
    view["gains"] = Json::arrayValue;
    view["coins"] = sums_of(gains.spot);
    Decimal proceeds, cost, without_cost;
    for (const auto& sale : gains.spot) {
        if (!sums_only) view["gains"].append(view_of(sale));
        const auto& gain = sale.gain;
        (gain.cost ? proceeds : without_cost) += gain.proceeds;
        cost += gain.cost.value_or(Decimal{});
    }
    view["proceeds"] = proceeds.str();
    view["cost"] = cost.str();
    view["gain"] = (proceeds - cost).str();
    view["proceeds_without_cost"] = without_cost.str();
    view["futures"] = view_of(gains.futures, sums_only);
    return view;
}

Reply write_gains(const Request& request, const Asked& asked) {
    auto connection = request.db();
    const auto gains = read_gains(*connection, request.client(), asked);
    if (asked.csv) return csv_file(csv_of(gains), "cambio-realized-gains.csv");
    return Reply::json(view_of(gains, asked.sums_only));
}

void realized_gains(Request& request, Later later) {
    statement_lane().run_for(
        request.client(), std::move(later),
        [&request, asked = read_asked(request.params)] { return write_gains(request, asked); }, 1);
}

constexpr Parameter parameters[] = {
    {"from", Type::text, Need::required, "The first day, UTC: 2026-01-01."},
    {"to", Type::text, Need::required, "The last day, UTC; at most 366 days."},
    {"method", Type::choice, Need::required,
     "What a sale uses up: the oldest purchases, or an equal part of all.", "FIFO|AVERAGE"},
    {"format", Type::choice, Need::optional, "json by default; csv returns a file.", "json|csv"},
    {"sums_only", Type::boolean, Need::optional,
     "true leaves out each sale and position, and answers the sums of all and of each coin."},
};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/realized-gains", Access::client, Limit::changes, Effect::reads,
          nullptr, realized_gains}
        .by_key()
        .takes(parameters)
        .gives("RealizedGains")
        .means("Lists what each sale of a coin won against its cost, and what futures brought"),
};

}  // namespace

const std::span<const Route> realized_gains_routes{routes};

}  // namespace cambio::wallet
