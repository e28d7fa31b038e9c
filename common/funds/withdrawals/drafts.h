#pragma once

#include <json/value.h>

#include "chain/outgoing.h"
#include "pg/pg.h"
#include "withdrawals/withdrawals.h"

/// What is to be signed for withdrawals, as their network's node decides it now.
namespace cambio::withdrawals {

/// For an order of these books. Throws chain::NotPossible and chain::RpcError.
chain::Draft draft_of(pg::Transaction& tx, const chain::Order& order,
                      const chain::SigningTerms& terms);

/// The same payment as the form `last` of the transaction that pays the withdrawal `first`, with a
/// higher fee. Throws also where a block has taken it, or something else that excludes it.
chain::Draft replacement_of(pg::Transaction& tx, const chain::Order& order, WithdrawalId first,
                            const Json::Value& last, const chain::SigningTerms& terms);

}  // namespace cambio::withdrawals
