#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "fcgi/route.h"
#include "token/trading_password.h"

/// What calls that move money have in common.
namespace cambio::fcgi {

/// The idempotency key `client_id`, at most 64 letters, digits, '_' and '-'; empty: none. Throws
/// invalid_parameter and too_long.
std::string read_idempotency_key(Params& params);

/// Whether an optional field of at most 64 bytes has a value; the site sends empty ones. Throws
/// too_long.
bool given(Params& params, std::string_view name);

/// The transaction password of a call that trades, at most 128 bytes; nothing where the session is
/// open for trading (token/trading_unlock.h), and for a program, whose key stands for it: the
/// router has asked whether it may trade. Throws missing_parameter where it is none of these.
std::optional<std::string> read_trading_password(Request& request);

/// Goes on when the transaction password is right: at once where it is remembered or none is needed
/// (read_trading_password gave nothing), else on the thread that checked it. What `go_on` throws is
/// the answer. Otherwise answers trading_locked, unavailable or, where the password is wrong, the
/// message wrong_transaction_password.
void prove_trading_password(token::TradingPasswords& passwords, const std::shared_ptr<Later>& later,
                            std::optional<std::string> password, std::function<void()> go_on);

/// The same for `work`, with whose reply or error it answers. The work is retried().
void with_transaction_password(token::TradingPasswords& passwords, Later later,
                               std::optional<std::string> password,
                               std::function<Reply(const Request&)> work);

/// What a transaction answers. One that met another in a circle of locks, or its own twin with the
/// same client_id, is run again, and finds the twin then. What it reads from the request it has
/// read before.
Reply retried(const std::function<Reply()>& transaction);

/// Which part of a list is asked for: `page` from 1, `per_page` at most 200, both optional.
struct Page {
    std::int64_t limit = 0;
    std::int64_t offset = 0;
};

/// Throws out_of_range and invalid_parameter naming the parameter.
Page read_page(Params& params, std::int64_t usual_rows);

}  // namespace cambio::fcgi
