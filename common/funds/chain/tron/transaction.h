#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Tron's transactions. Proven against TronWeb's; no node of Tron runs in the tests. Pure.
namespace cambio::chain {

/// A call of a contract (TriggerSmartContract), which is how TRC20 coins are sent.
struct TronCall {
    std::string block_bytes;      ///< the last two bytes of a recent block's number
    std::string block_hash;       ///< bytes 8 to 15 of that block's id
    std::int64_t expiration = 0;  ///< milliseconds since 1970: afterwards no block takes it
    std::int64_t timestamp = 0;
    std::int64_t fee_limit = 0;   ///< sun
    std::string owner, contract;  ///< 20 bytes each, as on EVM networks
    std::string data;             ///< calldata
};

/// The raw_data that is signed.
std::string tron_raw_data(const TronCall& call);
/// Its id: 64 digits.
std::string tron_txid(std::string_view raw_data);

struct SignedTron {
    std::string raw_data;
    std::string sender;  ///< 20 bytes, recovered from the signature
    std::string txid;
};

/// Reads a signed transaction (raw_data and one signature, nothing else).
std::optional<SignedTron> decode_tron(std::string_view raw);

}  // namespace cambio::chain
