#pragma once

#include <set>
#include <string>
#include <vector>

#include "chain/networks.h"
#include "chain/search.h"
#include "withdrawals/withdrawals.h"

/// What was sent to withdrawals after the moment to which the database was restored: the chain
/// knows it, the database does not. What is found is taken up as if it had been imported just now,
/// so that the job send_withdrawals follows it to its end and nothing pays it a second time.
namespace cambio::withdrawals {

/// All that is open may have been sent after the moment; how many those are that were not in doubt
/// before.
std::int64_t doubt_all(pg::Transaction& tx);
/// The operator says that it was not sent. Throws pg::WrongRowCount where there is no such one.
void doubt_no_more(pg::Transaction& tx, WithdrawalId id);

struct Look : chain::Search {
    std::set<std::string> hot;         ///< the addresses whose transactions were looked for
    std::vector<WithdrawalId> found;   ///< withdrawals that turned out to have been sent
    std::set<std::int64_t> to_decide;  ///< withdrawals that the operator has to look at himself
    std::int64_t cleared = 0;          ///< withdrawals that were not sent, and are in doubt no more
};

/// Looks at all that the network's hot addresses have sent since a while before `moment`, those
/// that are known here and those that the operator has `named`, and decides by it what is in doubt.
/// Where another one is configured now than then, it decides nothing unless he has named one, and
/// with it all. Commits each finding by itself; a second look finds the rest. Throws
/// chain::RpcError where the node fails: then the rest stays in doubt. The database was guarded
/// (restores).
Look look_for_sent(pg::Connection& db, const Config& config, const chain::Network& network,
                   pg::Time moment, const std::set<std::string>& named);

}  // namespace cambio::withdrawals
