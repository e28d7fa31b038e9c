#pragma once

#include <vector>

#include "ledger/ledger.h"
#include "money/decimal.h"
#include "money/ids.h"
#include "pg/binary.h"
#include "pg/pipeline.h"

namespace cambio::ledger {

/// An account as a batch's writer remembers it. The balance is a memory, not the truth: others move
/// money too, and the CHECK constraint on the row decides.
struct Account {
    AccountId id;
    Decimal balance;  ///< with what this batch has moved so far
    Decimal delta;    ///< of this batch alone
    bool moved = false;
};

/// The ledger's part of a batch: each transfer is a row of its own, each account is changed once,
/// by the sum, which the database makes of the transfers. Accounts must stay where they are in
/// memory until clear() or undo().
class Batch {
  public:
    Batch();

    /// Moves `amount` ≥ 0 from `debit` to `credit`; nothing is written for 0. It does not ask
    /// whether the debited account can pay.
    void transfer(Account& debit, Account& credit, Decimal amount, Kind kind,
                  std::int64_t reference);

    bool empty() const { return moved_.empty(); }

    /// Names the statement; once for each connection.
    static void prepare(pg::Connection& connection);
    /// Queues the statement that writes the transfers and changes the balances, in order of account
    /// id, so that two batches never wait for each other in a circle. Nothing where nothing moves.
    void send(pg::Pipeline& pipeline);

    /// The batch is durable: forgets it, the remembered balances stand.
    void clear();
    /// The batch did not happen: takes it back from the remembered balances.
    void undo();

  private:
    std::vector<Account*> moved_;
    pg::BinaryArray debits_, credits_, amounts_, kinds_, references_;
};

}  // namespace cambio::ledger
