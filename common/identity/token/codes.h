#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "pg/pg.h"
#include "token/asker.h"

/// One-time codes: six digits that prove that somebody reads an address. A code works once, for the
/// purpose and the address that it was sent for, for ten minutes; only the newest one of a purpose
/// counts. Whoever asks while it is alive is sent the same one again, so that nobody's asking makes
/// another's code worthless. Each asker has a budget of their own for each purpose and address: one
/// message a minute, ten a day, and five tries at a code; strangers together have another, and so
/// have the owner's sessions together, the known browsers, and those that a link alone made known:
/// thirty messages and fifty tries a day.
namespace cambio::token {

/// What a code may be used for; the name is stored with it.
enum class Purpose {
    sign_up,
    reset_password,
    change_password,
    bind_mobile,
    anti_phishing,
    withdrawal,
    step_up,  ///< of account/step_up.h, whose addresses name the act, too
};

constexpr std::chrono::seconds code_pause{60};

/// Returns the code that is alive, or a new one, for the message. `address` is normal (address.h),
/// `key` the keyed hashes' key. Throws Error code_too_soon (detail resend_after, seconds) or
/// code_too_many.
std::string issue_code(pg::Transaction& tx, std::string_view key, Purpose purpose,
                       std::string_view address, const Asker& asker = Asker::owner());

/// How many codes strangers had sent to an address today, or a stranger's network to any address
/// within the hour: the larger number. What it costs to ask for another follows from it.
std::int64_t codes_of_strangers(pg::Transaction& tx, Purpose purpose, std::string_view address,
                                const Asker& asker);

enum class CodeCheck {
    right,    ///< it is used up when the transaction commits
    wrong,    ///< a try is used up when the transaction commits: the caller commits also then
    expired,  ///< too old, or this asker is out of tries: only a new code helps
};

/// Concurrent checks for one address take turns, and each sees what the one before it committed.
CodeCheck check_code(pg::Transaction& tx, std::string_view key, Purpose purpose,
                     std::string_view address, std::string_view code,
                     const Asker& asker = Asker::owner());

/// Uses up what is alive of a client's codes, whatever for: those that were sent to the e-mail, and
/// those that were sent elsewhere (a number) because the client asked. Who wants one asks anew.
void end_codes(pg::Transaction& tx, ClientId client, std::string_view email);

}  // namespace cambio::token
