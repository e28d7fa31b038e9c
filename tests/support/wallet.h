#pragma once

#include <string>
#include <string_view>

namespace cambio::test {

/// A browser wallet: a key of secp256k1 that signs what it is shown.
class Wallet {
  public:
    Wallet();
    const std::string& address() const { return address_; }  ///< EIP-55
    /// personal_sign (EIP-191): "0x" and 65 bytes in hexadecimal.
    std::string sign(std::string_view text) const;

  private:
    std::string key_;
    std::string address_;
};

}  // namespace cambio::test
