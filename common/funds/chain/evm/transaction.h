#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "money/decimal.h"

/// Transactions of EVM networks as their signed bytes say them. Everything here is pure.
namespace cambio::chain {

/// A signed transaction. Amounts count the chain's smallest unit (wei); one over 128 bits is no
/// amount of money and is not read.
struct SignedEvm {
    int type = 0;  ///< 0: the old kind (EIP-155), 2: EIP-1559
    std::uint64_t chain_id = 0;
    std::uint64_t nonce = 0;
    uint128 max_fee_per_gas = 0;           ///< of type 0 the gas price
    uint128 max_priority_fee_per_gas = 0;  ///< of type 0 the gas price, too
    std::uint64_t gas_limit = 0;
    std::string to;  ///< 20 bytes; empty: it would make a contract
    uint128 value = 0;
    std::string data;
    std::string sender;  ///< 20 bytes, recovered from the signature
    std::string txid;    ///< "0x" and 64 digits

    bool operator==(const SignedEvm&) const = default;
};

/// Reads RLP in its one right form (Ethereum's Yellow Paper, appendix B), an empty access list, a
/// signature with a low s and, for the old kind, a chain id (EIP-155). Nothing for anything else.
std::optional<SignedEvm> decode_evm(std::string_view raw);

/// The calldata of transfer(address,uint256); `receiver` has 20 bytes.
std::string transfer_data(std::string_view receiver, uint128 units);
/// In it as text, "0x" and two digits for each byte: where the receiver's 40 digits begin, and the
/// amount's 64.
inline constexpr std::size_t receiver_in_transfer = 2 + 8 + 24, amount_in_transfer = 2 + 8 + 64;

}  // namespace cambio::chain
