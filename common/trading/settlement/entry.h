#pragma once

#include <cstdint>
#include <optional>

#include "settlement/command.h"
#include "settlement/feed.h"

/// What every call that places or changes an order does before it asks the sequencer.
namespace cambio::settlement {

/// What was asked for under the idempotency key, as a number.
std::int64_t content_hash(const PlaceOrder& order);

/// Checks an order against its market's rules and against the last price, early and for the
/// client's sake. Throws what validate() does, stale_price, price_protection naming the field, and
/// bracket_side where the price has passed an attached stop already.
/// For an order with an idempotency key the refusal is returned instead and goes to the sequencer
/// with it: the order may have been taken when its market was still open and its price fresh.
std::optional<Error> refusal_of(const PlaceOrder& order, const Prices& prices, int stale_after_ms);

/// The key of an order's change in the engine: no order can have it. Empty where the client gave
/// none.
std::string amend_key(const std::string& client_id);
std::int64_t content_hash(const AmendOrder& request);

/// As refusal_of an order, for the change of `order` as it is stored, and of `partner` where it is
/// one of a pair of which both legs are open: also order_not_open, below_filled and what
/// check_changed_fields() throws.
std::optional<Error> refusal_of(const AmendOrder& request, const Order& order, const Order* partner,
                                const Prices& prices);

}  // namespace cambio::settlement
