#pragma once

#include <json/value.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "money/ids.h"
#include "pg/pg.h"
#include "push/push.h"
#include "token/acting.h"
#include "withdrawals/final_worth.h"
#include "withdrawals/limits.h"
#include "withdrawals/stage.h"

/// Withdrawals in the database: what the handlers, the operator's program and the job
/// send_withdrawals have in common. Each change is one transaction with its transfers.
namespace cambio::withdrawals {

struct Withdrawal {
    WithdrawalId id;
    token::ActiveClient owner;
    AssetId asset;
    std::string coin;
    std::string network;
    std::string address;
    Decimal amount;  ///< what leaves the wallet
    Decimal fee;     ///< of it, what the house keeps
    Stage stage = Stage::requested;
    pg::Time updated_at;  ///< when it came to that stage
    /// After a restored backup nobody knows yet whether it was sent (found_sent.h): it is neither
    /// given out nor does its money come back.
    bool in_doubt = false;

    Decimal receivable() const { return amount - fee; }
    static Withdrawal from(const pg::Row& named_withdrawal);
};

/// Locks one until the transaction ends. Nothing where there is no such one, or it is not
/// `owner`'s.
std::optional<Withdrawal> lock(pg::Transaction& tx, WithdrawalId id,
                               std::optional<ClientId> owner = {});

/// The same with all that one transaction pays together with it, in the order of their ids, of
/// which the first is the one that the transaction belongs to. Empty: there is no such one.
std::vector<Withdrawal> lock_together(pg::Transaction& tx, WithdrawalId id);

/// What is asked for, after every check.
struct Request {
    ClientId client;
    std::string key;  ///< idempotency, or empty
    std::int64_t content_hash = 0;
    AssetId asset;
    std::string network, address;
    Decimal amount, fee, worth;
    bool one_step = false;
    std::int64_t confirmations_needed = 1;
};

/// Writes it as one that waits for a review, holds its money and tells the owner, after locking the
/// client: of its requests one follows the other. Throws insufficient_balance naming
/// withdraw_amount where less may leave. `stale_after_ms`: how old a price may be (see
/// final_worth.h).
WithdrawalId request(pg::Transaction& tx, const Request& asked, int stale_after_ms);

/// Takes the next step; throws std::logic_error for one that does not follow. `reason` replaces
/// what stood there.
void step(pg::Transaction& tx, Withdrawal& withdrawal, Stage to, std::string_view reason = {});

/// Rejects or cancels it: the money that is held for it comes back, the owner is told.
void stop(pg::Transaction& tx, Withdrawal& withdrawal, Stage how, std::string_view reason);

/// It is final: the money leaves the books for the chain, the fee goes to the house.
void settle(pg::Transaction& tx, Withdrawal& withdrawal, std::string_view txid);

/// Its transaction is final and moved nothing, for its receiver refused it: what the receiver was
/// to get comes back, and the fee stays with the house, which has paid the network.
void fail(pg::Transaction& tx, Withdrawal& withdrawal, std::string_view txid);

/// What the client has used of its limits.
Used used(pg::Transaction& tx, ClientId client);

/// Whether the last audit failed, or is none or too old: then nothing leaves.
bool frozen_by_audit(pg::Connection& connection);

/// Whether nothing leaves for anybody now: the audit says so, or the operator.
bool stopped(pg::Connection& connection);

/// Why nothing may leave for this client now, for the operator: "is frozen", or that its
/// withdrawals are restricted, whenever that came to be. Nothing: it may. Asked at each step that
/// leads out, up to the first byte that is sent.
std::optional<std::string> held_back(pg::Transaction& tx, ClientId client);

/// Whether the books hold an open one's money: what was held for it and not given back is its
/// amount, and what was held for all open ones of its client and coin is enough for all of them. A
/// row that somebody has written without the request's checks has none. Asked at each step that
/// leads out, up to the first byte that is sent.
bool is_covered(pg::Transaction& tx, WithdrawalId id);

/// Whether its network takes its address: it was asked for by the rules of that time, which may
/// have let through what nobody can be paid at. Asked at each step that leads to a signature. Of a
/// network that is carried no more, nothing is said.
bool has_valid_address(pg::Transaction& tx, const Withdrawal& withdrawal);

/// A withdrawal with its transaction, as its owner sees it; `row` is one of select_withdrawals.
Json::Value view_of(const pg::Row& row);
/// SQL: every column that view_of() needs, of `named_withdrawals n` and its neighbours; conditions
/// follow.
extern const char* const select_withdrawals;
std::optional<Json::Value> view(pg::Connection& connection, WithdrawalId id);

/// Tells the owner's pages what became of it, and the new balance. After the commit.
void announce(pg::Connection& connection, Push& push, const Withdrawal& withdrawal);

}  // namespace cambio::withdrawals
