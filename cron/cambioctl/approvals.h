#pragma once

#include <json/value.h>

#include <optional>
#include <string>

#include "control.h"

/// Acts that two operators have to ask for, one after the other.
namespace cambio::control {

struct Approval {
    std::string act;  ///< as the log names it
    std::string subject;
    Json::Value content;  ///< exactly what is approved
    /// Since when it waits to be approved: what somebody approved before that is over.
    std::optional<pg::Time> since = {};
};

/// True: this operator is the second one, and the act may be done in this transaction. False: it is
/// the first one, which is written down and logged; commit, and say that a second one is needed.
/// Throws Refused for an operator who is the first one already, or whom the kernel does not tell
/// apart. A first approval is good for a day.
bool second_of_two(const Control& control, pg::Transaction& tx, const Approval& approval,
                   const std::string& reason);

/// Whether two operators have to approve a withdrawal, or to say of one in doubt that it was not
/// sent: for what it is worth by itself, or together with what is around it. What nobody can value
/// now is worth the look of two.
bool needs_two(const Control& control, pg::Transaction& tx, WithdrawalId id);

/// The same as second_of_two for what pays out the house's money, or promises to, where
/// WITHDRAWALS_TWO_PEOPLE_FROM asks for two. False: the first of them was written down, committed
/// and answered.
bool may_spend(Control& control, pg::Transaction& tx, const Approval& approval,
               const std::string& reason);

/// What was approved once is not to be done any more.
void forget_approvals(pg::Transaction& tx, const std::string& act, const std::string& subject);

}  // namespace cambio::control
