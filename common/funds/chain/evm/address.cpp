#include "chain/evm/address.h"

#include <algorithm>

#include "crypto/crypto.h"
#include "crypto/ethereum.h"

namespace cambio::chain {

AddressFault check_evm(std::string_view address) {
    constexpr std::size_t ethereum_length = 42;
    if (!address.starts_with("0x")) return AddressFault::wrong_network;
    if (address.size() < ethereum_length) return AddressFault::too_short;
    const auto normal = crypto::checksum_address(address);
    if (!normal) return AddressFault::malformed;
    const auto digits = address.substr(2);
    const auto none_of = [digits](char first, char last) {
        return std::none_of(digits.begin(), digits.end(),
                            [=](char c) { return c >= first && c <= last; });
    };
    if (none_of('a', 'f') || none_of('A', 'F')) return AddressFault::none;
    return *normal == address ? AddressFault::none : AddressFault::bad_checksum;
}

std::string evm_address(std::string_view raw) {
    return crypto::checksum_address("0x" + crypto::hex(raw)).value();
}

std::optional<std::string> evm_bytes(std::string_view address) {
    if (!crypto::checksum_address(address)) return {};
    return from_hex(address);
}

}  // namespace cambio::chain
