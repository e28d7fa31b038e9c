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

constexpr const char* read_all_told = R"sql(
    select m.id, b.bids, b.asks from markets m
    left join shown_books b
        on b.market_id = m.id and b.at > clock_timestamp() - interval '10 seconds'
    where m.state = 'open' order by m.position, m.id
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

ShownBook of_open_orders(pg::Transaction& tx, MarketId market) {
    ShownBook book{market, {}, {}};
    for (const pg::Row row :
         tx.run(read_open_orders, {market, static_cast<std::int64_t>(shown_levels)})) {
        auto& side = row.integer("side") == 1 ? book.bids : book.asks;
        side.push_back({row.decimal("price"), row.decimal("quantity")});
    }
    return book;
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
    return of_open_orders(tx, market);
}

std::vector<ShownBook> read_shown_books(pg::Transaction& tx) {
    std::vector<ShownBook> books;
    for (const pg::Row row : tx.run(read_all_told)) {
        const auto market = row.id<MarketId>("id");
        books.push_back(row.null("bids") ? of_open_orders(tx, market)
                                         : ShownBook{market, levels_of(row.text("bids")),
                                                     levels_of(row.text("asks"))});
    }
    return books;
}

}  // namespace cambio::markets
