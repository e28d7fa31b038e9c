#pragma once

#include <json/value.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "chain/outgoing.h"
#include "withdrawals/withdrawals.h"

/// What is given to the signer, what comes back from it, and the comparison of the two. The server
/// holds no key: it says exactly what is to be signed, and takes nothing else back.
namespace cambio::withdrawals {

using TransactionId = Id<struct OutgoingTransactionTag>;

/// The numbers are those of the database.
enum class Sending {
    exported = 1,
    signed_ = 2,  ///< signed, and stored before anything is sent
    broadcast = 3,
    unknown = 4,
    confirmed = 5,
    failed = 6,    ///< in a block, but it moved nothing
    replaced = 7,  ///< another transaction, which excludes it, is final
};
std::string_view name_of(Sending stage);

/// A form of its stored text.
Json::Value read_form(const std::string& text);

/// Compares every field of signed bytes with the form that was exported: the sender (recovered from
/// the signature), chain id, nonce, receiver, value, calldata and gas; on Bitcoin inputs with their
/// signatures, outputs and change; on Tron the very bytes. Throws Mismatch.
chain::VerifiedTransaction verify_signed(const Json::Value& form, std::string_view raw);

}  // namespace cambio::withdrawals
