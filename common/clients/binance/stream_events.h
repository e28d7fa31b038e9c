#pragma once

#include <json/value.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// The events of Binance's streams. Figures are texts as Binance writes them, times are in
/// milliseconds since 1970.
namespace cambio::binance {

/// With how many places the figures of a market are written at least.
struct Places {
    int price = 8;
    int quantity = 8;
};

/// A book as everybody is shown it: prices with their quantities, best first.
struct StreamBook {
    using Side = std::vector<std::pair<std::string, std::string>>;
    Side bids, asks;
    bool empty() const { return bids.empty() && asks.empty(); }
    bool operator==(const StreamBook&) const = default;
};
/// That of a push to the channel of a market. Nothing: it is none.
std::optional<StreamBook> pushed_book(const Json::Value& data, const Places& places);
/// That of a reply of the call depth. Nothing: it is none.
std::optional<StreamBook> fetched_book(const Json::Value& reply);
/// What turns one book into another: new quantities, which are 0 where a price has left it.
StreamBook changes(const StreamBook& before, const StreamBook& after);

struct StreamTrade {
    std::int64_t id = 0;
    std::string price, quantity;
    std::int64_t at = 0;
    bool taker_buys = false;
    bool joins = false;  ///< one order took it together with the trade before, at the same price
};
/// Those of a push, oldest first. One that has no number is left out.
std::vector<StreamTrade> pushed_trades(const Json::Value& data, const Places& places);

std::string depth_event(const std::string& symbol, std::int64_t now, std::int64_t first,
                        std::int64_t last, const StreamBook& changed);
std::string partial_depth_event(std::int64_t number, const StreamBook& book, std::size_t levels);
std::string best_event(const std::string& symbol, std::int64_t number, const StreamBook& book);
std::string trade_event(const std::string& symbol, std::int64_t now, const StreamTrade& trade);
/// Those that join each other, as one event each, of trades that are oldest first.
std::vector<std::string> joined_trade_events(const std::string& symbol, std::int64_t now,
                                             const std::vector<StreamTrade>& trades);
/// `ticker`: an element of the reply of ticker/24hr.
std::string ticker_event(const Json::Value& ticker, std::int64_t now);
std::string mini_ticker_event(const Json::Value& ticker, std::int64_t now);
/// `candle`: an element of the reply of klines; `closed`: another one has begun.
std::string candle_event(const std::string& symbol, const std::string& interval,
                         const Json::Value& candle, bool closed, std::int64_t now);

}  // namespace cambio::binance
