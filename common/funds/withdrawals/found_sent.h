#pragma once

#include <set>
#include <string>
#include <vector>

#include "chain/bitcoin/node.h"
#include "chain/evm/node.h"
#include "withdrawals/outgoing.h"
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

struct Look {
    std::int64_t blocks = 0;           ///< read
    std::vector<WithdrawalId> found;   ///< withdrawals that turned out to have been sent
    std::vector<std::string> told;     ///< sentences for the operator
    std::set<std::int64_t> to_decide;  ///< withdrawals that the operator has to look at himself
    /// Whether all that the hot address has sent was seen: what is not among it was not sent.
    bool complete = false;
    std::int64_t cleared = 0;  ///< withdrawals that were not sent, and are in doubt no more
};

/// Looks at all that the network's hot address has sent since a while before `moment`, and decides
/// by it what is in doubt. Commits each finding by itself; a second look finds the rest. Throws
/// chain::RpcError where the node fails: then the rest stays in doubt.
Look look_for_sent(pg::Connection& db, const Config& config, const chain::Network& network,
                   pg::Time moment);

/// A transaction of the hot address as it was found. For the looks of one network each.
struct Found {
    std::string txid;
    std::string raw;
    Json::Value form;  ///< as if it had been exported so
    std::optional<std::int64_t> nonce;
    /// Whom it pays: the normal address, the coin, and how much.
    struct Paid {
        std::string address;
        AssetId asset;
        std::string coin;
        Decimal amount;
    };
    std::vector<Paid> paid;
};

/// Whether a transaction of that network is in the database by its id.
bool known(pg::Connection& db, const chain::Network& network, const std::string& txid);
/// Takes up one that is not. `newest_version`: the last transaction in the database that no block
/// can take together with it, for it has its nonce or one of its coins.
void take_up(pg::Connection& db, const chain::Network& network, const Found& found,
             std::optional<TransactionId> newest_version, Look& look);

/// Begins a look: it is complete until something is seen that cannot be read, and where the node
/// lags behind what the database knows it is not, and the operator is told why.
void begin_look(pg::Connection& db, const chain::Network& network, chain::EvmNode& node,
                Look& look);
void begin_look(pg::Connection& db, const chain::Network& network, chain::BitcoinNode& node,
                Look& look);

void look_at_evm(pg::Connection& db, const chain::Network& network, const std::string& node_url,
                 const std::string& hot, pg::Time moment, Look& look);
void look_at_bitcoin(pg::Connection& db, const chain::Network& network, const std::string& node_url,
                     const std::string& hot, Look& look);

}  // namespace cambio::withdrawals
