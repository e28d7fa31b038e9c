#pragma once

#include "jobs/job.h"

/// Approval without an operator. The job send_withdrawals decides, which nobody outside can talk
/// to, by a price of its own; the database lets the handler that clients talk to approve nothing.
namespace cambio::withdrawals {

/// Asks the policy about each withdrawal that waits for a review and was not looked at yet:
/// WITHDRAWALS_APPROVE_UP_TO USDT for what a client has requested within 24 hours. What is more, or
/// is its client's who is frozen or restricted or whose withdrawals rest, or has no money that the
/// books hold for it and that is final, or goes to an address that has refused one within thirty
/// days or that its network does not take, waits for an operator, also when that has changed. Where
/// there is no price to be trusted, and while nothing leaves for anybody, a later look decides.
void apply_policy(jobs::Job& job);

}  // namespace cambio::withdrawals
