#pragma once

#include <json/value.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "chain/coins.h"
#include "money/decimal.h"
#include "money/ids.h"

/// What the hot addresses of a network have sent that the books of withdrawals do not have: they
/// were restored from a backup.
namespace cambio::chain {

/// How far a search came.
struct Search {
    std::int64_t blocks = 0;        ///< read
    std::vector<std::string> told;  ///< sentences for the operator
    /// Whether all that the hot addresses have sent was seen: what is not among it was not sent.
    bool complete = false;
};

/// A transaction of a hot address as it was found.
struct Found {
    std::string txid;
    std::string raw;
    Json::Value form;  ///< as if it had been exported so; "from" is the hot address
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

/// What a search asks the books of withdrawals of that network and tells them.
class SentBooks {
  public:
    SentBooks() = default;
    SentBooks(const SentBooks&) = delete;
    SentBooks& operator=(const SentBooks&) = delete;
    virtual ~SentBooks() = default;

    /// A height that the chain is known to have had; 0: none is.
    virtual std::int64_t last_block_read() = 0;
    /// The one that the restored database knew. Jobs have read on since then.
    virtual std::int64_t last_block_restored() = 0;
    /// Whether they have a transaction by its id.
    virtual bool known(const std::string& txid) = 0;
    /// Takes up one that they do not have.
    virtual void take_up(const Found& found) = 0;

    /// A nonce of a hot address that was not used at the restored moment: that of the first
    /// transaction that had not ended, or the next one.
    virtual std::int64_t first_open_nonce(const std::string& hot) = 0;
    /// Whether they have transactions with a higher nonce that have not ended, and none with this.
    virtual bool nonce_is_missing(const std::string& hot, std::int64_t nonce) = 0;

    /// Outputs at the hot addresses, of all times, and their satoshi.
    struct Output {
        Outpoint at;
        std::int64_t satoshi = 0;
    };
    virtual std::vector<Output> outputs() = 0;
    /// Those in a block that none spends, each with the transaction that was to spend it; empty:
    /// there is none.
    struct Waiting {
        Outpoint at;
        std::string spender;
    };
    virtual std::vector<Waiting> unspent_outputs() = 0;
    /// The last block that had been read for outputs in the restored database.
    virtual std::optional<std::int64_t> outputs_restored_until() = 0;
};

/// Begins a search: it is complete until something is seen that cannot be read, and where the node
/// lags behind what the books know (`lag` says why) it is not, and the operator is told.
void begin_search(Search& search, const std::string& network,
                  const std::optional<std::string>& lag);

}  // namespace cambio::chain
