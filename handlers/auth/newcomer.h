#pragma once

#include <optional>
#include <string>

#include "fcgi/request.h"
#include "money/ids.h"
#include "pg/pg.h"

/// A new row of clients, however somebody came to have an account.
namespace cambio::auth {

struct Newcomer {
    std::string email;                 ///< in its normal form
    std::optional<std::string> phone;  ///< nobody's until it is proved
    std::string password;
    std::string transaction_password;
    std::optional<ClientId> referred_by{};
    std::optional<std::string> google_subject{};  ///< connected with Google, by this email
};

/// Writes the client, and gives it play money in a demonstration. Hashes both passwords: 20 ms
/// each. Throws pg::Failure for an email or a Google account that somebody else has.
ClientId add_client(const fcgi::Request& request, pg::Transaction& tx, const Newcomer& newcomer);

}  // namespace cambio::auth
