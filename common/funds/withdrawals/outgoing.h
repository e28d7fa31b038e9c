#pragma once

#include <json/value.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "chain/networks.h"
#include "config/config.h"
#include "pg/pg.h"
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

/// What was signed is not what was asked for; the message names the field.
struct Mismatch : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Signed bytes that fit their form.
struct VerifiedTransaction {
    std::string raw;
    std::string txid;
};

/// A form of its stored text.
Json::Value read_form(const std::string& text);

/// Compares every field of signed bytes with the form that was exported: the sender (recovered from
/// the signature), chain id, nonce, receiver, value, calldata and gas; on Bitcoin inputs with their
/// signatures, outputs and change; on Tron the very bytes. Throws Mismatch.
VerifiedTransaction verify_signed(const Json::Value& form, std::string_view raw);

/// The form of an EVM transaction. `nonce` and the fees are what the node says; `receiver` has the
/// network's normal spelling. Numbers stand as texts in decimal digits.
struct EvmTerms {
    std::string sender;
    std::int64_t nonce = 0;
    uint128 max_fee_per_gas = 0, max_priority_fee_per_gas = 0;
    std::uint64_t gas_limit = 0;
};
Json::Value evm_form(const chain::Network& network, const chain::NetworkCoin& coin,
                     const std::string& receiver, Decimal amount, const EvmTerms& terms);

/// An output at the hot address that a Bitcoin transaction spends.
struct Coin {
    std::string txid;
    std::uint32_t position = 0;
    std::uint64_t value = 0;  ///< satoshi
    bool waits = false;       ///< its own transaction waits for a block, too
};

struct Payee {
    std::string address;
    std::uint64_t satoshi = 0;
};

/// The form of a Bitcoin transaction: pays each payee and the rest, less `fee_rate` satoshi for
/// each virtual byte, back to the hot address; a change that nobody could spend again is left to
/// the fee. Nothing: the coins are too few.
std::optional<Json::Value> bitcoin_form(const chain::Network& network, const std::string& sender,
                                        const std::vector<Payee>& payees,
                                        const std::vector<Coin>& coins, std::uint64_t fee_rate);
/// Whom such a form pays: all but the change.
std::vector<Payee> payees_of(const Json::Value& form);

/// Virtual bytes of a signed Bitcoin transaction of that form, at most.
std::uint64_t virtual_size(const Json::Value& form);

/// The form of a Tron transaction. The block is a recent one, by its number and 32-byte id.
struct TronTerms {
    std::string sender;
    std::int64_t block_number = 0;
    std::string block_id;
    std::int64_t timestamp = 0, expiration = 0, fee_limit = 0;
};
Json::Value tron_form(const chain::Network& network, const chain::NetworkCoin& coin,
                      const std::string& receiver, Decimal amount, const TronTerms& terms);

}  // namespace cambio::withdrawals
