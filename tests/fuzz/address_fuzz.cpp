// Any text as an address of each kind of network: what passes has one spelling, and stands for the
// same bytes there and back.
#include <algorithm>
#include <string>

#include "chain/address.h"
#include "chain/bitcoin/address.h"
#include "chain/encoding.h"
#include "crypto/ethereum.h"
#include "fuzz.h"

namespace {

using namespace cambio::chain;
using cambio::fuzz::require;

Network network_of(Kind kind, const std::string& hrp) {
    Network network;
    network.kind = kind;
    network.hrp = hrp;
    return network;
}

void check_account(Kind kind, std::string_view text) {
    const auto network = network_of(kind, "");
    const bool passes = check_address(network, text) == AddressFault::none;
    const auto bytes = account_bytes(kind, text);
    if (passes) require(bytes.has_value(), "what passes has bytes", text);
    if (!bytes) return;
    require(bytes->size() == 20, "an account has 20 bytes", text);
    const auto written = account_address(kind, *bytes);
    require(check_address(network, written) == AddressFault::none, "what is written passes", text);
    require(account_bytes(kind, written) == bytes, "written and read again", text);
    if (passes) require(normal_address(network, text) == written, "one spelling", text);
}

void check_bitcoin(const std::string& hrp, std::string_view text) {
    const auto network = network_of(Kind::bitcoin, hrp);
    const bool passes = check_address(network, text) == AddressFault::none;
    const auto script = script_pubkey(text, hrp);
    require(script.has_value() == passes, "what passes can be paid to", text);
    const auto normal = normal_address(network, text);
    if (!passes) {
        require(normal == text, "what does not pass stays as it is", text);
        return;
    }
    require(script_pubkey(normal, hrp) == script, "one spelling pays to the same", text);
    require(script_address(*script, hrp) == normal, "the script leads back", text);
}

/// EIP-55: the case of the letters is the checksum, and that of one letter alone is never right.
void check_case(std::string_view text) {
    const auto normal = cambio::crypto::checksum_address(text);
    if (!normal) return;
    const auto ethereum = network_of(Kind::evm, "");
    const auto letters = std::ranges::count_if(*normal, [](char c) { return c >= 'A'; });
    for (std::size_t i = 2; letters > 3 && i < normal->size(); ++i) {
        auto changed = *normal;
        changed[i] = static_cast<char>(changed[i] ^ ((*normal)[i] >= 'A' ? 0x20 : 0));
        if (changed == *normal) continue;
        const auto has = [&changed](char first, char last) {
            return std::any_of(changed.begin() + 2, changed.end(),
                               [=](char c) { return c >= first && c <= last; });
        };
        if (has('a', 'f') && has('A', 'F'))
            require(check_address(ethereum, changed) == AddressFault::bad_checksum,
                    "a letter of the other case", changed);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = cambio::fuzz::text_of(data, size);
    check_account(Kind::evm, text);
    check_account(Kind::tron, text);
    for (const auto* hrp : {"bc", "tb", "rb", "bcrt"}) check_bitcoin(hrp, text);
    check_case(text);
    for (const auto* hrp : {"bc", "rb"})
        if (const auto address = script_address(text, hrp))
            require(script_pubkey(*address, hrp) == text, "script and back", text);
    if (size >= 20) {
        const auto account = text.substr(0, 20);
        for (const auto kind : {Kind::evm, Kind::tron})
            require(account_bytes(kind, account_address(kind, account)) == account,
                    "account and back", text);
    }
    return 0;
}
