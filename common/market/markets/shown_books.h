#pragma once

#include <cstddef>
#include <vector>

#include "markets/quotes.h"
#include "money/ids.h"
#include "pg/pg.h"

namespace cambio::markets {

/// Levels on each side that everybody is shown.
constexpr std::size_t shown_levels = 25;

/// The merged book of a market as everybody is shown it: clients' open orders and what the house
/// really sells and buys behind them. Whoever settles the market's orders alone knows the second
/// part.
struct ShownBook {
    MarketId market;
    std::vector<Level> bids;  ///< best first, at most shown_levels
    std::vector<Level> asks;  ///< best first, at most shown_levels
};

/// Tells the books to read_shown_book(). Called by who settles their markets' orders, whenever one
/// changes and every few seconds besides.
void show_books(pg::Connection& connection, const std::vector<ShownBook>& books);

/// The book as it was told last. Where nobody has told one for ten seconds, nobody settles orders
/// and the house sells nothing: it is then made of clients' open orders alone.
ShownBook read_shown_book(pg::Transaction& tx, MarketId market);

/// Those of all open markets, as read_shown_book() gives each.
std::vector<ShownBook> read_shown_books(pg::Transaction& tx);

}  // namespace cambio::markets
