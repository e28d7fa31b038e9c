#include "markets/provider_rows.h"

#include <algorithm>
#include <charconv>

namespace cambio::markets::rows {
namespace {

/// The end of the year 9999. What is later is no moment, and soon not one in microseconds.
constexpr std::int64_t latest_ms = 253'402'300'799'999;

std::string text(const Json::Value& row, const char* field) {
    if (!row.isObject()) throw Malformed{"a row is not an object"};
    const Json::Value& value = row[field];
    if (!value.isString()) throw Malformed{field};
    return value.asString();
}

/// A name goes into the database, so it is a word of ASCII.
std::string name(const Json::Value& row, const char* field) {
    std::string value = text(row, field);
    const bool word = std::ranges::all_of(value, [](char c) { return c > ' ' && c < 0x7f; });
    if (value.empty() || value.size() > 64 || !word) throw Malformed{field};
    return value;
}

/// More than 18 places can only be a sum's; what is behind them is cut off.
Decimal decimal(const std::string& written, const char* field) {
    std::string kept = written;
    if (const auto point = kept.find('.'); point != std::string::npos) {
        kept.resize(std::min(kept.size(), point + 1 + Decimal::places));
    }
    const auto value = Decimal::parse(kept);
    if (!value) throw Malformed{field};
    return *value;
}

Decimal amount(const std::string& written, const char* field) {
    const Decimal value = decimal(written, field);
    if (value.negative()) throw Malformed{field};
    return value;
}

/// A price or a step: never zero, and never cut.
Decimal price(const std::string& written, const char* field) {
    const auto value = Decimal::parse(written);
    if (!value || !value->positive()) throw Malformed{field};
    return *value;
}

std::optional<Decimal> price_if_any(const std::string& written, const char* field) {
    if (written.empty()) return std::nullopt;
    return price(written, field);
}

Instant instant(const std::string& written, const char* field) {
    std::int64_t ms = 0;
    const char* end = written.data() + written.size();
    const auto [rest, problem] = std::from_chars(written.data(), end, ms);
    if (problem != std::errc{} || rest != end || ms <= 0 || ms > latest_ms) throw Malformed{field};
    return Instant{std::chrono::milliseconds{ms}};
}

std::string column(const Json::Value& row, Json::ArrayIndex index, const char* field) {
    if (!row.isArray() || index >= row.size() || !row[index].isString()) throw Malformed{field};
    return row[index].asString();
}

/// One side, best first. `rising` for asks.
std::vector<ProviderLevel> side(const Json::Value& list, bool rising, const char* field) {
    if (!list.isArray()) throw Malformed{field};
    std::vector<ProviderLevel> levels;
    levels.reserve(list.size());
    for (const Json::Value& row : list) {
        const ProviderLevel level{price(column(row, 0, field), field),
                                  amount(column(row, 1, field), field)};
        if (!levels.empty()) {
            const Decimal before = levels.back().price;
            if (rising ? level.price <= before : level.price >= before) throw Malformed{field};
        }
        levels.push_back(level);
    }
    return levels;
}

InstrumentType type(const Json::Value& row) {
    const std::string written = text(row, "instType");
    if (written == "SPOT") return InstrumentType::spot;
    if (written == "SWAP") return InstrumentType::swap;
    throw Malformed{"instType"};
}

}  // namespace

ProviderTicker ticker(const Json::Value& row) {
    const bool swap = type(row) == InstrumentType::swap;
    const auto read = [&](const char* field) { return price(text(row, field), field); };
    const auto volume = [&](const char* field) { return amount(text(row, field), field); };
    ProviderTicker value;
    value.instrument = name(row, "instId");
    value.last = read("last");
    value.bid = price_if_any(text(row, "bidPx"), "bidPx");
    value.ask = price_if_any(text(row, "askPx"), "askPx");
    value.open24h = read("open24h");
    value.high24h = read("high24h");
    value.low24h = read("low24h");
    value.base_volume24h = volume(swap ? "volCcy24h" : "vol24h");
    if (!swap) value.quote_volume24h = volume("volCcy24h");
    value.at = instant(text(row, "ts"), "ts");
    return value;
}

ProviderBook book(const Json::Value& row) {
    if (!row.isObject()) throw Malformed{"a row is not an object"};
    ProviderBook value;
    value.bids = side(row["bids"], false, "bids");
    value.asks = side(row["asks"], true, "asks");
    if (!value.bids.empty() && !value.asks.empty() &&
        value.bids.front().price >= value.asks.front().price) {
        throw Malformed{"the book is crossed"};
    }
    value.at = instant(text(row, "ts"), "ts");
    return value;
}

ProviderTrade trade(const Json::Value& row) {
    const std::string side_text = text(row, "side");
    if (side_text != "buy" && side_text != "sell") throw Malformed{"side"};
    ProviderTrade value;
    value.id = name(row, "tradeId");
    value.price = price(text(row, "px"), "px");
    value.quantity = amount(text(row, "sz"), "sz");
    value.taker_buys = side_text == "buy";
    value.at = instant(text(row, "ts"), "ts");
    return value;
}

ProviderCandle candle(const Json::Value& row, InstrumentType type) {
    const auto read = [&](Json::ArrayIndex k, const char* what) {
        return price(column(row, k, what), what);
    };
    ProviderCandle value;
    value.opened_at = instant(column(row, 0, "ts"), "ts");
    value.open = read(1, "o");
    value.high = read(2, "h");
    value.low = read(3, "l");
    value.close = read(4, "c");
    const Json::ArrayIndex base_column = type == InstrumentType::swap ? 6 : 5;
    value.base_volume = amount(column(row, base_column, "vol"), "vol");
    value.quote_volume = amount(column(row, 7, "volCcyQuote"), "volCcyQuote");
    value.closed = column(row, 8, "confirm") == "1";
    if (value.low > minimum(value.open, value.close) ||
        value.high < maximum(value.open, value.close)) {
        throw Malformed{"the candle's high or low"};
    }
    return value;
}

ProviderInstrument instrument(const Json::Value& row) {
    const auto read = [&](const char* field) { return price(text(row, field), field); };
    ProviderInstrument value;
    value.type = type(row);
    value.id = name(row, "instId");
    value.tick = read("tickSz");
    value.lot = read("lotSz");
    value.minimum = read("minSz");
    if (value.type == InstrumentType::swap) value.contract_value = read("ctVal");
    value.live = text(row, "state") == "live";
    return value;
}

ProviderMarkPrice mark_price(const Json::Value& row) {
    return {name(row, "instId"), price(text(row, "markPx"), "markPx"),
            instant(text(row, "ts"), "ts")};
}

ProviderFundingRate funding_rate(const Json::Value& row) {
    return {name(row, "instId"), decimal(text(row, "fundingRate"), "fundingRate"),
            instant(text(row, "fundingTime"), "fundingTime"),
            instant(text(row, "nextFundingTime"), "nextFundingTime"),
            instant(text(row, "ts"), "ts")};
}

}  // namespace cambio::markets::rows
