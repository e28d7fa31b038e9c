#include "binance/stream_events.h"

#include <json/writer.h>

#include <algorithm>
#include <charconv>

#include "money/decimal.h"

namespace cambio::binance {

namespace {

constexpr const char* nothing = "0.00000000";

/// The figure with so many places at least; empty: it is none.
std::string figure_of(const Json::Value& value, int places) {
    const auto number = value.isString() ? Decimal::parse(value.asString()) : std::nullopt;
    if (!number) return {};
    return number->str(std::max(places, number->used_places()), Rounding::down);
}

std::optional<StreamBook::Side> pushed_side(const Json::Value& levels, const Places& places) {
    if (!levels.isArray()) return {};
    StreamBook::Side side;
    for (const auto& level : levels) {
        if (!level.isObject()) return {};
        side.emplace_back(figure_of(level["unit_price"], places.price),
                          figure_of(level["number_of_order"], places.quantity));
        if (side.back().first.empty() || side.back().second.empty()) return {};
    }
    return side;
}

std::optional<StreamBook::Side> fetched_side(const Json::Value& levels) {
    if (!levels.isArray()) return {};
    StreamBook::Side side;
    for (const auto& level : levels) {
        if (!level.isArray() || level.size() != 2 || !level[0].isString() || !level[1].isString())
            return {};
        side.emplace_back(level[0].asString(), level[1].asString());
    }
    return side;
}

StreamBook::Side changed_side(const StreamBook::Side& before, const StreamBook::Side& after) {
    StreamBook::Side changed;
    const auto priced = [](const auto& side, const std::string& price) {
        return std::ranges::find(side, price, &StreamBook::Side::value_type::first);
    };
    for (const auto& [price, quantity] : after) {
        const auto known = priced(before, price);
        if (known == before.end() || known->second != quantity)
            changed.emplace_back(price, quantity);
    }
    for (const auto& [price, quantity] : before)
        if (priced(after, price) == after.end()) changed.emplace_back(price, nothing);
    return changed;
}

/// A JSON object in the making. Values are figures, numbers and names of ours: nothing to escape.
class Event {
  public:
    Event& text(const char* name, const std::string& value) { return raw(name, '"' + value + '"'); }
    Event& number(const char* name, std::int64_t value) { return raw(name, std::to_string(value)); }
    Event& flag(const char* name, bool value) { return raw(name, value ? "true" : "false"); }
    Event& raw(const char* name, const std::string& value) {
        json_ += json_.empty() ? '{' : ',';
        json_ += '"';
        json_ += name;
        json_ += "\":" + value;
        return *this;
    }
    std::string end() { return std::move(json_) + '}'; }

