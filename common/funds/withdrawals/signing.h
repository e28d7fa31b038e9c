#pragma once

#include <json/value.h>

#include <string>
#include <vector>

#include "chain/outgoing.h"
#include "withdrawals/outgoing.h"

/// Giving withdrawals out to be signed, and taking them back: the operator's two acts.
namespace cambio::withdrawals {

struct Exported {
    std::vector<Json::Value> forms;
    std::vector<Withdrawal> withdrawals;  ///< that turned into exported ones by it
    std::vector<std::string> left_out;    ///< a sentence for each that is not among them
};

/// Whether people here were given their money, which then leaves over the demonstration's own chain
/// and over no other.
bool keeps_play_money(pg::Transaction& tx, const chain::Network& network);

/// How many withdrawals one transaction pays at most.
inline constexpr std::size_t max_together = 100;

/// Decides by the network's node what is to be signed (nonce, fees, coins to spend), writes it and
/// turns the withdrawals, which have to be approved and are locked by this, into exported ones: one
/// form for all of them, which have one network; several only where its chain can pay them together
/// (chain::KindFacts). Left out are those for whose client nothing may leave, whose address their
/// network does not take, and the newest where there are too few coins for all. The caller commits.
/// Throws chain::NotPossible and chain::RpcError.
Exported export_unsigned(pg::Transaction& tx, const Config& config, std::vector<WithdrawalId> ids,
                         const chain::SigningTerms& terms);

/// The same payment once more with a higher fee, for a withdrawal that was sent and that no block
/// has taken: the same nonce, or all of its coins, so that of all signed versions a block takes one
/// at most. The caller commits. Throws as export_unsigned.
Json::Value export_again(pg::Transaction& tx, const Config& config, WithdrawalId id,
                         const chain::SigningTerms& terms);

/// What was given out and has not come back, to be given out once more: the very same forms, so
/// that at most one of them can ever be in a block. Those that nothing may leave for now are left
/// out.
Exported exported_now(pg::Transaction& tx);

/// Stores signed bytes after comparing them with what was given out; nothing is sent here. The same
/// bytes again change nothing and are reported as false. Throws chain::NotPossible and
/// chain::Mismatch.
bool import_signed(pg::Transaction& tx, TransactionId id, std::string_view raw);

/// Whether `txid` is final and excludes all that was given out for a withdrawal (`first`: the one
/// whose transaction pays it), and pays nobody who was to be paid: Chain::require_conflict says
/// what that is on each kind of chain. Throws chain::NotPossible saying what is missing, and
/// chain::RpcError.
void require_conflict(pg::Transaction& tx, const Config& config, const Withdrawal& withdrawal,
                      WithdrawalId first, const std::string& txid);

/// Ends all that was given out for it because of `txid` (may be empty), and frees what it would
/// have spent.
void replace_transactions(pg::Transaction& tx, WithdrawalId first, const std::string& txid);

/// No other withdrawal's transaction pays it any more. Throws pg::WrongRowCount where there is no
/// such one.
void pay_alone(pg::Transaction& tx, WithdrawalId id);

}  // namespace cambio::withdrawals
