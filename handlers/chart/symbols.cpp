// The UDF datafeed: what it offers and which symbols there are.
#include <algorithm>

#include "fcgi/serve.h"
#include "feed.h"
#include "markets/bars.h"
#include "routes.h"
#include "text/letters.h"

namespace cambio::chart {
namespace {

using fcgi::Reply;
using fcgi::Request;
using markets::all_symbols, markets::find_symbol, markets::Symbol;

constexpr std::int64_t usual_results = 30;

Json::Value resolutions() {
    Json::Value list{Json::arrayValue};
    for (const auto* resolution : supported_resolutions) list.append(resolution);
    return list;
}

Json::Value intraday_multipliers() {
    Json::Value list{Json::arrayValue};
    for (const auto* minutes : {"1", "5", "15", "30", "60", "240"}) list.append(minutes);
    return list;
}

/// 10^places, at most 10^16, which is what a tick of so many places needs.
Json::Int64 price_scale(Decimal tick) {
    Json::Int64 scale = 1;
    for (int place = 0; place < std::min(tick.used_places(), 16); ++place) scale *= 10;
    return scale;
}

/// The smallest step in units of 1/pricescale: 5 for a tick of 0.05.
Json::Int64 minimal_movement(Decimal tick) {
    int128 units = tick.units();
    for (int place = 18 - std::min(tick.used_places(), 16); place > 0; --place) units /= 10;
    return static_cast<Json::Int64>(units);
}

Reply config(Request&) {
    Json::Value reply;
    reply["supports_search"] = true;
    reply["supports_group_request"] = false;
    reply["supports_marks"] = true;
    reply["supports_timescale_marks"] = false;
    reply["supports_time"] = true;
    reply["supported_resolutions"] = resolutions();
    Json::Value exchange;
    exchange["value"] = exchange_name;
    exchange["name"] = exchange_name;
    exchange["desc"] = exchange_name;
    reply["exchanges"].append(exchange);
    Json::Value crypto;
    crypto["name"] = "Crypto";
    crypto["value"] = "crypto";
    reply["symbols_types"].append(crypto);
    return Reply::json(reply);
}

Json::Value description_of(const Symbol& symbol) {
    Json::Value reply;
    reply["name"] = symbol.pair;
    reply["ticker"] = symbol.pair;
    reply["base_name"].append(symbol.pair);
    reply["description"] = symbol.full_name + " / USDT";
    reply["type"] = "crypto";
    reply["session"] = "24x7";
    reply["session_holidays"] = "";
    reply["corrections"] = "";
    reply["timezone"] = "Etc/UTC";
    reply["exchange"] = exchange_name;
    reply["listed_exchange"] = exchange_name;
    // Prices are in USDT and volumes in the coin: neither is converted from anything else.
    reply["currency_code"] = "USDT";
    reply["original_currency_code"] = "USDT";
    reply["unit_id"] = symbol.coin;
    reply["original_unit_id"] = symbol.coin;
    reply["unit_conversion_types"] = Json::Value{Json::arrayValue};
    reply["minmov"] = minimal_movement(symbol.tick);
    reply["minmov2"] = 0;
    reply["minmove2"] = 0;
    reply["fractional"] = false;
    reply["pricescale"] = price_scale(symbol.tick);
    reply["has_intraday"] = true;
    reply["has_daily"] = true;
    reply["has_weekly_and_monthly"] = true;
    reply["has_empty_bars"] = false;
    reply["intraday_multipliers"] = intraday_multipliers();
    reply["supported_resolutions"] = resolutions();
    reply["volume_precision"] = symbol.lot.used_places();
    reply["format"] = "price";
    reply["visible_plots_set"] = "ohlcv";
    return reply;
}

Reply symbols(Request& request) {
    return answer_feed([&] {
        const auto name = request.params.required<std::string>("symbol", 40);
        auto connection = request.db();
        pg::Transaction tx{*connection};
        const auto symbol = find_symbol(tx, name);
        if (symbol) return Reply::json(description_of(*symbol));
        // The client reports the text to its chart as it is.
        Json::Value reply;
        reply["s"] = "error";
        reply["errmsg"] = "unknown_symbol";
        return Reply::json(reply, 404);
    });
}

/// The group request: one array for each field, all of equal length.
Reply symbol_info(Request& request) {
    const auto group = request.params.optional<std::string>("group", 40);
    Json::Value reply;
    for (const auto* field : {"symbol", "ticker", "description", "pricescale", "minmovement"}) {
        reply[field] = Json::Value{Json::arrayValue};
    }
    reply["exchange-listed"] = exchange_name;
    reply["exchange-traded"] = exchange_name;
    reply["type"] = "crypto";
    reply["session-regular"] = "24x7";
    reply["timezone"] = "Etc/UTC";
    reply["has-intraday"] = true;
    reply["has-daily"] = true;
    reply["has-weekly-and-monthly"] = true;
    reply["intraday-multipliers"] = intraday_multipliers();
    reply["supported-resolutions"] = resolutions();
    if (group && *group != exchange_name) return Reply::json(reply);

    auto connection = request.db();
    pg::Transaction tx{*connection};
    for (const auto& symbol : all_symbols(tx)) {
        reply["symbol"].append(symbol.pair);
        reply["ticker"].append(symbol.pair);
        reply["description"].append(symbol.full_name + " / USDT");
        reply["pricescale"].append(price_scale(symbol.tick));
        reply["minmovement"].append(minimal_movement(symbol.tick));
    }
    return Reply::json(reply);
}

/// Smaller ranks first: a match in the name before one in the description, earlier before later.
std::size_t rank_of(const Symbol& symbol, const std::string& query) {
    constexpr std::size_t description_offset = 8000;
    const auto in_name = symbol.pair.find(query);
    if (in_name != std::string::npos) return in_name;
    const auto in_description = text::upper(symbol.full_name).find(query);
    if (in_description != std::string::npos) return description_offset + in_description;
    return std::string::npos;
}

Json::Value match_of(const Symbol& symbol) {
    Json::Value match;
    match["symbol"] = symbol.pair;
    match["full_name"] = std::string{exchange_name} + ":" + symbol.pair;
    match["description"] = symbol.full_name + " / USDT";
    match["exchange"] = exchange_name;
    match["params"] = Json::Value{Json::arrayValue};
    match["ticker"] = symbol.pair;
    match["type"] = "crypto";
    return match;
}

/// The best `limit` matches of the query, which is in capitals.
Json::Value matches(pg::Transaction& tx, const std::string& query, std::int64_t limit) {
    std::vector<std::pair<std::size_t, Symbol>> ranked;
    for (auto& symbol : all_symbols(tx)) {
        const auto rank = rank_of(symbol, query);
        if (rank != std::string::npos) ranked.emplace_back(rank, std::move(symbol));
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    Json::Value list{Json::arrayValue};
    for (const auto& [rank, symbol] : ranked) {
        if (static_cast<std::int64_t>(list.size()) >= limit) break;
        list.append(match_of(symbol));
    }
    return list;
}

Reply search(Request& request) {
    return answer_feed([&] {
        auto& params = request.params;
        const auto query = text::upper(params.optional<std::string>("query", 40).value_or(""));
        const auto limit = params.optional<std::int64_t>("limit").value_or(usual_results);
        const auto type = params.optional<std::string>("type", 40).value_or("");
        const auto exchange = params.optional<std::string>("exchange", 40).value_or("");
        const bool has_type = type.empty() || type == "crypto";
        const bool has_exchange = exchange.empty() || exchange == exchange_name;
        if (!has_type || !has_exchange) return Reply::json(Json::Value{Json::arrayValue});
        auto connection = request.db();
        pg::Transaction tx{*connection};
        return Reply::json(matches(tx, query, limit));
    });
}

using fcgi::Need;
using fcgi::Type;

constexpr fcgi::Parameter symbol_parameters[] = {
    {"symbol", Type::text, Need::required, "BTCUSDT, BTC-USDT, BTC or Cambio:BTCUSDT."},
};
constexpr fcgi::Parameter group_parameters[] = {
    {"group", Type::text, Need::optional, "The exchange; the only one is Cambio."},
};
constexpr fcgi::Parameter search_parameters[] = {
    {"query", Type::text, Need::optional, "Part of a name."},
    {"limit", Type::integer, Need::optional, "The maximum number of matches; 30 by default."},
    {"type", Type::text, Need::optional, "The symbol type; the only one is crypto."},
    {"exchange", Type::text, Need::optional, "The exchange; the only one is Cambio."},
};

constexpr fcgi::Route routes[] = {
    feed("/udf/config", config).gives("FeedConfig").means("Returns the datafeed configuration"),
    feed("/udf/symbols", symbols)
        .takes(symbol_parameters)
        .gives("FeedSymbol")
        .means("Describes one symbol"),
    feed("/udf/symbol_info", symbol_info)
        .takes(group_parameters)
        .gives("FeedSymbols")
        .means("Describes all symbols, one array for each field"),
    feed("/udf/search", search)
        .takes(search_parameters)
        .gives("FeedMatches")
        .means("Finds symbols by name"),
};

}  // namespace

const std::span<const fcgi::Route> symbol_routes = routes;

}  // namespace cambio::chart
