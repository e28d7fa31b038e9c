// The order book, and the best of it.
#include <algorithm>

#include "binance/calls.h"
#include "binance/figures.h"
#include "markets/shown_books.h"
#include "routes.h"

namespace cambio::binance {
namespace {

using fcgi::Reply, fcgi::Request;
using markets::Level, markets::Market;

constexpr int usual_levels = 100;
constexpr int max_levels = 5000;
constexpr std::int64_t book_weight = 5;
constexpr std::int64_t best_weight = 2;

/// The number of a book is worth waiting for: without it nobody can join what is pushed.
constexpr std::chrono::seconds patience{1};

/// The number of the change that was pushed last; 0: none was. Throws unavailable.
std::int64_t last_number(const Request& request, const Market& market) {
    static Redis numbers{request.config().redis_url, patience};
    // Of a key that is not there this is empty, where GET says nothing, as if Redis were away.
    const auto number =
        numbers.command({"GETRANGE", "push:market." + market.pair + ":book", "0", "-1"});
    if (!number) throw Error{Code::unavailable};
    return number->empty() ? 0 : std::stoll(*number);
}

Json::Value levels_of(const Market& market, const std::vector<Level>& levels, int most) {
    Json::Value list{Json::arrayValue};
    for (const auto& level : levels) {
        if (static_cast<int>(list.size()) == most) break;
        Json::Value pair{Json::arrayValue};
        pair.append(price(market, level.price));
        pair.append(quantity(market, level.quantity));
        list.append(std::move(pair));
    }
    return list;
}

Reply depth(Request& request) {
    weigh(request, book_weight);
    const auto all = directory(request.services());
    const auto& market = needed_market(request, *all);
    const int most = read_limit(request, usual_levels, max_levels);
    // The number is read before the book, which is told before it is pushed: whoever joins pushes
    // to it may see a change twice, and never misses one.
    const auto number = last_number(request, market);
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto book = markets::read_shown_book(tx, market.id);
    tx.commit();
    Json::Value reply;
    reply["lastUpdateId"] = Json::Int64{number};
    reply["bids"] = levels_of(market, book.bids, most);
    reply["asks"] = levels_of(market, book.asks, most);
    return answer(request, reply);
}

void add_best(Json::Value& reply, const Market& market, const std::vector<Level>& levels,
              const char* price_name, const char* quantity_name) {
    const auto best = levels.empty() ? Level{} : levels.front();
    reply[price_name] = price(market, best.price);
    reply[quantity_name] = quantity(market, best.quantity);
}

Json::Value best_of(const Market& market, const markets::ShownBook& book) {
    Json::Value reply;
    reply["symbol"] = market.pair;
    add_best(reply, market, book.bids, "bidPrice", "bidQty");
    add_best(reply, market, book.asks, "askPrice", "askQty");
    return reply;
}

Reply book_ticker(Request& request) {
    const bool one = one_asked(request);
    weigh(request, one ? best_weight : 2 * best_weight);
    const auto all = directory(request.services());
    const auto chosen = chosen_markets(request, *all);
    auto connection = request.db();
    pg::Transaction tx{*connection};
    if (one) {
        const auto book = markets::read_shown_book(tx, chosen.front()->id);
        return answer(request, best_of(*chosen.front(), book));
    }
    const auto books = markets::read_shown_books(tx);
    tx.commit();
    Json::Value reply{Json::arrayValue};
    for (const auto* market : chosen) {
        const auto book = std::ranges::find(books, market->id, &markets::ShownBook::market);
        if (book != books.end()) reply.append(best_of(*market, *book));
    }
    return answer(request, reply);
}

using fcgi::Need, fcgi::Parameter, fcgi::Type;

constexpr Parameter depth_parameters[] = {
    symbol_parameter,
    {"limit", Type::integer, Need::optional,
     "Levels of each side, 100 unless given; 25 is all that is shown."},
};
constexpr Parameter markets_parameters[] = {
    {"symbol", Type::text, Need::optional, "One market: BTCUSDT."},
    {"symbols", Type::text, Need::optional, "Several markets: [\"BTCUSDT\",\"ETHUSDT\"]."},
};

constexpr fcgi::Route routes[] = {
    reads("/binance/api/v3/depth", depth)
        .takes(depth_parameters)
        .gives("BinanceBook")
        .means("Gives an order book, as Binance does"),
    reads("/binance/api/v3/ticker/bookTicker", book_ticker)
        .takes(markets_parameters)
        .gives("BinanceBest")
        .means("Gives the best prices of markets, as Binance does"),
};

}  // namespace

const std::span<const fcgi::Route> book_routes = routes;

}  // namespace cambio::binance
