#pragma once

#include <string>

#include "chain/outgoing.h"

/// What the signer of Tron is given, and the comparison with what comes back. Pure.
namespace cambio::chain {

/// The form of a Tron transaction. The block is a recent one, by its number and 32-byte id.
struct TronTerms {
    std::string sender;
    std::int64_t block_number = 0;
    std::string block_id;
    std::int64_t timestamp = 0, expiration = 0, fee_limit = 0;
};
Json::Value tron_form(const Network& network, const NetworkCoin& coin, const std::string& receiver,
                      Decimal amount, const TronTerms& terms);

/// The very bytes. Throws Mismatch.
VerifiedTransaction verify_tron(const Json::Value& form, std::string_view raw);

}  // namespace cambio::chain
