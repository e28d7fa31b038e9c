#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "chain/deposits.h"
#include "config/config.h"

/// What the operator decides about deposits that the watcher does not credit by itself.
namespace cambio::chain {

/// It is not credited; the message says why, for the operator.
struct NotCredited : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Credited {
    DepositId id;
    std::string client;  ///< its user ID
    std::string network, coin;
    Decimal amount;
};

/// Credits what was recorded of a transaction and left out: below the minimum, or paid by a
/// withdrawal of this exchange that is final. Its block has to be part of the chain as it was read,
/// with the network's confirmations. What is credited once is never credited again. Throws
/// NotCredited.
std::vector<Credited> credit_recorded(pg::Transaction& tx, const std::string& txid);

/// A payment that a contract has made inside a transaction: the chain did it, and no block shows
/// it.
struct InnerPayment {
    std::string network, txid, address, coin;
    Decimal amount;
};

/// Records and credits one. Its transaction has to have succeeded in a block that was read and has
/// the network's confirmations, and the node has to say that after the block that was read last the
/// address held so much more than what was recorded for it: what was credited once, or is going to
/// be when its block is read, is not there a second time. What a token's contract shows is left to
/// the watcher, and so is a block that is going to be read again. Throws NotCredited and RpcError.
Credited credit_inner(pg::Transaction& tx, const Config& config, const InnerPayment& payment);

/// A client's address that holds more of a coin than all that was recorded for it.
struct Surplus {
    std::string client, address, coin;
    Decimal holds, recorded;
};

/// Asks the network's node about every address of its kind. Only of EVM networks: Bitcoin's blocks
/// show every payment, and Tron's node is not asked. What was swept from an address hides as much
/// of a surplus. Throws RpcError.
std::vector<Surplus> surpluses(pg::Connection& connection, const Config& config,
                               const Network& network);

}  // namespace cambio::chain
