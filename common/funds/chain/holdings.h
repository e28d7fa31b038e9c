#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "chain/networks.h"
#include "config/config.h"
#include "money/decimal.h"
#include "pg/pg.h"

/// What lies on a chain, as its node says, beside what the books say lies there.
namespace cambio::chain {

/// A cold address of the configuration that is none of its network.
struct WrongAddress : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Of one coin of one network. Nothing: the node could not be asked, or there is none.
struct Holdings {
    std::optional<Decimal> hot, cold;
    std::optional<Decimal> deposits;  ///< at clients' addresses
    Decimal books;
    /// Of the books, what may have left already: what withdrawals that are exported and not final
    /// take, with the most that the chain may take for them, and fees that house:fees still owes.
    Decimal leaving;

    /// What is there; nothing where a part is unknown.
    std::optional<Decimal> held() const;
    /// What lies there beyond the books: less than nothing is missing, or on its way out.
    std::optional<Decimal> difference() const;
    /// What should be there whatever is on its way, and is not; nothing is never negative.
    std::optional<Decimal> shortage() const;
};

/// Asks the network's node, which may take minutes; `complain` hears what it could not tell. Throws
/// WrongAddress.
Holdings holdings_of(pg::Connection& db, const Config& config, const Network& network,
                     const NetworkCoin& coin,
                     const std::function<void(const std::string&)>& complain);

}  // namespace cambio::chain
