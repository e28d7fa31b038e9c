#pragma once

#include "chain/evm/node.h"
#include "chain/outgoing.h"

/// What is to be signed for an EVM network, as its node decides it now. Each throws NotPossible and
/// RpcError.
namespace cambio::chain {

Draft evm_draft(const Order& order, OutgoingBooks& books);
Draft evm_replacement(const Order& order, const Json::Value& last);

/// A wrong number of them would pay a millionfold.
void require_decimals(EvmNode& node, const Order& order);

}  // namespace cambio::chain
