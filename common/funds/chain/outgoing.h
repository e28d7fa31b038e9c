#pragma once

#include <json/value.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "chain/networks.h"
#include "config/config.h"

/// What is given to the signer and what comes back from it, whatever the chain.
namespace cambio::chain {

/// It is not possible now; the message says why, for the operator.
struct NotPossible : std::runtime_error {
    using std::runtime_error::runtime_error;
};
/// The coins of the hot address are too few for all.
struct TooFewCoins : NotPossible {
    using NotPossible::NotPossible;
};
/// What was signed is not what was asked for; the message names the field.
struct Mismatch : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Signed bytes that fit their form.
struct VerifiedTransaction {
    std::string raw;
    std::string txid;
};

struct SigningTerms {
    /// Satoshi for each virtual byte; nothing: 10, or a quarter more than what is replaced.
    std::optional<std::uint64_t> bitcoin_fee_rate;
    std::int64_t tron_fee_limit = 30'000'000;  ///< sun
    std::int64_t tron_hours = 12;  ///< how long a Tron transaction can be sent after its export
};

/// What one transaction pays, on its way to the signer.
struct Order {
    const Config& config;
    const Network& network;
    const NetworkCoin& coin;
    struct Payment {
        std::string address;  ///< normal_address
        Decimal amount;       ///< that arrives there
    };
    std::vector<Payment> all;  ///< several only where the kind can (KindFacts::pays_several)
    std::string sender;        ///< the hot address
    std::string node_url;

    const Payment& first() const { return all.front(); }
};

/// An output at the hot address that a transaction spends.
struct Coin {
    std::string txid;
    std::uint32_t position = 0;
    std::uint64_t value = 0;  ///< satoshi
    bool waits = false;       ///< its own transaction waits for a block, too
};

/// What is to be signed, and what it uses up. The form is what the signer is given: its kind,
/// network and sender (`from`), and what the kind needs; numbers stand as texts in decimal digits.
struct Draft {
    Json::Value form;
    std::optional<std::int64_t> nonce;
    std::vector<Coin> coins;  ///< taken by this one
};

/// What a draft asks the books of withdrawals for, of the order's network and sender.
class OutgoingBooks {
  public:
    OutgoingBooks() = default;
    OutgoingBooks(const OutgoingBooks&) = delete;
    OutgoingBooks& operator=(const OutgoingBooks&) = delete;
    virtual ~OutgoingBooks() = default;
    /// The first nonce that no transaction here has.
    virtual std::int64_t next_nonce() = 0;
    /// Outputs at the hot address that no transaction has taken: in blocks, the largest foremost,
    /// and its change that waits for a block.
    virtual std::vector<Coin> free_coins() = 0;
    virtual std::vector<Coin> waiting_change() = 0;
    /// The ids of all signed versions of what is replaced: one alone can wait at a node, not always
    /// the newest.
    virtual std::vector<std::string> versions() = 0;
};

/// The fields that every form begins with.
Json::Value start_form(const Network& network, const std::string& sender);
/// A checked amount in the coin's smallest unit.
uint128 checked_units(Decimal amount, const NetworkCoin& coin);
/// The 20 bytes of a checked address.
std::string checked_bytes(Kind kind, const std::string& address);
/// Digits that a node said; throws NotPossible.
uint128 number_by_node(const std::string& digits);
/// Refuses a transaction that could pay the same receiver: then nothing may be released. Throws
/// NotPossible.
void require_other_receiver(bool pays_the_same);
/// Throws Mismatch naming the field.
void require_same(bool same, const char* field);

}  // namespace cambio::chain
