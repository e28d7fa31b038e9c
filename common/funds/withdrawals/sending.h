#pragma once

#include "jobs/job.h"

/// Sending what was signed and following it to its end: the work of the job send_withdrawals.
namespace cambio::withdrawals {

/// One look at every transaction that is on its way. Stored bytes are sent, and only they, as often
/// as it takes: a time-out says nothing, so it stays unknown until a block or the node tells. One
/// broken network never stops another.
void send_all(jobs::Job& job);

/// Takes out of house:fees what the chains took, as far as it has those coins.
void book_network_fees(pg::Connection& connection);

}  // namespace cambio::withdrawals
