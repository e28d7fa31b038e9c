#pragma once

#include <functional>
#include <string>

#include "fcgi/route.h"
#include "token/trading_password.h"

/// What calls that move money have in common.
namespace cambio::fcgi {

/// The idempotency key `client_id`, at most 64 letters, digits, '_' and '-'; empty: none. Throws
/// invalid_parameter and too_long.
std::string read_client_id(Params& params);

/// Whether an optional field of at most 64 bytes has a value; the site sends empty ones. Throws
/// too_long.
bool given(Params& params, std::string_view name);

/// The parameter `transaction_password`, which a person has to give; for a program its key stands,
/// and what it gives is not looked at. Throws missing_parameter, and too_long beyond 128 bytes.
std::string read_transaction_password(Request& request);

/// Runs `work` for a program whose key trades, and otherwise when the transaction password is
/// right, at once where it is remembered, else on the thread that checked it, and answers with what
/// it returns or throws. A wrong one is answered with the message wrong_transaction_password. A
/// transaction of `work` that met another one in a circle of locks is run again.
void with_transaction_password(token::TradingPasswords& passwords, Later later,
                               std::string password, std::function<Reply(const Request&)> work);

/// Which part of a list is asked for: `page` from 1, `per_page` at most 200, both optional.
struct Page {
    std::int64_t limit = 0;
    std::int64_t offset = 0;
};

/// Throws out_of_range and invalid_parameter naming the parameter.
Page read_page(Params& params, std::int64_t usual_rows);

}  // namespace cambio::fcgi
