#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cambio::pg {

/// The role that all programs are members of, with the rights that they share. It posts nothing to
/// the ledger.
inline constexpr std::string_view shared_role = "cambio_app";

/// The role of its own by which a program connects, where it has one: ledger.posters and the grants
/// of the migrations say what that role may do beyond the shared one. cambio_monitor is no member
/// of the shared one, and only reads.
std::optional<std::string_view> role_of(std::string_view program);

/// What a conninfo says of one keyword, or nothing.
std::string setting_of(const std::string& conninfo, std::string_view keyword);

/// Whom a program connects as instead of the conninfo's user: its own role where that user is the
/// shared one. Nothing: the conninfo stands.
std::optional<std::string> user_for(const std::string& conninfo, std::string_view program);

}  // namespace cambio::pg
