#pragma once

#include <json/value.h>

#include <string>
#include <vector>

#include "withdrawals/outgoing.h"

/// Giving withdrawals out to be signed, and taking them back: the operator's two acts.
namespace cambio::withdrawals {

/// It is not possible now; the message says why, for the operator.
struct NotPossible : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct SigningTerms {
    std::uint64_t bitcoin_fee_rate = 10;       ///< satoshi for each virtual byte
    std::int64_t tron_fee_limit = 30'000'000;  ///< sun
    std::int64_t tron_hours = 12;  ///< how long a Tron transaction can be sent after its export
};

/// Decides by the network's node what is to be signed (nonce, fees, coins to spend), writes it and
/// turns the withdrawal, which has to be approved and is locked by this, into an exported one. The
/// caller commits. Throws NotPossible, also where nothing may leave for its client, and
/// chain::RpcError.
Json::Value give_out(pg::Transaction& tx, const Config& config, WithdrawalId id,
                     const SigningTerms& terms);

/// What was given out and has not come back, to be given out once more: the very same forms, so
/// that at most one of them can ever be in a block. Those that nothing may leave for now are left
/// out, with a sentence each.
struct GivenOut {
    std::vector<Json::Value> forms;
    std::vector<std::string> left_out;
};
GivenOut given_out(pg::Transaction& tx);

/// Stores signed bytes after comparing them with what was given out; nothing is sent here. The same
/// bytes again change nothing and are reported as false. Throws NotPossible and Mismatch.
bool take_back(pg::Transaction& tx, TransactionId id, std::string_view raw);

/// Whether `txid` is final and excludes what was given out for this withdrawal: it has the same
/// sender and nonce, or spends one of the same coins, and does not pay the same receiver. On Tron
/// its expiry excludes it, and `txid` is not looked at. Throws NotPossible saying what is missing,
/// and chain::RpcError.
void require_conflict(pg::Transaction& tx, const Config& config, const Withdrawal& withdrawal,
                      const std::string& txid);

}  // namespace cambio::withdrawals
