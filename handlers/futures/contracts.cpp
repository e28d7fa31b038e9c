// What anybody may know of the contracts: prices, terms, funding.
#include <map>

#include "config/config.h"
#include "markets/last_price.h"
#include "routes.h"
#include "view.h"

namespace cambio::positions {
namespace {

using fcgi::Reply;
using fcgi::Request;

constexpr const char* read_contracts = R"sql(
    select m.id, m.pair, a.code, a.icon, k.instrument, m.tick, m.lot, m.minimum_total,
           k2.price, k2.provider_at, k2.received_at, k2.held_back,
           q.open24h, q.high24h, q.low24h, q.volume_usdt24h,
           f.rate, f.at as funding_at, (extract(epoch from f.period) / 3600)::bigint as hours,
           greatest(f.at - f.period, f.known_from) as counts_from,
           coalesce(o.quantity, 0) as open_interest
    from contracts k join markets m on m.id = k.market_id join assets a on a.id = m.base_id
    join marks k2 on k2.market_id = k.market_id
    left join quotes q on q.market_id = k.market_id
    left join lateral (select * from funding_rates
                       where market_id = k.market_id and at > now() order by at limit 1) f
        on f.known_until > now()
    left join (select market_id, sum(quantity) as quantity from positions
               where state in (1, 2) group by market_id) o on o.market_id = k.market_id
    where m.state = 'open' and ($1::text is null or m.pair = $1)
    order by m.position, m.id
)sql";
constexpr const char* read_insurance = R"sql(
    select coalesce(sum(l.balance), 0) as balance
    from ledger_accounts l join assets a on a.id = l.asset_id
    where l.client_id is null and l.house = 'insurance' and a.code = 'USDT'
)sql";
constexpr const char* read_rates = R"sql(
    select f.at, f.rate from funding_rates f join markets m on m.id = f.market_id
    where m.pair = $1 and f.at <= now() and f.mark is not null
    order by f.at desc limit 100
)sql";
constexpr const char* has_contract = R"sql(
    select exists (select 1 from contracts k join markets m on m.id = k.market_id
                   where m.pair = $1) as found
)sql";

Json::Value tiers_json() {
    Json::Value list{Json::arrayValue};
    for (const futures::Tier& tier : futures::tiers()) {
        Json::Value row;
        row["up_to"] = tier.up_to.str();
        row["rate"] = tier.rate.str();
        row["deduction"] = tier.deduction.str();
        list.append(std::move(row));
    }
    return list;
}

/// The last price that every screen shows, by market; a contract without one has its mark.
using LastPrices = std::map<std::int64_t, Decimal>;

LastPrices shown_prices(pg::Connection& connection) {
    LastPrices shown;
    for (const auto& price : markets::last_prices(connection))
        if (price.last.positive()) shown.emplace(price.market.value, price.shown());
    return shown;
}

