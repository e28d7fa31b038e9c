#pragma once

#include <string_view>

#include "money/ids.h"
#include "pg/pg.h"

/// Which passwords are good enough, changes of the login password, and the ones before it.
namespace cambio::account {

constexpr std::size_t shortest_password = 9;              ///< of signing in; characters
constexpr std::size_t shortest_transaction_password = 6;  ///< likewise

/// Whether it is one of the 100,000 passwords that are used most, in whatever case.
/// common_passwords.txt has those of at least six characters; shorter ones are never common here.
bool common_password(std::string_view password);

/// Throws Error password_too_short (detail minimum) or password_common about that field.
void expect_good_password(std::string_view password, std::size_t shortest, const char* field);

/// Throws Error password_is_address where it is the client's e-mail or the part before its '@'.
void expect_no_address(std::string_view password, std::string_view email, const char* field);

/// Whether it is the client's password, or one of the five before it. Takes 20 ms for each.
bool recently_used(pg::Transaction& tx, ClientId client, std::string_view password);

/// The purpose of the one-time tokens that a new password may be set with.
constexpr const char* reset_token = "reset_password";

/// Ends every code, every one-time token and every link that makes a browser known, of the client,
/// that is alive: whoever has them got them under a password that counts no more, or before a
/// freeze. `email` is the client's.
void end_proofs(pg::Transaction& tx, ClientId client, std::string_view email);

/// Sets it, remembers the one that it replaces and ends the proofs that were got under it, but no
/// sessions. `email` is the client's.
void set_password(pg::Transaction& tx, ClientId client, std::string_view email,
                  std::string_view password);

}  // namespace cambio::account
