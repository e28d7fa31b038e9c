#pragma once

#include <optional>
#include <vector>

#include "markets/shown_books.h"
#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"

namespace cambio::markets {

/// The price of a market's last trade, here or at the provider, whichever was later; 0 where there
/// was none.
struct LastPrice {
    MarketId market;
    Decimal last;
    Decimal quantity;                 ///< of that trade; 0: it is not known
    std::optional<Decimal> bid, ask;  ///< the best of the book that was told last

    /// What everybody is shown.
    Decimal shown() const;
};

/// The last price as it is shown beside a book. Trade and book come to us one after the other: a
/// book that has moved past the trade's price says that the price moved, and its nearest best price
/// stands for it, until the next trade.
Decimal within(const ShownBook& book, Decimal last);

/// Of all open markets.
std::vector<LastPrice> last_prices(pg::Connection& connection);
/// Of one market, to be shown with the book that is read in the same transaction.
Decimal last_price(pg::Transaction& tx, MarketId market);

}  // namespace cambio::markets
