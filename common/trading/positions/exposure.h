#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "money/decimal.h"
#include "pg/pg.h"

/// What the house stands to win or lose as the market moves, and what its trading has brought.
///
/// Of each account of the house and each coin: b its balance, f what the operator has put in less
/// what was taken out (transfers of the kinds house_funding and house_withdrawal), p the last price
/// of the coin's market against USDT (USDT's own is 1).
///
///   moved         b − f: what everything else has moved, in the coin
///   worth         b·p, funded worth f·p, each to the nearest at 18 places
///   result        b·p − f·p
///
/// So the result is counted against having kept what was put in: a price that rises is no profit by
/// itself, and a withdrawal no loss. The profit of trading since the beginning, in USDT:
///
///   traded        the result of house:liquidity, which is the counterparty of the order book's
///                 levels, of Convert and of futures
///   insurance     the result of house:insurance, the second counterparty of futures
///   unrealised    of open positions: −max(u, −m), summed up; u is the client's unrealised profit
///                 (futures::unrealised) at the mark, or at the price of a close that was asked
///                 for, less its unpaid funding, and m the position's margin, beyond which it
///                 cannot lose; of one that is being reversed that, and the same once more of what
///                 takes its place at that price (reversals.h)
///   owed          funding that positions have earned and the house could not pay yet
///   profit        traded + insurance + unrealised − owed
///
/// What futures have realised is in the balances. Neither house:liquidity nor house:insurance has a
/// held twin (ledger.places), so nothing of them is promised beside what is owed. Fees are not
/// mixed in: the result of house:fees is what it has taken less what it has paid out.
///
/// Source: the audit proves that b is the sum of its transfers, so b − f is the sum of all that are
/// no funding, and the result is each of those trades marked to the present market: what came in
/// less what went out, both at p.
namespace cambio::positions {

struct Price {
    Decimal price;                            ///< USDT for one, > 0
    std::optional<std::chrono::seconds> age;  ///< by the database's clock; nothing: of USDT
};

/// What one account of the house has of one coin. Nothing instead of a worth where there is no
/// price.
struct Holding {
    std::string account;  ///< liquidity, insurance, fees
    std::string coin;
    Decimal balance;
    Decimal funded;  ///< below zero where more was taken out than put in
    std::optional<Price> price;

    Decimal moved() const { return balance - funded; }
    std::optional<Decimal> worth() const;
    std::optional<Decimal> funded_worth() const;
    std::optional<Decimal> result() const;
};

/// What clients have of one contract. One whose close was asked for has its price and counts in
/// `unrealised` alone; one that is being reversed is on the side of what it becomes.
struct ContractExposure {
    std::string pair, coin;
    Decimal longs, shorts;  ///< of the coin
    std::optional<Price> mark;
    Decimal unrealised_of_house;  ///< USDT; of no meaning without a mark

    /// What clients are long less what they are short: the house has the other side.
    Decimal net() const { return longs - shorts; }
    std::optional<Decimal> net_worth() const;
    std::optional<Decimal> unrealised() const;
};

struct Exposure {
    pg::Time at;
    std::vector<Holding> holdings;            ///< by account and coin; none that never was
    std::vector<ContractExposure> contracts;  ///< by pair; those with positions
    Decimal owed_funding;                     ///< USDT
};

/// In USDT. What has no price or mark is in none of the sums, and is named.
struct ExposureTotals {
    Decimal inventory;  ///< of house:liquidity, what it is worth
    Decimal funded;     ///< what was put into it, at present prices
    Decimal traded, insurance, unrealised, profit;
    Decimal fees;                            ///< the result of house:fees; not in `profit`
    std::vector<std::string> without_price;  ///< coins
    std::vector<std::string> without_mark;   ///< pairs
};

/// What the house would gain if a coin cost one USDT more, and lose if it cost one less: what
/// house:liquidity and house:insurance have of it, less what clients are long in its contract, plus
/// what they are short. Below zero it loses by a rise.
struct CoinExposure {
    std::string coin;
    Decimal amount;  ///< of the coin, not 0
    Decimal worth;   ///< USDT at the market's last price, or the mark where there is none
};
/// By coin, USDT left out; none of a coin without any price. A short statement.
std::vector<CoinExposure> coin_exposures(pg::Connection& connection);

/// Read in one snapshot, which may take minutes: the ledger has no index of what was put in, which
/// would cost each order. `connection` is in no transaction.
Exposure read_exposure(pg::Connection& connection);

/// The same within seconds, for a job: of what was put in it reads only what is younger than the
/// sums that the audit carries. Nothing: the audit has not counted it yet.
std::optional<Exposure> read_exposure_by_sums(pg::Connection& connection);

/// Throws DecimalError where a sum is beyond what a Decimal holds.
ExposureTotals totals_of(const Exposure& exposure);

}  // namespace cambio::positions
