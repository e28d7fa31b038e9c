#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "chain/networks.h"

namespace cambio::chain {

/// An extended public key cannot be used; the message never holds the key.
struct KeyError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The watch-only extended public key (BIP 32) of an account, m/purpose'/coin'/account'. It derives
/// the addresses that clients pay to and can spend nothing. Whoever has it and one child's private
/// key has all private keys: children's private keys never leave the wallet.
class AccountKey {
  public:
    /// "xpub…", "zpub…" (BIP 84), "tpub…" or "vpub…" of depth 3. Throws KeyError.
    explicit AccountKey(std::string_view text);

    /// What names the key in the database: a fingerprint, 16 hexadecimal digits.
    std::string id() const;
    /// The compressed public key of the external chain, /0/index; index below 2^31. Throws KeyError
    /// for one that BIP 32 has none for (1 in 2^127).
    std::string public_key(std::uint32_t index) const;

  private:
    AccountKey() = default;
    AccountKey child(std::uint32_t index) const;

    std::string chain_code_;  ///< 32 bytes
    std::string key_;         ///< 33 bytes, compressed
};

/// The two coordinates of a compressed public key, 32 bytes each.
std::string coordinates_of(std::string_view public_key);
/// The network's address of a compressed public key.
std::string address_of(const Network& network, std::string_view public_key);

}  // namespace cambio::chain
