// Last prices, and the figures of a day.
#include <algorithm>
#include <charconv>

#include "binance/calls.h"
#include "binance/figures.h"
#include "markets/last_price.h"
#include "markets/listing.h"
#include "markets/shown_books.h"
#include "markets/trades.h"
#include "markets/window.h"
#include "routes.h"

namespace cambio::binance {
namespace {

using fcgi::Reply, fcgi::Request;
using markets::Level, markets::Market;

constexpr std::int64_t price_weight = 2;
constexpr std::int64_t day_weight = 2;
constexpr std::int64_t all_weight = 80;
constexpr std::int64_t window_weight = 4;
constexpr std::int64_t all_windows_weight = 200;
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

/// What a market did in some time that ends now.
struct Figures {
    Decimal open, high, low, last;
    Decimal volume;        ///< base
    Decimal quote_volume;  ///< 0: it is not known
};

void add_figures(Json::Value& reply, const Market& market, const Figures& figures) {
    reply["symbol"] = market.pair;
    reply["openPrice"] = price(market, figures.open);
    reply["highPrice"] = price(market, figures.high);
    reply["lowPrice"] = price(market, figures.low);
    reply["lastPrice"] = price(market, figures.last);
    reply["volume"] = quantity(market, figures.volume);
    reply["quoteVolume"] = figure(figures.quote_volume);
}

void add_change(Json::Value& reply, const Market& market, const Figures& figures) {
    const auto change = figures.last - figures.open;
    const auto percent =
        figures.open.positive()
            ? Decimal::multiply_divide(change, Decimal::of(100), figures.open, Rounding::half_even)
            : Decimal{};
    const auto weighted =
        figures.volume.positive()
            ? Decimal::divide(figures.quote_volume, figures.volume, Rounding::half_even)
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

/// How many trades there were is not kept: Binance's words for none stand there.
void add_time(Json::Value& reply, pg::Time from, pg::Time to) {
    reply["openTime"] = Json::Int64{markets::to_milliseconds(from)};
    reply["closeTime"] = Json::Int64{markets::to_milliseconds(to)};
    reply["firstId"] = reply["lastId"] = -1;
    reply["count"] = 0;
}

Json::Value ticker_of(const Market& market, const markets::Pair& pair, const Moment& moment,
                      Shape shape, bool with_book) {
    const auto traded = std::ranges::find(moment.last, market.id, &markets::LastPrice::market);
    const bool known = traded != moment.last.end();
    const Figures figures{pair.open,   pair.high,
                          pair.low,    known ? traded->shown() : pair.last,
                          pair.volume, pair.volume_usdt};
    Json::Value reply;
    add_figures(reply, market, figures);
    if (shape == Shape::full) {
        add_change(reply, market, figures);
        if (with_book) add_book(reply, market, moment, known ? traded->quantity : Decimal{});
    }
    add_time(reply, moment.at - day, moment.at);
    return reply;
}

Reply one_or_all(Request& request, const Json::Value& found) {
    if (!one_asked(request)) return answer(request, found);
    if (found.empty()) throw Error{Code::unknown_market, "symbol"};
    return answer(request, found[0]);
}

Reply day_tickers(Request& request, const std::vector<const Market*>& chosen, bool with_book) {
    const auto shape = read_shape(request);
    const auto moment = read_moment(request);
    Json::Value reply{Json::arrayValue};
    for (const auto* market : chosen) {
        const auto pair =
            std::ranges::find(*moment.pairs, market->id.value, &markets::Pair::market_id);
        if (pair == moment.pairs->end()) continue;
        reply.append(ticker_of(*market, *pair, moment, shape, with_book));
    }
    return one_or_all(request, reply);
}

Reply day_ticker(Request& request) {
    const auto all = directory(request.services());
    const auto chosen = chosen_markets(request, *all);
    const bool every = chosen.size() == all->all().size() && !one_asked(request);
    weigh(request, every ? all_weight : day_weight);
    return day_tickers(request, chosen, true);
}

/// 1m to 59m, 1h to 23h, 1d to 7d; a day unless given.
std::chrono::minutes read_window(Request& request) {
    using std::chrono::days, std::chrono::hours, std::chrono::minutes;
    const auto text = request.params.optional<std::string>("windowSize", 3).value_or("1d");
    int count = 0;
    const auto [unit, problem] = std::from_chars(text.data(), text.data() + text.size(), count);
    const bool whole = problem == std::errc{} && unit + 1 == text.data() + text.size();
    if (whole && count > 0) {
        if (*unit == 'm' && count < 60) return minutes{count};
        if (*unit == 'h' && count < 24) return hours{count};
        if (*unit == 'd' && count <= 7) return days{count};
    }
    throw Error{Code::out_of_range, "windowSize"};
}

/// The figures of other windows than a day come from candles.
Reply window_tickers(Request& request, const std::vector<const Market*>& chosen,
                     std::chrono::minutes window) {
    const auto shape = read_shape(request);
    const auto now = pg::now();
    const auto from = std::chrono::floor<std::chrono::minutes>(now - window);
    std::vector<std::int64_t> ids;
    for (const auto* market : chosen) ids.push_back(market->id.value);
    auto connection = request.db();
    const auto windows = markets::read_windows(*connection, ids, from);
    const auto last = markets::last_prices(*connection);
    Json::Value reply{Json::arrayValue};
    for (const auto* market : chosen) {
        const auto traded = std::ranges::find(last, market->id, &markets::LastPrice::market);
        if (traded == last.end()) continue;
        const auto now_at = traded->shown();
        Figures figures{now_at, now_at, now_at, now_at, {}, {}};
        const auto found = std::ranges::find(windows, market->id, &markets::Window::market);
        // The candle of this minute may be older than the last price.
        if (found != windows.end())
            figures = {found->open,
                       std::max(found->high, now_at),
                       std::min(found->low, now_at),
                       now_at,
                       found->volume,
                       {}};
        Json::Value row;
        add_figures(row, *market, figures);
        if (shape == Shape::full) add_change(row, *market, figures);
        add_time(row, from, now);
        reply.append(std::move(row));
    }
    return one_or_all(request, reply);
}

Reply window_ticker(Request& request) {
    const auto window = read_window(request);
    const bool named =
        one_asked(request) || request.params.optional<std::string>("symbols", 8000).has_value();
    if (!named) throw Error{Code::missing_parameter, "symbol"};
    const auto all = directory(request.services());
    const auto chosen = chosen_markets(request, *all);
    const auto count = static_cast<std::int64_t>(chosen.size());
    weigh(request, std::min(window_weight * count, all_windows_weight));
    return window == day ? day_tickers(request, chosen, false)
                         : window_tickers(request, chosen, window);
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
    return one_or_all(request, reply);
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
    {"windowSize", Type::text, Need::optional,
     "1m to 59m, 1h to 23h, or 1d to 7d; a day unless given."},
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
