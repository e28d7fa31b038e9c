// Last prices, and the figures of a day.
#include <algorithm>

#include "binance/calls.h"
#include "binance/figures.h"
#include "markets/last_price.h"
#include "markets/listing.h"
#include "markets/shown_books.h"
#include "markets/trades.h"
#include "routes.h"

namespace cambio::binance {
namespace {

using fcgi::Reply, fcgi::Request;
using markets::Level, markets::Market;

constexpr std::int64_t price_weight = 2;
constexpr std::int64_t day_weight = 2;
constexpr std::int64_t all_weight = 80;
constexpr std::chrono::hours day{24};

/// What one moment's tickers are made of.
struct Moment {
    std::shared_ptr<const markets::Listing> pairs;
    std::vector<markets::LastPrice> last;
    std::vector<markets::ShownBook> books;
    pg::Time at;
};

Moment read_moment(Request& request) {
    Moment moment;
    moment.pairs = markets::listing(request.services());
    moment.at = pg::now();
    auto connection = request.db();
    moment.last = markets::last_prices(*connection);
    pg::Transaction tx{*connection};
    moment.books = markets::read_shown_books(tx);
    tx.commit();
    return moment;
}

Level best(const std::vector<Level>& levels) {
    return levels.empty() ? Level{} : levels.front();
}

void add_day(Json::Value& reply, const Market& market, const markets::Pair& pair, Decimal last) {
    reply["symbol"] = market.pair;
    reply["openPrice"] = price(market, pair.open);
    reply["highPrice"] = price(market, pair.high);
    reply["lowPrice"] = price(market, pair.low);
    reply["lastPrice"] = price(market, last);
    reply["volume"] = quantity(market, pair.volume);
    reply["quoteVolume"] = figure(pair.volume_usdt);
}

void add_change(Json::Value& reply, const Market& market, const markets::Pair& pair, Decimal last) {
    const auto change = last - pair.open;
    const auto percent =
        pair.open.positive()
            ? Decimal::multiply_divide(change, Decimal::of(100), pair.open, Rounding::half_even)
            : Decimal{};
    const auto weighted = pair.volume.positive()
                              ? Decimal::divide(pair.volume_usdt, pair.volume, Rounding::half_even)
                              : Decimal{};
    reply["priceChange"] = price(market, change);
    reply["priceChangePercent"] = percent.str(3, Rounding::half_even);
    reply["weightedAvgPrice"] = weighted.str(price_places(market), Rounding::half_even);
}

void add_book(Json::Value& reply, const Market& market, const Moment& moment, Decimal last_size) {
    const auto book = std::ranges::find(moment.books, market.id, &markets::ShownBook::market);
    const auto bid = book == moment.books.end() ? Level{} : best(book->bids);
    const auto ask = book == moment.books.end() ? Level{} : best(book->asks);
    reply["prevClosePrice"] = reply["openPrice"];
    reply["lastQty"] = quantity(market, last_size);
    reply["bidPrice"] = price(market, bid.price);
    reply["bidQty"] = quantity(market, bid.quantity);
    reply["askPrice"] = price(market, ask.price);
    reply["askQty"] = quantity(market, ask.quantity);
}

enum class Shape { full, mini };

Shape read_shape(Request& request) {
    const auto name = request.params.optional<std::string>("type", 8).value_or("FULL");
    // As a wrong type it would be one of an order.
    if (name != "FULL" && name != "MINI") throw Error{Code::out_of_range, "type"};
    return name == "FULL" ? Shape::full : Shape::mini;
}

/// How many trades a day had is not kept: Binance's words for none stand there.
Json::Value ticker_of(const Market& market, const markets::Pair& pair, const Moment& moment,
                      Shape shape, bool with_book) {
    const auto traded = std::ranges::find(moment.last, market.id, &markets::LastPrice::market);
    const bool known = traded != moment.last.end();
    const Decimal last = known ? traded->shown() : pair.last;
    Json::Value reply;
    add_day(reply, market, pair, last);
    if (shape == Shape::full) {
        add_change(reply, market, pair, last);
        if (with_book) add_book(reply, market, moment, known ? traded->quantity : Decimal{});
    }
    reply["openTime"] = Json::Int64{markets::to_milliseconds(moment.at - day)};
    reply["closeTime"] = Json::Int64{markets::to_milliseconds(moment.at)};
    reply["firstId"] = reply["lastId"] = -1;
    reply["count"] = 0;
    return reply;
}

Reply day_tickers(Request& request, bool with_book) {
    const auto all = directory(request.services());
    const auto chosen = chosen_markets(request, *all);
    const bool every = chosen.size() == all->all().size() && !one_asked(request);
    weigh(request, every ? all_weight : day_weight);
    const auto shape = read_shape(request);
    const auto moment = read_moment(request);
    Json::Value reply{Json::arrayValue};
    for (const auto* market : chosen) {
        const auto pair =
            std::ranges::find(*moment.pairs, market->id.value, &markets::Pair::market_id);
        if (pair == moment.pairs->end()) continue;
        reply.append(ticker_of(*market, *pair, moment, shape, with_book));
    }
    if (!one_asked(request)) return answer(request, reply);
    if (reply.empty()) throw Error{Code::unknown_market, "symbol"};
    return answer(request, reply[0]);
}

Reply day_ticker(Request& request) {
    return day_tickers(request, true);
}

Reply window_ticker(Request& request) {
    request.params.maybe_choice("windowSize", {"1d"});
    const bool named =
        one_asked(request) || request.params.optional<std::string>("symbols", 8000).has_value();
    if (!named) throw Error{Code::missing_parameter, "symbol"};
    return day_tickers(request, false);
}

Reply price_ticker(Request& request) {
    const bool one = one_asked(request);
    weigh(request, one ? price_weight : 2 * price_weight);
    const auto all = directory(request.services());
    const auto chosen = chosen_markets(request, *all);
    auto connection = request.db();
    const auto last = markets::last_prices(*connection);
    Json::Value reply{Json::arrayValue};
    for (const auto* market : chosen) {
        const auto found = std::ranges::find(last, market->id, &markets::LastPrice::market);
        if (found == last.end()) continue;
        Json::Value row;
        row["symbol"] = market->pair;
        row["price"] = price(*market, found->shown());
        reply.append(std::move(row));
    }
    if (!one) return answer(request, reply);
    if (reply.empty()) throw Error{Code::unknown_market, "symbol"};
    return answer(request, reply[0]);
}

using fcgi::Need, fcgi::Parameter, fcgi::Type;

constexpr Parameter price_parameters[] = {
    {"symbol", Type::text, Need::optional, "One market: BTCUSDT."},
    {"symbols", Type::text, Need::optional, "Several markets: [\"BTCUSDT\",\"ETHUSDT\"]."},
};
constexpr Parameter day_parameters[] = {
    {"symbol", Type::text, Need::optional, "One market: BTCUSDT."},
    {"symbols", Type::text, Need::optional, "Several markets: [\"BTCUSDT\",\"ETHUSDT\"]."},
    {"type", Type::choice, Need::optional, "Without the changes and the book: MINI.", "FULL|MINI"},
};
constexpr Parameter window_parameters[] = {
    {"symbol", Type::text, Need::optional, "One market: BTCUSDT; or else symbols."},
    {"symbols", Type::text, Need::optional, "Several markets: [\"BTCUSDT\",\"ETHUSDT\"]."},
    {"windowSize", Type::choice, Need::optional, "A day is what there is.", "1d"},
    {"type", Type::choice, Need::optional, "Without the changes: MINI.", "FULL|MINI"},
};

constexpr fcgi::Route routes[] = {
    reads("/binance/api/v3/ticker/price", price_ticker)
        .takes(price_parameters)
        .gives("BinancePrices")
        .means("Gives last prices, as Binance does"),
    reads("/binance/api/v3/ticker/24hr", day_ticker)
        .takes(day_parameters)
        .gives("BinanceTickers")
        .means("Gives the figures of a day, as Binance does"),
    reads("/binance/api/v3/ticker", window_ticker)
        .takes(window_parameters)
        .gives("BinanceTickers")
        .means("Gives the figures of a window of time, as Binance does"),
};

}  // namespace

const std::span<const fcgi::Route> ticker_routes = routes;

}  // namespace cambio::binance
