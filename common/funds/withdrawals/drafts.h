#pragma once

#include <json/value.h>

#include <optional>
#include <string>
#include <vector>

#include "withdrawals/outgoing.h"
#include "withdrawals/signing.h"

/// What is to be signed for a withdrawal, as its network's node decides it now.
namespace cambio::withdrawals {

/// What one transaction pays, on its way to the signer.
struct Order {
    const Config& config;
    const chain::Network& network;
    const chain::NetworkCoin& coin;
    const std::vector<Withdrawal>& all;  ///< several on Bitcoin alone
    std::string sender;
    std::string node_url;

    const Withdrawal& first() const { return all.front(); }
};

/// What is to be signed, and what it uses up.
struct Draft {
    Json::Value form;
    std::optional<std::int64_t> nonce;
    std::vector<Coin> coins;  ///< taken by this one
};

/// The coins of the hot address are too few for all.
struct TooFewCoins : NotPossible {
    using NotPossible::NotPossible;
};

/// Throws NotPossible and chain::RpcError.
Draft draft_of(pg::Transaction& tx, const Order& order, const SigningTerms& terms);

/// The same payment as the form `last`, with a higher fee. Throws also where a block has taken it,
/// or something else that excludes it.
Draft replacement_of(pg::Transaction& tx, const Order& order, const Json::Value& last,
                     const SigningTerms& terms);

}  // namespace cambio::withdrawals
