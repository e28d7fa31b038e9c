#pragma once

#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"

/// Rewards are for money that somebody brings. The same money brought again brings nothing.
namespace cambio::rewards {

/// What a client has brought and not taken away, in USDT, never below zero: final deposits less
/// withdrawals, less what can have come round. That is what the client's circle (referrer, friends,
/// and the referrer's other friends) withdrew, of its own deposits and after a reward, in the
/// thirty days before the client deposited.
Decimal own_money(pg::Transaction& tx, ClientId client);

}  // namespace cambio::rewards
