#pragma once

#include "chain/outgoing.h"

/// What is to be signed for Bitcoin, as its node decides it now. Each throws NotPossible and
/// RpcError.
namespace cambio::chain {

Draft bitcoin_draft(const Order& order, const SigningTerms& terms, OutgoingBooks& books);
Draft bitcoin_replacement(const Order& order, const Json::Value& last, const SigningTerms& terms,
                          OutgoingBooks& books);

}  // namespace cambio::chain
