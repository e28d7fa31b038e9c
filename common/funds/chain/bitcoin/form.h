#pragma once

#include <optional>
#include <string>
#include <vector>

#include "chain/outgoing.h"

/// What the signer of Bitcoin is given, and the comparison with what comes back. Pure.
namespace cambio::chain {

struct Payee {
    std::string address;
    std::uint64_t satoshi = 0;
};

/// The form of a Bitcoin transaction: pays each payee and the rest, less `fee_rate` satoshi for
/// each virtual byte, back to the hot address; a change that nobody could spend again is left to
/// the fee. Nothing: the coins are too few.
std::optional<Json::Value> bitcoin_form(const Network& network, const std::string& sender,
                                        const std::vector<Payee>& payees,
                                        const std::vector<Coin>& coins, std::uint64_t fee_rate);
/// Whom such a form pays: all but the change.
std::vector<Payee> payees_of(const Json::Value& form);

/// Virtual bytes of a signed Bitcoin transaction of that form, at most.
std::uint64_t virtual_size(const Json::Value& form);

/// With the signatures of all inputs. Throws Mismatch.
VerifiedTransaction verify_bitcoin(const Json::Value& form, std::string_view raw);

}  // namespace cambio::chain
