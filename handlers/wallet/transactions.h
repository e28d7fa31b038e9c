#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "money/decimal.h"
#include "money/ids.h"
#include "period.h"
#include "pg/snapshot.h"

namespace cambio::wallet {

/// What a tax return asks of a transaction.
enum class TransactionKind : std::uint8_t {
    trade,  ///< on a market or by a conversion
    deposit,
    withdrawal,
    reward,
    fee_refund,
    interest,
    futures_result,  ///< what a position in futures has won or lost
    futures_fee,
    funding,
    fee,
};

struct Amount {
    Decimal value;
    std::string coin;
};

/// What a client gave and got at once, over all wallets: what moves between these is none. A fee
/// comes on top of what was sent, or out of what was received.
struct Transaction {
    pg::Time at;
    TransactionKind kind;
    std::optional<Amount> sent, received, fee;
    std::string name;  ///< "order 17"
    std::string txid;  ///< on the chain; empty where it is on none
};

/// Of a period, the oldest first. What all of them received, less what they sent and less fees, is
/// what the client has more of each coin at its end than at its beginning, without fee credit,
/// which nobody can take out. Throws statement_too_long if they are more than `most`.
std::vector<Transaction> read_transactions(pg::Snapshot& tx, ClientId client, const Period& period,
                                           int most);

}  // namespace cambio::wallet
