#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "pg/pg.h"

/// One-time codes: six digits that prove that somebody reads an address. A code works once, for the
/// purpose and the address that it was sent for, for ten minutes and five tries; only the newest
/// one of a purpose counts. One a minute and ten a day go to an address, whatever they are for.
namespace cambio::token {

/// What a code may be used for; the name is stored with it.
enum class Purpose {
    sign_up,
    reset_password,
    change_password,
    bind_mobile,
    anti_phishing,
    withdrawal,
};

constexpr std::chrono::seconds code_pause{60};

/// Makes a code and returns it: the only copy, for the message. `address` is normal (address.h),
/// `key` the keyed hashes' key. Throws Error code_too_soon (detail resend_after, seconds) or
/// code_too_many.
std::string issue_code(pg::Transaction& tx, std::string_view key, Purpose purpose,
                       std::string_view address);

enum class CodeCheck {
    right,    ///< it is used up when the transaction commits
    wrong,    ///< a try is used up when the transaction commits: the caller commits also then
    expired,  ///< too old or out of tries: only a new code helps
};

/// Concurrent checks for one address take turns, and each sees what the one before it committed.
CodeCheck check_code(pg::Transaction& tx, std::string_view key, Purpose purpose,
                     std::string_view address, std::string_view code);

}  // namespace cambio::token
