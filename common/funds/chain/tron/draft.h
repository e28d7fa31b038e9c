#pragma once

#include "chain/outgoing.h"

namespace cambio::chain {

/// What is to be signed for Tron, as its node decides it now. Throws NotPossible and RpcError.
Draft tron_draft(const Order& order, const SigningTerms& terms);

}  // namespace cambio::chain
