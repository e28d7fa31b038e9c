#pragma once

#include <optional>

#include "money/decimal.h"

/// How much may leave an account within 24 hours, in USDT: pure.
namespace cambio::withdrawals {

/// What one-step withdrawal lets out without a code by mail.
inline const Decimal one_step_limit = Decimal::of(10'000);

/// A client's daily limit in USDT as a column of SQL over `clients`: its own choice, the highest of
/// which holds only while it is verified.
inline constexpr const char* daily_limit =
    "case when account_status = 'Verified' then withdraw_limit "
    "else least(withdraw_limit, 1500) end as withdraw_limit";

/// What a client has asked for within 24 hours, what was rejected or taken back left out.
struct Used {
    Decimal all;
    Decimal one_step;  ///< of it without a code by mail
};

struct Rules {
    Decimal limit;          ///< the client's own
    bool one_step = false;  ///< whether the client has turned it on
};

/// What is left of a limit, never below zero.
inline Decimal left_of(Decimal limit, Decimal used) {
    return maximum(limit - used, Decimal{});
}

/// Whether this much may leave at all.
inline bool within_limit(const Rules& rules, const Used& used, Decimal worth) {
    return worth <= left_of(rules.limit, used.all);
}

/// Whether this much may leave without a code by mail.
inline bool needs_no_code(const Rules& rules, const Used& used, Decimal worth) {
    return rules.one_step && worth <= left_of(one_step_limit, used.one_step);
}

}  // namespace cambio::withdrawals
