#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The keys that tokens are signed with, and how one takes the place of another: the new one signs,
/// and the public parts of those before it are accepted until their last token has expired.
namespace cambio::token {

/// The PASERK id of an Ed25519 public key ("k4.pid.…"), which a token's footer names.
std::string key_id(std::string_view public_key);

/// The public keys of a file, in base64, one a line; '#' begins a comment line. Throws
/// std::runtime_error naming the path. No file: none.
std::vector<std::string> read_public_keys(const std::string& path);

}  // namespace cambio::token