Json::Value contract_of(const pg::Row& row, const LastPrices& prices, const std::string& insurance,
                        const Config& config) {
    const Mark mark{row.decimal("price"), row.time("provider_at"), row.time("received_at"),
                    !row.null("held_back")};
    const auto shown = prices.find(row.integer("id"));
    const Decimal last = shown == prices.end() ? mark.price : shown->second;
    const Decimal open = row.maybe_decimal("open24h").value_or(last);
    Json::Value value;
    value["name"] = row.str("pair");
    value["coin"] = row.str("code");
    value["image"] = row.str("icon");
    value["instrument"] = row.str("instrument");
    value["mark_price"] = mark.price.str();
    value["last_price"] = last.str();
    value["increase_in_value"] =
        open.positive() ? futures::percent(last - open, open).str(4, Rounding::half_even)
                        : "0.0000";
    value["high"] = row.maybe_decimal("high24h").value_or(last).str();
    value["low"] = row.maybe_decimal("low24h").value_or(last).str();
    value["turnover"] = row.maybe_decimal("volume_usdt24h").value_or(Decimal{}).str();
    const auto rate = row.maybe_decimal("rate");
    value["funding_rate"] = rate ? Json::Value{rate->str()} : Json::Value{};
    const auto at = row.maybe_time("funding_at");
    value["next_funding_at"] = at ? Json::Value{pg::iso(*at)} : Json::Value{};
    const auto hours = row.maybe_integer("hours");
    value["funding_interval_hours"] = hours ? Json::Value{Json::Int64{*hours}} : Json::Value{};
    const auto from = row.maybe_time("counts_from");
    value["funding_counts_from"] = from ? Json::Value{pg::iso(*from)} : Json::Value{};
    value["open_interest"] = row.decimal("open_interest").str();
    value["leverages"] = Json::arrayValue;
    for (const int leverage : futures::leverages) value["leverages"].append(leverage);
    const Decimal minimum = row.decimal("minimum_total"), lot = row.decimal("lot");
    value["tick"] = row.decimal("tick").str();
    value["lot"] = lot.str();
    value["minimum_buy"] = minimum.str();
    value["minimum_sell"] = futures::minimum_sell(minimum, mark.price, lot).str();
    value["maximum"] = futures::largest_position().str();
    value["taker_fee"] = futures::taker_fee().str();
    value["closing_fee"] = config.futures_closing_fee.str();
    value["tiers"] = tiers_json();
    value["insurance_fund"] = insurance;
    value["stale"] = mark.stale(pg::now(), config.stale_after_ms);
    return value;
}

Json::Value list(Request& request, const std::optional<std::string>& pair) {
    auto db = request.db();
    const std::string insurance = db->run(read_insurance)[0].decimal("balance").str();
    Json::Value list{Json::arrayValue};
    const LastPrices prices = shown_prices(*db);
    for (const pg::Row row : db->run(read_contracts, {pair}))
        list.append(contract_of(row, prices, insurance, request.config()));
    return list;
}

Reply all_contracts(Request& request) {
    Json::Value reply;
    reply["contracts"] = list(request, std::nullopt);
    return Reply::json(reply);
}

Reply one_contract(Request& request) {
    const auto pair = request.params.required<std::string>("name", 32);
    const Json::Value found = list(request, pair);
    if (found.empty()) throw Error{Code::unknown_market, "name"};
    Json::Value reply;
    reply["contract"] = found[0];
    return Reply::json(reply);
}

Reply funding_rates(Request& request) {
    const auto pair = request.params.required<std::string>("name", 32);
    auto db = request.db();
    if (!db->run(has_contract, {pair})[0].boolean("found"))
        throw Error{Code::unknown_market, "name"};
    Json::Value reply;
    reply["rates"] = Json::arrayValue;
    for (const pg::Row row : db->run(read_rates, {pair})) {
        Json::Value value;
        value["at"] = pg::iso(row.time("at"));
        value["rate"] = row.decimal("rate").str();
        reply["rates"].append(std::move(value));
    }
    return Reply::json(reply);
}

constexpr fcgi::Route reads(std::string_view path, fcgi::Function function) {
    return {.method = fcgi::Method::get,
            .path = path,
            .access = fcgi::Access::guest,
            .limit = fcgi::Limit::reads,
            .effect = fcgi::Effect::reads,
            .function = function,
            .cache_seconds = 1};
}

constexpr fcgi::Parameter contract_parameters[] = {
    {"name", fcgi::Type::text, fcgi::Need::required, "The contract: BTCUSDT."},
};

constexpr fcgi::Route routes[] = {
    reads("/api/v3/futures/contracts", all_contracts)
        .gives("Contracts")
        .means("Lists the futures contracts"),
    reads("/api/v3/futures/contract", one_contract)
        .takes(contract_parameters)
        .gives("OneContract")
        .means("Shows a futures contract: prices, funding, terms"),
    reads("/api/v3/futures/funding-rates", funding_rates)
        .takes(contract_parameters)
        .gives("FundingRates")
        .means("Lists a contract's last hundred funding rates"),
};

}  // namespace

const std::span<const fcgi::Route> contract_routes = routes;

}  // namespace cambio::positions
