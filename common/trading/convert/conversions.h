#pragma once

#include <json/value.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "config/config.h"
#include "convert/rates.h"
#include "ledger/ledger.h"
#include "ledger/waiting.h"
#include "money/ids.h"
#include "pg/pg.h"
#include "push/push.h"
#include "token/acting.h"

/// Conversions in the database: what handlers and the job fill_conversions have in common.
namespace cambio::convert {

/// The coin that every conversion between two others goes through.
inline constexpr const char* through_coin = "USDT";

/// The numbers are those of the database.
enum class MarketType { limit = 1, market = 2 };
enum class State { pending = 1, approved = 2, dissaproved = 3 };

/// A coin with its market against USDT as they stand now.
struct CoinNow {
    AssetId id;
    std::string code;
    std::optional<MarketId> market;  ///< against USDT; none for USDT itself
    Coin rules;  ///< the price is that of the last quote, however old, where not fresh
    bool usdt = false;
    bool open = false;                       ///< the market; USDT always is
    bool quoted = false;                     ///< whether there ever was a price
    bool fresh = false;                      ///< whether there is one to convert at
    pg::Time made{};                         ///< when that was made
    std::vector<markets::Level> bids, asks;  ///< of the provider's book, where that is fresh
};

/// How old a price may be, in milliseconds: one that the house trades at, and the last price beside
/// it, which tells whether a book is believable.
struct Ages {
    explicit Ages(const Config& config)
        : house{config.house_stale_after_ms}, shown{config.stale_after_ms} {}

    int house, shown;
};

/// Nothing where there is no such coin, or none with a market.
std::optional<CoinNow> read_coin(pg::Connection& connection, std::string_view code,
                                 const Ages& ages);
/// Those that there are, at one moment.
std::map<std::string, CoinNow> read_coins(pg::Connection& connection,
                                          const std::vector<std::string>& codes, const Ages& ages);

/// For risk::NextPrice: how many of the markets $1 have no price to convert at since $2.
inline constexpr const char* without_price_since = R"sql(
    select count(*) as missing
    from markets m join quotes q on q.market_id = m.id
    left join provider_books b on b.market_id = m.id
    where m.pair = any($1::text[])
        and coalesce(least(b.provider_at, b.received_at), least(q.provider_at, q.received_at)) < $2
)sql";

/// Both coins with what one conversion may take of them: as much as the provider's books hold now.
Terms terms_between(const CoinNow& from, const CoinNow& to, Decimal spread);
/// The same at prices that were made at `since` or later. Throws market_closed and stale_price
/// naming `field`.
Terms terms_of(const CoinNow& from, const CoinNow& to, Decimal spread, const char* field,
               pg::Time since = {});

/// Two coins and how much of each.
struct Exchange {
    AssetId from, to, usdt;
    Amounts amounts;
};

struct NewConversion {
    ClientId client;
    ledger::RequestKey key;
    std::optional<QuoteId> quote;
    AssetId from, to;
    Amounts amounts;
    Decimal rate;
    std::optional<Limit> limit;  ///< nothing: it is settled at once
    /// That was given out for it before; nothing: the next.
    std::optional<std::int64_t> number{};
};
/// Writes one that waits for its limit, or is filled now. Nothing is written where the client has
/// used the key or the quote before.
std::optional<ConversionId> insert(pg::Transaction& tx, const NewConversion& conversion);
/// One that waits was filled. Throws pg::WrongRowCount where it does not wait.
void mark_filled(pg::Transaction& tx, ConversionId id, Decimal to_amount, Decimal rate);
/// One that waits was taken back; what is held for it. Throws pg::WrongRowCount where it does not
/// wait.
struct TakenBack {
    AssetId from;
    Decimal amount;
};
TakenBack mark_taken_back(pg::Transaction& tx, ConversionId id);

/// How much house:liquidity can give.
Decimal inventory(pg::Transaction& tx, AssetId asset);

/// Counts a conversion in the budget that the house has of each coin for a minute. Throws
/// no_liquidity where it is more than what is left, or where it, alone or with those before it
/// within the minute, takes more of a coin than one may at `terms`. After settle(), whose locks let
/// one conversion at a time come here.
void spend_budget(pg::Transaction& tx, const Exchange& exchange, const Terms& terms,
                  Decimal budget);

/// Moves both legs against house:liquidity, through the client's USDT where neither coin is USDT.
/// Throws insufficient_balance naming `field` with `available`, and no_liquidity. The amount paid
/// comes from the SPOT wallet, or from what it holds.
void settle(pg::Transaction& tx, ClientId client, ConversionId id, const Exchange& exchange,
            bool held, const char* field);
/// Holds what a limit conversion pays, and gives it back. Throws as settle().
void hold(pg::Transaction& tx, ClientId client, ConversionId id, AssetId asset, Decimal amount,
          const char* field);
void release(pg::Transaction& tx, ClientId client, ConversionId id, AssetId asset, Decimal amount);

/// A row of named_conversions as its owner sees it.
Json::Value view_of(const pg::Row& row);

/// Tells the owner's pages what became of it, and the new balances. After the commit.
void announce(pg::Connection& connection, Push& push, const token::ActiveClient& owner,
              ConversionId id);

}  // namespace cambio::convert