  private:
    std::string json_;
};

Event event_of(const char* kind, std::int64_t now, const std::string& symbol) {
    Event event;
    event.text("e", kind).number("E", now).text("s", symbol);
    return event;
}

std::string levels_of(const StreamBook::Side& side, std::size_t most) {
    std::string json = "[";
    for (std::size_t at = 0; at < std::min(most, side.size()); ++at) {
        if (at > 0) json += ',';
        json += "[\"" + side[at].first + "\",\"" + side[at].second + "\"]";
    }
    return json + ']';
}

std::string levels_of(const StreamBook::Side& side) {
    return levels_of(side, side.size());
}

void add_best(Event& event, const StreamBook::Side& side, const char* price, const char* quantity) {
    event.text(price, side.empty() ? nothing : side.front().first);
    event.text(quantity, side.empty() ? nothing : side.front().second);
}

std::string joined_event(const std::string& symbol, std::int64_t now, const StreamTrade& first,
                         const StreamTrade& last, Decimal taken) {
    auto event = event_of("aggTrade", now, symbol);
    const auto places = first.quantity.size() - 1 - first.quantity.find('.');
    event.number("a", first.id).text("p", first.price);
    event.text("q",
               taken.str(std::max(static_cast<int>(places), taken.used_places()), Rounding::down));
    event.number("f", first.id).number("l", last.id).number("T", first.at);
    return event.flag("m", !first.taker_buys).flag("M", true).end();
}

void copy(Event& event, const char* name, const Json::Value& from, const char* field) {
    event.text(name, from[field].asString());
}

}  // namespace

std::optional<StreamBook> pushed_book(const Json::Value& data, const Places& places) {
    if (!data.isObject()) return {};
    auto bids = pushed_side(data["bids"], places);
    auto asks = pushed_side(data["asks"], places);
    if (!bids || !asks) return {};
    return StreamBook{std::move(*bids), std::move(*asks)};
}

std::optional<StreamBook> fetched_book(const Json::Value& reply) {
    if (!reply.isObject()) return {};
    auto bids = fetched_side(reply["bids"]);
    auto asks = fetched_side(reply["asks"]);
    if (!bids || !asks) return {};
    return StreamBook{std::move(*bids), std::move(*asks)};
}

StreamBook changes(const StreamBook& before, const StreamBook& after) {
    return {changed_side(before.bids, after.bids), changed_side(before.asks, after.asks)};
}

std::vector<StreamTrade> pushed_trades(const Json::Value& data, const Places& places) {
    std::vector<StreamTrade> trades;
    if (!data.isObject() || !data["trades"].isArray()) return trades;
    for (const auto& pushed : data["trades"]) {
        if (!pushed.isObject() || !pushed["id"].isInt64()) continue;
        StreamTrade trade;
        trade.id = pushed["id"].asInt64();
        trade.price = figure_of(pushed["px"], places.price);
        trade.quantity = figure_of(pushed["sz"], places.quantity);
        if (trade.price.empty() || trade.quantity.empty()) continue;
        const auto at = pushed["ts"].isString() ? pushed["ts"].asString() : std::string{};
        const auto* end = at.data() + at.size();
        if (at.empty() || std::from_chars(at.data(), end, trade.at).ptr != end) continue;
        trade.taker_buys = pushed["side"] == "buy";
        trade.joins = pushed["joins"].isBool() && pushed["joins"].asBool();
        trades.push_back(std::move(trade));
    }
    std::ranges::reverse(trades);
    return trades;
}

std::string depth_event(const std::string& symbol, std::int64_t now, std::int64_t first,
                        std::int64_t last, const StreamBook& changed) {
    auto event = event_of("depthUpdate", now, symbol);
    event.number("U", first).number("u", last);
    return event.raw("b", levels_of(changed.bids)).raw("a", levels_of(changed.asks)).end();
}

std::string partial_depth_event(std::int64_t number, const StreamBook& book, std::size_t levels) {
    Event event;
    event.number("lastUpdateId", number).raw("bids", levels_of(book.bids, levels));
    return event.raw("asks", levels_of(book.asks, levels)).end();
}

std::string best_event(const std::string& symbol, std::int64_t number, const StreamBook& book) {
    Event event;
    event.number("u", number).text("s", symbol);
    add_best(event, book.bids, "b", "B");
    add_best(event, book.asks, "a", "A");
    return event.end();
}

std::string trade_event(const std::string& symbol, std::int64_t now, const StreamTrade& trade) {
    auto event = event_of("trade", now, symbol);
    event.number("t", trade.id).text("p", trade.price).text("q", trade.quantity);
    return event.number("T", trade.at).flag("m", !trade.taker_buys).flag("M", true).end();
}

std::vector<std::string> joined_trade_events(const std::string& symbol, std::int64_t now,
                                             const std::vector<StreamTrade>& trades) {
    std::vector<std::string> events;
    for (std::size_t first = 0; first < trades.size();) {
        std::size_t last = first;
        auto taken = *Decimal::parse(trades[first].quantity);
        while (last + 1 < trades.size() && trades[last + 1].joins)
            taken += *Decimal::parse(trades[++last].quantity);
        events.push_back(joined_event(symbol, now, trades[first], trades[last], taken));
        first = last + 1;
    }
    return events;
}

std::string ticker_event(const Json::Value& ticker, std::int64_t now) {
    auto event = event_of("24hrTicker", now, ticker["symbol"].asString());
    constexpr std::pair<const char*, const char*> figures[] = {
        {"p", "priceChange"},      {"P", "priceChangePercent"},
        {"w", "weightedAvgPrice"}, {"x", "prevClosePrice"},
        {"c", "lastPrice"},        {"Q", "lastQty"},
        {"b", "bidPrice"},         {"B", "bidQty"},
        {"a", "askPrice"},         {"A", "askQty"},
        {"o", "openPrice"},        {"h", "highPrice"},
        {"l", "lowPrice"},         {"v", "volume"},
        {"q", "quoteVolume"}};
    for (const auto& [name, field] : figures) copy(event, name, ticker, field);
    event.number("O", ticker["openTime"].asInt64()).number("C", ticker["closeTime"].asInt64());
    event.number("F", ticker["firstId"].asInt64()).number("L", ticker["lastId"].asInt64());
    return event.number("n", ticker["count"].asInt64()).end();
}

std::string mini_ticker_event(const Json::Value& ticker, std::int64_t now) {
    auto event = event_of("24hrMiniTicker", now, ticker["symbol"].asString());
    constexpr std::pair<const char*, const char*> figures[] = {
        {"c", "lastPrice"}, {"o", "openPrice"}, {"h", "highPrice"},
        {"l", "lowPrice"},  {"v", "volume"},    {"q", "quoteVolume"}};
    for (const auto& [name, field] : figures) copy(event, name, ticker, field);
    return event.end();
}

std::string candle_event(const std::string& symbol, const std::string& interval,
                         const Json::Value& candle, bool closed, std::int64_t now) {
    const auto at = [&](int place) { return candle[place].asString(); };
    Event k;
    k.number("t", candle[0].asInt64()).number("T", candle[6].asInt64()).text("s", symbol);
    k.text("i", interval).number("f", -1).number("L", -1);
    k.text("o", at(1)).text("c", at(4)).text("h", at(2)).text("l", at(3)).text("v", at(5));
    k.number("n", candle[8].asInt64()).flag("x", closed);
    k.text("q", at(7)).text("V", at(9)).text("Q", at(10)).text("B", "0");
    return event_of("kline", now, symbol).raw("k", k.end()).end();
}

}  // namespace cambio::binance
