// Any text as a message of Sign-In with Ethereum (EIP-4361): what is read stands in it to the
// letter, and a signature of it by Botan's curve and by libsecp256k1 has one signer.
#include <algorithm>
#include <string>

#include "chain/encoding.h"
#include "crypto/ethereum.h"
#include "fuzz.h"
#include "signatures.h"
#include "token/wallet_message.h"

namespace {

using namespace cambio::token;
using cambio::fuzz::require, cambio::fuzz::take_until;

bool drop(std::string_view& rest, std::string_view start) {
    if (!rest.starts_with(start)) return false;
    rest.remove_prefix(start.size());
    return true;
}

/// The message's beginning, written from what was read, to "Issued At: ".
bool stands_in(const WalletMessage& read, std::string_view text) {
    auto rest = text;
    if (!drop(rest, read.domain + " wants you to sign in with your Ethereum account:\n") ||
        !drop(rest, read.address + "\n\n"))
        return false;
    if (!drop(rest, "\n")) {
        take_until(rest, '\n');
        if (!drop(rest, "\n")) return false;
    }
    if (!drop(rest, "URI: " + read.uri + "\nVersion: 1\nChain ID: ")) return false;
    auto number = take_until(rest, '\n');
    number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
    return number == std::to_string(read.chain_id) &&
           drop(rest, "Nonce: " + read.nonce + "\nIssued At: ");
}

/// The moment in RFC 3339, without parts of a second.
std::string iso(cambio::pg::Time at) {
    using namespace std::chrono;
    const auto day = floor<days>(at);
    const year_month_day date{day};
    const hh_mm_ss time{floor<seconds>(at - day)};
    char text[40];
    std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02dZ", int{date.year()},
                  unsigned{date.month()}, unsigned{date.day()}, int(time.hours().count()),
                  int(time.minutes().count()), int(time.seconds().count()));
    return text;
}

void check_times(const WalletMessage& read, std::string_view text) {
    constexpr auto first = cambio::pg::Time{std::chrono::hours{-24}};
    const auto last = cambio::pg::Time{
        std::chrono::sys_days{std::chrono::year{10000} / 1 / 2}.time_since_epoch()};
    for (const auto& at : {std::optional{read.issued_at}, read.expires_at, read.not_before})
        if (at) require(*at > first && *at < last, "a time of a calendar", text);
    // The same moment in Greenwich's time is read as the same.
    const auto begin = text.rfind("Issued At: ") + 11;
    const auto length = text.substr(begin).find('\n');
    if (read.issued_at < cambio::pg::Time{} || iso(read.issued_at).size() != 20) return;
    std::string other{text.substr(0, begin)};
    other += iso(read.issued_at);
    if (length != std::string_view::npos) other += text.substr(begin + length);
    if (text.find("Issued At: ") + 11 != begin) return;
    const auto again = parse_wallet_message(other);
    require(again && again->issued_at == read.issued_at, "the same moment, written otherwise",
            text);
}

void check_signature(std::string_view text, std::string_view signature) {
    const std::string message{text};
    const auto signer = cambio::crypto::personal_signer(message, signature);
    const auto raw = cambio::chain::from_hex(signature);
    if (!raw || raw->size() != 65 || !signature.starts_with("0x")) {
        require(!signer, "no signature has no signer", signature);
        return;
    }
    if (signer)
        require(cambio::crypto::checksum_address(*signer) == *signer, "an address", signature);
    const int v = static_cast<unsigned char>(raw->back());
    const int recovery = v >= 27 ? v - 27 : v;
    if (recovery > 1) {
        require(!signer, "v", signature);
        return;
    }
    const auto hash = cambio::fuzz::keccak(
        "\x19"
        "Ethereum Signed Message:\n" +
        std::to_string(message.size()) + message);
    const auto expected =
        cambio::fuzz::signer_by_botan(hash, raw->substr(0, 64), static_cast<unsigned>(recovery));
    if (expected)
        require(signer && cambio::chain::from_hex(*signer) == expected, "one signer", signature);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    auto rest = cambio::fuzz::text_of(data, size);
    const auto text = take_until(rest, '\0');
    const auto read = parse_wallet_message(text);
    if (read) {
        require(stands_in(*read, text), "what is read stands there", text);
        require(cambio::crypto::checksum_address(read->address) == read->address, "EIP-55", text);
        require(read->chain_id > 0 && read->nonce.size() >= 8, "chain and nonce", text);
        check_times(*read, text);
        meant_for(*read, "https://x.example", read->issued_at);
    }
    domain_of(std::string{text});
    if (!rest.empty()) check_signature(text, rest);
    return 0;
}
