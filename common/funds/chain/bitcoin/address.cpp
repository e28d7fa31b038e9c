#include "chain/bitcoin/address.h"

#include "chain/bitcoin/bech32.h"
#include "text/letters.h"

namespace cambio::chain {

namespace {

constexpr std::size_t account_size = 20;
constexpr std::size_t shortest_bitcoin = 26;

/// The version bytes of Base58 addresses: paying to a key's hash, to a script's hash.
struct Base58Versions {
    char key, script;
};
Base58Versions versions_of(std::string_view hrp) {
    if (hrp == "bc") return {0x00, 0x05};
    if (hrp == "rb") return {0x3c, 0x26};  // bcoin's regtest
    return {0x6f, static_cast<char>(0xc4)};
}

/// The prefix ends at the last `1`: `bc1a1…` is whole, and of no chain.
AddressFault check_segwit(std::string_view address, std::string_view hrp) {
    auto fault = Bech32Fault::none;
    const auto segwit = from_segwit(address, &fault);
    if (fault == Bech32Fault::bad_checksum) return AddressFault::bad_checksum;
    // Later versions may be anybody's money until a rule for them exists.
    return segwit && segwit->hrp == hrp && segwit->version <= 1 &&
                   (segwit->version == 0 || segwit->program.size() == 32)
               ? AddressFault::none
               : AddressFault::malformed;
}

bool is_segwit(std::string_view address, const std::string& hrp) {
    return text::lower(address).starts_with(hrp + "1");
}

}  // namespace

AddressFault check_bitcoin(std::string_view address, const std::string& hrp) {
    if (is_segwit(address, hrp)) {
        if (address.size() < hrp.size() + 12) return AddressFault::too_short;
        return check_segwit(address, hrp);
    }
    const std::string_view starts = hrp == "bc" ? "13" : hrp == "rb" ? "RG" : "mn2";
    if (starts.find(address.front()) == std::string_view::npos) return AddressFault::wrong_network;
    if (address.size() < shortest_bitcoin) return AddressFault::too_short;
    auto fault = Base58Fault::none;
    const auto raw = from_base58check(address, &fault);
    if (!raw) return fault_of(fault);
    const auto versions = versions_of(hrp);
    return raw->size() == 1 + account_size &&
                   (raw->front() == versions.key || raw->front() == versions.script)
               ? AddressFault::none
               : AddressFault::malformed;
}

std::string normal_bitcoin(std::string_view address, const std::string& hrp) {
    return is_segwit(address, hrp) ? text::lower(address) : std::string{address};
}

std::optional<std::string> script_pubkey(std::string_view address, std::string_view hrp) {
    if (address.empty() || check_bitcoin(address, std::string{hrp}) != AddressFault::none)
        return {};
    if (const auto segwit = from_segwit(address); segwit && segwit->hrp == hrp) {
        std::string script{segwit->version == 0 ? '\0' : static_cast<char>(0x50 + segwit->version)};
        script += static_cast<char>(segwit->program.size());
        return script + segwit->program;
    }
    const auto raw = from_base58check(address);
    if (!raw) return {};
    if (raw->front() == versions_of(hrp).key) return "\x76\xa9\x14" + raw->substr(1) + "\x88\xac";
    return "\xa9\x14" + raw->substr(1) + "\x87";
}

std::optional<std::string> script_address(std::string_view script, std::string_view hrp) {
    const auto payload = [&script](std::size_t at, std::size_t size) {
        return std::string{script.substr(at, size)};
    };
    if (script.size() == 22 && script.starts_with(std::string_view{"\x00\x14", 2}))
        return segwit({std::string{hrp}, 0, payload(2, 20)});
    if (script.size() == 34 && script.starts_with(std::string_view{"\x00\x20", 2}))
        return segwit({std::string{hrp}, 0, payload(2, 32)});
    if (script.size() == 34 && script.starts_with("\x51\x20"))
        return segwit({std::string{hrp}, 1, payload(2, 32)});
    const auto versions = versions_of(hrp);
    if (script.size() == 25 && script.starts_with("\x76\xa9\x14") && script.ends_with("\x88\xac"))
        return base58check(std::string{versions.key} + payload(3, account_size));
    if (script.size() == 23 && script.starts_with("\xa9\x14") && script.ends_with('\x87'))
        return base58check(std::string{versions.script} + payload(2, account_size));
    return {};
}

}  // namespace cambio::chain
