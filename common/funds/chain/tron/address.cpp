#include "chain/tron/address.h"

namespace cambio::chain {

namespace {

constexpr std::size_t account_size = 20, tron_length = 34;
constexpr char tron_version = 0x41;

}  // namespace

AddressFault check_tron(std::string_view address) {
    if (!address.starts_with("T")) return AddressFault::wrong_network;
    if (address.size() < tron_length) return AddressFault::too_short;
    auto fault = Base58Fault::none;
    const auto raw = from_base58check(address, &fault);
    if (!raw) return fault_of(fault);
    return raw->size() == 1 + account_size && raw->front() == tron_version
               ? AddressFault::none
               : AddressFault::malformed;
}

std::string tron_address(std::string_view raw) {
    std::string payload{tron_version};
    payload += raw;
    return base58check(payload);
}

std::optional<std::string> tron_bytes(std::string_view address) {
    if (check_tron(address) != AddressFault::none) return {};
    return from_base58check(address)->substr(1);
}

}  // namespace cambio::chain
