#include "chain/address.h"

#include "chain/chain.h"

namespace cambio::chain {

AddressFault fault_of(Base58Fault fault) {
    return fault == Base58Fault::bad_checksum ? AddressFault::bad_checksum
                                              : AddressFault::malformed;
}

AddressFault check_address(const Network& network, std::string_view address) {
    if (address.empty()) return AddressFault::empty;
    return chain_of(network).check_address(network, address);
}

std::string normal_address(const Network& network, std::string_view address) {
    if (check_address(network, address) != AddressFault::none) return std::string{address};
    return chain_of(network).normal_address(network, address);
}

std::optional<std::string> account_bytes(Kind kind, std::string_view address) {
    return chain_of(kind).account_bytes(address);
}

std::string account_address(Kind kind, std::string_view raw) {
    return chain_of(kind).account_address(raw);
}

}  // namespace cambio::chain
