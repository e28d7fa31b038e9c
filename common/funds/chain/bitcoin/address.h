#pragma once

#include "chain/address.h"

/// Addresses of Bitcoin and the output scripts that they stand for. Everything here is pure.
namespace cambio::chain {

/// Base58 with a checksum for the old ones, Bech32 and Bech32m (BIP 173, BIP 350) for those of
/// witness versions 0 and 1. `hrp`: with what the chain's begin. `address` is not empty.
AddressFault check_bitcoin(std::string_view address, const std::string& hrp);
/// The one spelling of an address that passes: Bech32 in lower case, Base58 as it is.
std::string normal_bitcoin(std::string_view address, const std::string& hrp);

/// The output script that pays to an address, raw. Nothing for one that does not belong to the
/// chain with that prefix.
std::optional<std::string> script_pubkey(std::string_view address, std::string_view hrp);
/// The address of an output script, in the way back; nothing for other scripts.
std::optional<std::string> script_address(std::string_view script, std::string_view hrp);

}  // namespace cambio::chain
