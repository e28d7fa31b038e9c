#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "futures/futures.h"
#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"
#include "push/push.h"

/// Futures positions as they are stored, and what changes them.
///
/// Whoever changes positions locks their rows first, in order of id, then ledger accounts, in order
/// of id: nobody ever waits in a circle.
namespace cambio::positions {

/// The numbers are those of the database.
enum class State { open = 1, close_requested = 2, closed = 3, liquidated = 4 };
enum class Reason { closed = 1, take_profit = 2, stop_loss = 3, liquidated = 4, by_operator = 5 };

std::string_view name_of(State state);         ///< OPEN …
std::string_view name_of(Reason reason);       ///< closed …
std::string_view name_of(futures::Side side);  ///< BUY_MORE, SELL_EMPTY

struct Position {
    PositionId id;
    ClientId client;
    std::string unique_id;  ///< the client's, for pushes
    MarketId market;
    std::string pair, coin, image;
    AssetId quote;
    Decimal tick;
    futures::Side side = futures::Side::buy_more;
    int leverage = 0;
    Decimal quantity, opening_price, initial_margin, added_margin, funding, margin, fee,
        closing_fee, beside;
    Decimal unpaid_funding;   ///< that the margin did not reach for; 0 once it has ended
    Decimal closing_funding;  ///< paid at its end, out of what came back
    std::optional<Decimal> liquidation_price, take_profit, stop_loss;
    State state = State::open;
    std::optional<Decimal> requested_price, closing_price, realised;
    std::optional<Reason> reason;
    std::string client_key, close_key;
    std::int64_t content_hash = 0;
    std::optional<PositionId> part_of;      ///< see parts.h
    std::optional<PositionId> reversed_as;  ///< what takes its place; see reversals.h
    std::optional<Decimal> reversal_held;   ///< for that one, until this one has ended
    pg::Time opened_at{};
    std::optional<pg::Time> requested_at, closed_at;

    /// Of named_positions.
    static Position from(const pg::Row& row);
    futures::Position rules() const {
        return {side, quantity, opening_price, margin, beside, unpaid_funding};
    }
    Decimal put_in() const { return initial_margin + added_margin; }
    bool ended() const { return state == State::closed || state == State::liquidated; }
};

/// Locks positions, in order of id, and returns those that are there.
std::vector<Position> lock(pg::Transaction& tx, const std::vector<PositionId>& ids);
/// Locks a client's position. Throws not_found naming future_id for any other's.
Position lock_own(pg::Transaction& tx, ClientId client, PositionId id);
/// Without a lock; throws the same.
Position read_own(pg::Transaction& tx, ClientId client, PositionId id);

/// Writes what changed the margin or the unpaid funding, and the prices that follow from them.
void write_margin(pg::Transaction& tx, const Position& position);

struct Mark {
    Decimal price;
    pg::Time provider_at;
    pg::Time received_at;
    bool held_back = false;  ///< one far away has come since and waits for a second
    /// Whether nobody may open or close at it: it is old, or it may be wrong by now.
    bool stale(pg::Time now, int limit_ms) const;
};
/// Of every contract that has one.
std::map<MarketId, Mark> read_marks(pg::Transaction& tx);
std::optional<Mark> read_mark(pg::Transaction& tx, MarketId market);
/// One that somebody may open or close at, at most that old and made at `since` or later. Throws
/// stale_price where there is none.
Mark fresh_mark(pg::Transaction& tx, MarketId market, int limit_ms, pg::Time since = {});

/// Tells the owner's open pages. After the commit.
void announce(Push& push, const Position& position);

}  // namespace cambio::positions
