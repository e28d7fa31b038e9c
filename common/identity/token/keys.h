#pragma once

#include <string>
#include <string_view>
#include <vector>

/// How keys are called, and the files of those before them. A new key signs, seals and hashes, and
/// those before it are accepted until nothing needs them any more. Keys of tokens: the public parts
/// are kept until their last token has expired. Keys of keyed hashes: token/hash_keys.h.
namespace cambio::token {

/// The PASERK id of an Ed25519 public key ("k4.pid.…"), which a token's footer names.
std::string key_id(std::string_view public_key);
/// The same of a key that seals ("k4.lid.…"). It tells nothing of the key.
std::string secret_key_id(std::string_view key);

/// The footer that names a key by its id.
std::string footer_naming(std::string_view id);

/// The keys of 32 bytes of a file, in base64, one a line; '#' begins a comment line. Throws
/// std::runtime_error naming the path, also where it cannot be opened. No file: none.
std::vector<std::string> read_keys(const std::string& path);

}  // namespace cambio::token
