#pragma once

#include "chain/address.h"

/// Addresses of EVM networks. Everything here is pure.
namespace cambio::chain {

/// EIP-55; all lower and all upper case have no checksum and pass. `address` is not empty.
AddressFault check_evm(std::string_view address);

/// How 20 bytes are written: EIP-55.
std::string evm_address(std::string_view raw);
/// The way back, from digits in any case; nothing for another text.
std::optional<std::string> evm_bytes(std::string_view address);

}  // namespace cambio::chain
