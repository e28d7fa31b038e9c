#pragma once

#include <cstdint>
#include <optional>

#include "pg/pg.h"
#include "settlement/command.h"
#include "settlement/feed.h"

/// What every call that places an order does before it asks the combiner.
namespace cambio::settlement {

/// What was asked for under the idempotency key, as a number.
std::int64_t content_hash(const PlaceOrder& order);

/// Checks an order against its market's rules and against the last price, early and for the
/// client's sake. Throws what measure() does, stale_price, and price_protection naming the field.
/// Where the same order was taken under its key when the market was still open and its price fresh,
/// the outcome of then is returned instead of the refusal; nothing: the order may be submitted.
std::optional<Outcome> check_entry(const PlaceOrder& order, const Prices& prices,
                                   int stale_after_ms, pg::Pool& pool, ClientId client);

}  // namespace cambio::settlement
