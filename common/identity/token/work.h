#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "pg/pg.h"

/// Proof of work: what a guest has to spend before another try, so that a thousand tries cost what
/// one does not. The server keeps nothing of a challenge that it gives; it is signed with the keyed
/// hashes' key, names what it is for, and expires. An answer is the challenge, a dot and a decimal
/// number, such that SHA-256 of it all begins with so many zero bits. It is good once.
namespace cambio::token {

/// Longer than any answer.
constexpr std::size_t max_work = 256;

struct WorkAsked {
    std::string_view act;      ///< what it is for: "login", "sign_up" …
    std::string_view subject;  ///< whom or which address it is about
    int bits = 0;              ///< zero bits; 0: nothing is asked
};

/// The bits for somebody who has tried so often: none for the first `free` ones, then `bits`, and
/// one more with each doubling, up to six. 0 bits are 0 always.
int work_bits(int bits, std::int64_t tries, std::int64_t free);

/// Uses the answer up when the transaction commits. Throws Error work_required (details challenge,
/// bits, expires_in) for one that is missing, wrong, too old, for something else, or used.
void expect_work(pg::Transaction& tx, std::string_view key, const WorkAsked& asked,
                 std::string_view answer);

}  // namespace cambio::token
