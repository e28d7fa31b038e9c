#pragma once

#include <optional>
#include <string>
#include <string_view>

/// How Bitcoin writes its addresses of segregated witnesses. Everything here is pure.
namespace cambio::chain {

/// A segregated-witness address: BIP 173 for version 0, BIP 350 for the others.
struct SegwitAddress {
    std::string hrp;  ///< "bc", in lower case
    int version = 0;  ///< 0 to 16
    std::string program;
};
enum class Bech32Fault { none, malformed, bad_checksum };
std::optional<SegwitAddress> from_segwit(std::string_view text, Bech32Fault* fault = nullptr);
std::string segwit(const SegwitAddress& address);

}  // namespace cambio::chain
