#pragma once

#include "ledger/ledger.h"

/// What both ways of auditing the books have in common.
namespace cambio::ledger {

/// Sums over a long history take minutes, and many groups should not spill to the disk.
inline constexpr const char* no_hurry = R"sql(
    select set_config('statement_timeout', '0', true), set_config('work_mem', '256MB', true)
)sql";

/// Counts the accounts and adds what is wrong with their balances among themselves and beside
/// orders, positions and subscriptions, by the transaction's snapshot.
void prove_accounts(pg::Transaction& tx, AuditReport& report);

}  // namespace cambio::ledger
