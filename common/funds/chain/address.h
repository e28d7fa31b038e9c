#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "chain/encoding.h"
#include "chain/networks.h"

/// Addresses by the rules of their networks. Everything here is pure.
namespace cambio::chain {

enum class AddressFault { none, empty, too_short, wrong_network, bad_checksum, malformed };
/// What is wrong with an address of which Base58 says so.
AddressFault fault_of(Base58Fault fault);

/// EIP-55 for Ethereum's (all lower and all upper case have no checksum and pass), Base58Check for
/// Tron's and Bitcoin's old ones, Bech32 and Bech32m (BIP 173, BIP 350) for Bitcoin's of witness
/// versions 0 and 1.
AddressFault check_address(const Network& network, std::string_view address);

/// The one spelling under which an address is stored and compared: EIP-55, Bech32 in lower case,
/// Base58 as it is. Of a text that check_address() refuses, the text itself.
std::string normal_address(const Network& network, std::string_view address);

/// The 20 bytes of an address of an EVM network or of Tron; nothing for another text.
std::optional<std::string> account_bytes(Kind kind, std::string_view address);
/// The way back: how a network of that kind writes 20 bytes.
std::string account_address(Kind kind, std::string_view raw);

}  // namespace cambio::chain
