#pragma once

#include "chain/address.h"

/// Addresses of EVM networks. Everything here is pure.
namespace cambio::chain {

/// EIP-55; all lower and all upper case have no checksum and pass. `address` is not empty.
AddressFault check_evm(std::string_view address);

}  // namespace cambio::chain
