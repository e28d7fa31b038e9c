#pragma once

#include "chain/address.h"

/// Addresses of Tron. Everything here is pure.
namespace cambio::chain {

/// Base58 with a checksum. `address` is not empty.
AddressFault check_tron(std::string_view address);

/// The 20 bytes of Ethereum's form as a Tron address.
std::string tron_address(std::string_view raw);
/// The way back; nothing for what check_tron() refuses.
std::optional<std::string> tron_bytes(std::string_view address);

}  // namespace cambio::chain
