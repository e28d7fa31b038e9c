#include "chain/address.h"

#include "chain/bitcoin/address.h"
#include "chain/evm/address.h"
#include "chain/tron/address.h"
#include "crypto/crypto.h"
#include "crypto/ethereum.h"

namespace cambio::chain {

AddressFault fault_of(Base58Fault fault) {
    return fault == Base58Fault::bad_checksum ? AddressFault::bad_checksum
                                              : AddressFault::malformed;
}

AddressFault check_address(const Network& network, std::string_view address) {
    if (address.empty()) return AddressFault::empty;
    switch (network.kind) {
        case Kind::evm:
            return check_evm(address);
        case Kind::tron:
            return check_tron(address);
        case Kind::bitcoin:
            return check_bitcoin(address, network.hrp);
    }
    return AddressFault::malformed;
}

std::string normal_address(const Network& network, std::string_view address) {
    if (check_address(network, address) != AddressFault::none) return std::string{address};
    if (network.kind == Kind::evm) return *crypto::checksum_address(address);
    return network.kind == Kind::bitcoin ? normal_bitcoin(address, network.hrp)
                                         : std::string{address};
}

std::optional<std::string> account_bytes(Kind kind, std::string_view address) {
    if (kind == Kind::tron) return tron_bytes(address);
    if (kind != Kind::evm || !crypto::checksum_address(address)) return {};
    return from_hex(address);
}

std::string account_address(Kind kind, std::string_view raw) {
    return kind == Kind::tron ? tron_address(raw)
                              : crypto::checksum_address("0x" + crypto::hex(raw)).value();
}

}  // namespace cambio::chain
