#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/config.h"
#include "ledger/ledger.h"
#include "positions/opening.h"
#include "positions/position.h"

/// Reversing a position: it is asked to be closed, all of it, at the mark price, and what takes
/// its place is agreed with that, a position of the opposite side with its quantity and leverage,
/// opened at the same price. endings.h ends the one and opens the other in one transaction, as the
/// rights are: the program that clients talk to does not pay out profits.
///
/// What the new one costs, margin and fee, its client has beforehand: it is held with the request
/// under the number that the new one will have, and what is closed comes back afterwards. Between
/// the two nobody can take either of them back, and both have the price that was agreed. To the
/// caps the position counts as what it becomes. Targets and closing orders end with what they were
/// for. A client who is frozen meanwhile has both all the same: the house owes the one, and nobody
/// chooses the other any more.
namespace cambio::positions {

/// Throws no_liquidity where the house could not pay what the position has won at the mark beside
/// what it owes for all closings and reversals that are asked for: this closing would wait, and the
/// opening with it. What those lose has yet to come in, and does not count. The caller has locked
/// the account of fees, as for check_room(): of two who reverse at once the second sees what was
/// promised to the first, and as the job pays under the same lock, nothing counts twice. (Whoever
/// only closes asks for no room, and may take it from those who reverse.)
void need_house_for(pg::Transaction& tx, const Config& config, const Position& position,
                    Decimal mark);

struct NewReversal {
    const Position& position;  ///< open, and locked
    Decimal price;
    const std::optional<std::string>& key;  ///< idempotency key, among those of closings
    PositionId number;                      ///< of what takes its place
    Decimal held;
};
/// Writes the request. Who holds what is the caller's.
void request_reversal(pg::Transaction& tx, const NewReversal& reversal);

/// Opens what takes the place of one that ended in this transaction at its `closing_price`, and
/// notes what moves between its client's accounts, `held` and `available`, and that of the fees.
/// The caller has locked them.
struct Places {
    AccountId available, held, fees;
};
void open_in_place(pg::Transaction& tx, const Position& ended, const Places& places,
                   std::vector<ledger::Movement>& movements);

}  // namespace cambio::positions
