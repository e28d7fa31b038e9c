#pragma once

#include <optional>
#include <string>

#include "config/config.h"
#include "futures/futures.h"
#include "positions/position.h"

/// Opening a position: what both the call that opens one at the next mark and the job that fills
/// orders ask of it, and the row that they write. Who pays what is theirs.
namespace cambio::positions {

/// USDT has no more.
constexpr int margin_places = 8;

/// Mark prices at which a position is closed.
struct Targets {
    std::optional<Decimal> take_profit, stop_loss;
};

/// Throws off_tick or target_side, naming the field.
void check_targets(const Targets& targets, futures::Side side, Decimal mark, Decimal tick);

struct Contract {
    MarketId market;
    AssetId quote;
    Decimal tick, lot, minimum;
};
/// Throws unknown_market or market_closed, naming `name`.
Contract read_contract(pg::Transaction& tx, const std::string& pair);

/// What somebody wants to open.
struct Wish {
    futures::Side side{};
    int leverage = 0;
    Decimal margin;  ///< the fee comes on top
    Targets targets;
    std::optional<std::string> key;  ///< idempotency key
    std::int64_t hash = 0;           ///< of what was asked for under that key
};

/// Margin and fee, as much as they can come to at whatever mark.
Decimal most_of(const Wish& wish);

/// What it is opened with at a mark. Throws below_minimum or above_maximum, naming `margin`.
futures::Opening measure(const Wish& wish, const Contract& contract, Decimal mark);
/// What a quantity that was open is opened with once more, on a side. Throws off_lot, below_minimum
/// or above_maximum, naming `future_id`.
futures::Opening measure_again(Decimal quantity, int leverage, futures::Side side,
                               const Contract& contract, Decimal mark);

/// Nobody else opens or divides a position of the client until the transaction has ended. Who will
/// lock ledger accounts, too, does this before.
void lock_positions_of(pg::Transaction& tx, ClientId client);
/// Does so, and throws too_many_positions where the client has as many as anybody may have at a
/// time.
void need_room_for_another(pg::Transaction& tx, ClientId client);

/// Refuses what would be too much for one client (above_maximum), or for the house (no_liquidity),
/// as risk::Refused, and gives what the client's positions of the contract are worth. The caller
/// has locked the account of fees, so that one opening at a time looks. What is being reversed
/// counts as what it becomes. `instead_of`: a position that ends with the opening, and does not
/// count; above_maximum names `future_id` then, otherwise `margin`.
Decimal check_room(pg::Transaction& tx, const Config& config, ClientId client, const Wish& wish,
                   const Contract& contract, const futures::Opening& opening,
                   std::optional<PositionId> instead_of = {});
/// What the client's positions of the contract are worth at the mark: what check_room() gives.
Decimal worth_of_contract(pg::Transaction& tx, ClientId client, MarketId market);

/// A position to be written, `beside` what check_room() gave. It gets the number that was given out
/// for it before, or the next.
struct NewPosition {
    ClientId client;
    const Wish& wish;
    const Contract& contract;
    const futures::Opening& opening;
    Decimal mark, beside;
    std::optional<std::int64_t> number{};
};
PositionId insert(pg::Transaction& tx, const NewPosition& position);

/// The number of a position to come.
std::int64_t next_number(pg::Transaction& tx);

}  // namespace cambio::positions
