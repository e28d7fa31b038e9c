#include "token/paseto.h"

#include <sodium.h>

#include <initializer_list>
#include <stdexcept>

#include "crypto/crypto.h"

namespace cambio::token {

namespace {

constexpr std::string_view public_header = "v4.public.";
constexpr std::string_view local_header = "v4.local.";
constexpr std::size_t nonce_size = 32;
constexpr std::size_t tag_size = 32;

unsigned char* bytes(std::string& text) {
    return reinterpret_cast<unsigned char*>(text.data());
}

const unsigned char* bytes(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

void append_length(std::string& to, std::uint64_t value) {
    // The specification clears the top bit, for languages without unsigned integers.
    value &= ~(std::uint64_t{1} << 63);
    for (int i = 0; i < 8; ++i) to += static_cast<char>((value >> (8 * i)) & 0xff);
}

/// Pre-authentication encoding: no two lists of pieces have the same text.
std::string encode_pieces(std::initializer_list<std::string_view> pieces) {
    std::string result;
    append_length(result, pieces.size());
    for (const auto piece : pieces) {
        append_length(result, piece.size());
        result += piece;
    }
    return result;
}

std::string assemble(std::string_view header, std::string_view raw, std::string_view footer) {
    std::string token{header};
    token += crypto::base64url(raw);
    if (!footer.empty()) token += '.' + crypto::base64url(footer);
    return token;
}

struct Parts {
    std::string raw;
    std::string footer;
};

std::optional<Parts> take_apart(std::string_view header, std::string_view token,
                                std::size_t least) {
    if (!token.starts_with(header)) return {};
    token.remove_prefix(header.size());
    const auto dot = token.find('.');
    const auto footer = dot == std::string_view::npos ? std::string_view{} : token.substr(dot + 1);
    // A dot without a footer would give one message two spellings.
    if (dot != std::string_view::npos && footer.empty()) return {};
    try {
        Parts parts{crypto::from_base64url(token.substr(0, dot)), crypto::from_base64url(footer)};
        if (parts.raw.size() < least) return {};
        return parts;
    } catch (const std::invalid_argument&) {
        return {};
    }
}

std::string derive(std::string_view key, std::string_view domain, std::string_view nonce,
                   std::size_t size) {
    std::string result(size, '\0');
    const std::string message = std::string{domain} + std::string{nonce};
    crypto_generichash(bytes(result), size, bytes(message), message.size(), bytes(key), key.size());
    return result;
}

/// XChaCha20 under the key and nonce that v4.local derives; its own inverse.
std::string stream(std::string_view key, std::string_view nonce, std::string_view text) {
    const std::string derived = derive(key, "paseto-encryption-key", nonce, 56);
    std::string result(text.size(), '\0');
    crypto_stream_xchacha20_xor(bytes(result), bytes(text), text.size(), bytes(derived) + 32,
                                bytes(derived));
    return result;
}

std::string tag_of(std::string_view key, std::string_view nonce, std::string_view sealed,
                   std::string_view footer, std::string_view implicit_assertion) {
    const std::string tag_key = derive(key, "paseto-auth-key-for-aead", nonce, 32);
    return crypto::keyed_hash(
        tag_key, encode_pieces({local_header, nonce, sealed, footer, implicit_assertion}));
}

void expect_size(std::string_view key, std::size_t size) {
    if (key.size() != size) throw std::logic_error{"a token key has the wrong size"};
}

}  // namespace

std::string sign(std::string_view secret_key, std::string_view payload, std::string_view footer,
                 std::string_view implicit_assertion) {
    expect_size(secret_key, crypto_sign_SECRETKEYBYTES);
    const std::string message = encode_pieces({public_header, payload, footer, implicit_assertion});
    std::string signature(crypto_sign_BYTES, '\0');
    crypto_sign_detached(bytes(signature), nullptr, bytes(message), message.size(),
                         bytes(secret_key));
    return assemble(public_header, std::string{payload} + signature, footer);
}

std::optional<Verified> verify(std::string_view public_key, std::string_view token,
                               std::string_view implicit_assertion) {
    expect_size(public_key, crypto_sign_PUBLICKEYBYTES);
    auto parts = take_apart(public_header, token, crypto_sign_BYTES);
    if (!parts) return {};
    const auto size = parts->raw.size() - crypto_sign_BYTES;
    const std::string signature = parts->raw.substr(size);
    parts->raw.resize(size);
    const std::string message =
        encode_pieces({public_header, parts->raw, parts->footer, implicit_assertion});
    if (crypto_sign_verify_detached(bytes(signature), bytes(message), message.size(),
                                    bytes(public_key)) != 0)
        return {};
    return Verified{std::move(parts->raw), std::move(parts->footer)};
}

std::string footer_of(std::string_view token) {
    const auto parts = token.starts_with(local_header)
                           ? take_apart(local_header, token, nonce_size + tag_size)
                           : take_apart(public_header, token, crypto_sign_BYTES);
    return parts ? parts->footer : std::string{};
}

std::string seal(std::string_view key, std::string_view payload, std::string_view footer,
                 std::string_view implicit_assertion, std::string nonce) {
    expect_size(key, 32);
    if (nonce.empty()) nonce = crypto::random_bytes(nonce_size);
    const std::string sealed = stream(key, nonce, payload);
    const std::string tag = tag_of(key, nonce, sealed, footer, implicit_assertion);
    return assemble(local_header, nonce + sealed + tag, footer);
}

std::optional<Verified> unseal(std::string_view key, std::string_view token,
                               std::string_view implicit_assertion) {
    expect_size(key, 32);
    auto parts = take_apart(local_header, token, nonce_size + tag_size);
    if (!parts) return {};
    const std::string_view raw = parts->raw;
    const auto nonce = raw.substr(0, nonce_size);
    const auto sealed = raw.substr(nonce_size, raw.size() - nonce_size - tag_size);
    const auto tag = raw.substr(raw.size() - tag_size);
    if (!crypto::equal(tag, tag_of(key, nonce, sealed, parts->footer, implicit_assertion)))
        return {};
    return Verified{stream(key, nonce, sealed), std::move(parts->footer)};
}

}  // namespace cambio::token
