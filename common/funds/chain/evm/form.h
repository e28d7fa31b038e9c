#pragma once

#include <string>

#include "chain/outgoing.h"

/// What the signer of an EVM network is given, and the comparison with what comes back. Pure.
namespace cambio::chain {

/// The form of an EVM transaction. `nonce` and the fees are what the node says; `receiver` has the
/// network's normal spelling. Numbers stand as texts in decimal digits.
struct EvmTerms {
    std::string sender;
    std::int64_t nonce = 0;
    uint128 max_fee_per_gas = 0, max_priority_fee_per_gas = 0;
    std::uint64_t gas_limit = 0;
};
Json::Value evm_form(const Network& network, const NetworkCoin& coin, const std::string& receiver,
                     Decimal amount, const EvmTerms& terms);

/// Throws Mismatch.
VerifiedTransaction verify_evm(const Json::Value& form, std::string_view raw);

}  // namespace cambio::chain
