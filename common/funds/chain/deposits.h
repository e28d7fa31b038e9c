#pragma once

#include <json/value.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chain/networks.h"
#include "push/push.h"

/// Payments to clients' addresses, from the block that holds them to the ledger.
namespace cambio::chain {

using DepositId = Id<struct DepositTag>;

/// Stored as a number, so entries are only ever added at the end.
enum class DepositState {
    seen = 1,        ///< in a block
    confirming = 2,  ///< in a block with others after it
    credited = 3,    ///< in the ledger; may be withdrawn once it is unlocked
    orphaned = 4,    ///< its block was replaced before it was credited
    reversed = 5,    ///< its block was replaced afterwards: taken back as far as money was there
    ignored = 6,     ///< recorded, not credited: `reason` says why
};
std::string_view name_of(DepositState state);

/// A payment as a block holds it.
struct Payment {
    std::string txid;
    int position = 0;     ///< within its transaction; −1: an EVM transaction's value
    std::string address;  ///< normal_address of the receiver
    std::optional<std::string> contract;  ///< nothing: the network's own coin
    std::string units;                    ///< decimal digits, in the coin's smallest unit
    bool own = false;                     ///< sent by the house itself
    int least_confirmations = 0;          ///< more than the network's own number, for new coins
};

struct BlockName {
    std::int64_t height = 0;
    std::string hash, parent;
};

/// `units` × 10^-decimals; nothing when it is more than a balance should ever hold (10^12).
std::optional<Decimal> amount_of(std::string_view units, int decimals);

/// Records payments of one block; what is known already stays as it is, what a reorganisation took
/// away comes back. `tip`: the height that confirmations count from. Returns what is new.
///
/// What is credited before it is final can be traded, and what is lost in trading is another's, who
/// withdraws it: two accounts of one person could lose to each other what a reorganisation takes
/// back. So the house credits early no more than `early_up_to` USDT for a client on the network
/// (DEPOSITS_EARLY_UP_TO), and ten times that for all of them, and nothing of a coin that has never
/// had a price; what is above needs as many confirmations as it takes to withdraw it.
std::vector<DepositId> record(pg::Transaction& tx, const Network& network, const BlockName& block,
                              const std::vector<Payment>& payments, std::int64_t tip,
                              Decimal early_up_to);

/// Counts confirmations up to `tip`, credits what has enough and unlocks what has more. Returns
/// what changed.
std::vector<DepositId> confirm(pg::Transaction& tx, const Network& network, std::int64_t tip);

/// Credits a recorded deposit now, whatever it was left out for; the operator's act, whose caller
/// has checked it. `confirmations` as they are by now.
void credit(pg::Transaction& tx, DepositId id, std::int64_t confirmations);

/// Takes back what stood in blocks above `height`: not yet credited deposits become orphaned,
/// credited ones are reversed in the ledger as far as the client has the money, and that client's
/// withdrawals stop until the operator has looked. Returns what changed.
struct Reverted {
    std::vector<DepositId> changed;
    int reversed = 0;
    std::vector<std::string> told;  ///< a sentence for the operator for each reversed one
};
Reverted revert_blocks(pg::Transaction& tx, const Network& network, std::int64_t height);

/// What reversals have found too little of is taken as it comes out of orders, positions and
/// savings, until the operator allows the client's withdrawals again. Returns a sentence for the
/// operator for each deposit.
std::vector<std::string> collect_owed(pg::Transaction& tx, const Network& network);
/// What the client's reversed deposits still lack is not taken any more.
void settle_reversed(pg::Transaction& tx, ClientId client);

/// A client's deposit as lists and pushes show it; `row` is one of select_deposits.
Json::Value view(const pg::Row& row);
/// SQL: every column that view() needs, of the table `deposits d` and its neighbours; conditions
/// follow.
extern const char* const select_deposits;

/// Tells the clients' open pages, after the commit.
void announce(pg::Connection& connection, Push& push, const std::vector<DepositId>& deposits);

}  // namespace cambio::chain
