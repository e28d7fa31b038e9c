#include "chain/encoding.h"

#include <botan/base58.h>
#include <botan/rmd160.h>

#include "crypto/crypto.h"

namespace cambio::chain {

namespace {

constexpr std::string_view base58_letters =
    "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
constexpr std::size_t checksum_bytes = 4;
constexpr std::size_t max_base58 = 200;  ///< an extended key has 111

const std::uint8_t* bytes(std::string_view text) {
    return reinterpret_cast<const std::uint8_t*>(text.data());
}

}  // namespace

std::optional<std::string> from_hex(std::string_view text) {
    if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
    return crypto::from_hex(text);
}

std::string double_sha256(std::string_view raw) {
    return crypto::sha256(crypto::sha256(raw));
}

std::string hash160(std::string_view raw) {
    Botan::RIPEMD_160 hash;
    const std::string inner = crypto::sha256(raw);
    hash.update(bytes(inner), inner.size());
    const auto result = hash.final();
    return {reinterpret_cast<const char*>(result.data()), result.size()};
}

std::string base58check(std::string_view payload) {
    const auto raw = std::string{payload} + double_sha256(payload).substr(0, checksum_bytes);
    return Botan::base58_encode(bytes(raw), raw.size());
}

std::optional<std::string> from_base58check(std::string_view text, Base58Fault* fault) {
    const auto refuse = [fault](Base58Fault why) {
        if (fault != nullptr) *fault = why;
        return std::optional<std::string>{};
    };
    // Botan passes over blanks.
    if (text.empty() || text.size() > max_base58 ||
        text.find_first_not_of(base58_letters) != std::string_view::npos)
        return refuse(Base58Fault::malformed);
    const auto read = Botan::base58_decode(text.data(), text.size());
    if (read.size() <= checksum_bytes) return refuse(Base58Fault::malformed);
    std::string raw{read.begin(), read.end()};
    const std::string checksum = raw.substr(raw.size() - checksum_bytes);
    raw.resize(raw.size() - checksum_bytes);
    if (double_sha256(raw).substr(0, checksum_bytes) != checksum)
        return refuse(Base58Fault::bad_checksum);
    refuse(Base58Fault::none);
    return raw;
}

}  // namespace cambio::chain
