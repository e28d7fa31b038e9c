#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "fcgi/later.h"
#include "token/sessions.h"

namespace cambio::spot {

/// Goes on, at once or from another thread, when the transaction password is right or none is to be
/// asked for (see fcgi::read_trading_password); otherwise answers wrong_transaction_password,
/// trading_locked or unavailable.
void with_password(const token::Session& caller, std::optional<std::string> password,
                   const std::shared_ptr<fcgi::Later>& later, std::function<void()> go_on);

}  // namespace cambio::spot
