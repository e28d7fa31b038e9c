#include "markets/shown_books.h"

#include <cstdint>
#include <string>

namespace cambio::markets {

namespace {

/// In the order of the markets, so that two programs that tell books wait for each other in turn.
constexpr const char* write_books = R"sql(
    insert into shown_books (market_id, bids, asks, at)
    select v.market, v.bids::json, v.asks::json, clock_timestamp()
    from unnest($1::smallint[], $2::text[], $3::text[]) as v (market, bids, asks)
    order by v.market
    on conflict (market_id) do update
    set bids = excluded.bids, asks = excluded.asks, at = excluded.at
)sql";

constexpr const char* read_told = R"sql(
    select bids, asks from shown_books
    where market_id = $1 and at > clock_timestamp() - interval '10 seconds'
)sql";

/// What waits for a price is in no book.
constexpr const char* read_open_orders = R"sql(
    (select side, price, sum(quantity - filled) as quantity from orders
     where market_id = $1 and state = 1 and side = 1
           and (stop_price is null or triggered_at is not null)
     group by side, price
     order by price desc limit $2)
    union all
    (select side, price, sum(quantity - filled) as quantity from orders
     where market_id = $1 and state = 1 and side = 2
           and (stop_price is null or triggered_at is not null)
     group by side, price
     order by price limit $2)
)sql";

std::string json_of(const std::vector<Level>& levels) {
    std::string text = "[";
    for (const Level& level : levels) {
        text += (text.size() > 1 ? ",[\"" : "[\"") + level.price.str() + "\",\"" +
                level.quantity.str() + "\"]";
    }
    return text + "]";
}

}  // namespace

void show_books(pg::Connection& connection, const std::vector<ShownBook>& books) {
    std::vector<std::int64_t> markets;
    std::vector<std::string> bids, asks;
    for (const ShownBook& book : books) {
        markets.push_back(book.market.value);
        bids.push_back(json_of(book.bids));
        asks.push_back(json_of(book.asks));
    }
    connection.run(write_books,
                   {pg::Param::array(markets), pg::Param::array(bids), pg::Param::array(asks)});
}

ShownBook read_shown_book(pg::Transaction& tx, MarketId market) {
    if (const auto told = tx.maybe(read_told, {market})) {
        return {market, levels_of(told->text("bids")), levels_of(told->text("asks"))};
    }
    ShownBook book{market, {}, {}};
    for (const pg::Row row :
         tx.run(read_open_orders, {market, static_cast<std::int64_t>(shown_levels)})) {
        auto& side = row.integer("side") == 1 ? book.bids : book.asks;
        side.push_back({row.decimal("price"), row.decimal("quantity")});
    }
    return book;
}

}  // namespace cambio::markets
