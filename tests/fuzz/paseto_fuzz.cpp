// Tokens of both kinds. The first byte chooses: any bytes as a token, or any bytes as payload and
// footer of a token that is then changed at one place. None is taken but those that were issued.
#include <string>
#include <string_view>

#include "crypto/crypto.h"
#include "fuzz.h"
#include "token/paseto.h"

namespace {

using cambio::fuzz::require;
namespace token = cambio::token;

constexpr std::string_view assertion = "implicit";

/// RFC 8032, 7.1, test 1: the seed and the public key.
constexpr unsigned char key_pair[] = {
    0x9d, 0x61, 0xb1, 0x9d, 0xef, 0xfd, 0x5a, 0x60, 0xba, 0x84, 0x4a, 0xf4, 0x92, 0xec, 0x2c, 0xc4,
    0x44, 0x49, 0xc5, 0x69, 0x7b, 0x32, 0x69, 0x19, 0x70, 0x3b, 0xac, 0x03, 0x1c, 0xae, 0x7f, 0x60,
    0xd7, 0x5a, 0x98, 0x01, 0x82, 0xb1, 0x0a, 0xb7, 0xd5, 0x4b, 0xfe, 0xd3, 0xc9, 0x64, 0x07, 0x3a,
    0x0e, 0xe1, 0x72, 0xf3, 0xda, 0xa6, 0x23, 0x25, 0xaf, 0x02, 0x1a, 0x68, 0xf7, 0x07, 0x51, 0x1a};

std::string_view secret_key() {
    return {reinterpret_cast<const char*>(key_pair), 64};
}
std::string_view public_key() {
    return secret_key().substr(32);
}
std::string_view shared_key() {
    return secret_key().substr(0, 32);
}

/// Whatever is taken is, letter for letter, what the key's owner issues for the same text: no
/// token has a second spelling.
void check_any(const std::string& text, std::string_view input) {
    if (const auto read = token::verify(public_key(), text, assertion))
        require(token::sign(secret_key(), read->payload, read->footer, assertion) == text,
                "a signed token is as it was issued", input);
    if (const auto read = token::unseal(shared_key(), text, assertion)) {
        const auto begin = std::string_view{"v4.local."}.size();
        const auto raw = cambio::crypto::from_base64url(
            std::string_view{text}.substr(begin, text.find('.', begin) - begin));
        require(token::seal(shared_key(), read->payload, read->footer, assertion,
                            raw.substr(0, 32)) == text,
                "a sealed token is as it was issued", input);
    }
}

template <class Read>
void check_issued(const std::string& text, Read read, std::string_view payload,
                  std::string_view footer, unsigned place, unsigned change,
                  std::string_view input) {
    const auto whole = read(text, assertion);
    require(whole && whole->payload == payload && whole->footer == footer,
            "what was issued reads the same", input);
    require(!read(text, "another"), "an assertion belongs to its token", input);
    auto changed = text;
    auto& letter = changed[place % changed.size()];
    letter = static_cast<char>(static_cast<unsigned char>(letter) ^ (change == 0 ? 1 : change));
    require(!read(changed, assertion), "a changed token is none", input);
    require(!read(text.substr(0, place % text.size()), assertion), "nor is a part of one", input);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto input = cambio::fuzz::text_of(data, size);
    auto rest = input;
    const auto kind = cambio::fuzz::take_byte(rest);
    if (kind != 's' && kind != 'l') {
        check_any(std::string{rest}, input);
        return 0;
    }
    const auto place = cambio::fuzz::take_byte(rest) << 8 | cambio::fuzz::take_byte(rest);
    const auto change = cambio::fuzz::take_byte(rest);
    const auto payload = cambio::fuzz::take_until(rest, '\n');
    if (kind == 's') {
        check_issued(
            token::sign(secret_key(), payload, rest, assertion),
            [](std::string_view text, std::string_view implicit) {
                return token::verify(public_key(), text, implicit);
            },
            payload, rest, place, change, input);
    } else {
        const std::string nonce(32, static_cast<char>(change));
        check_issued(
            token::seal(shared_key(), payload, rest, assertion, nonce),
            [](std::string_view text, std::string_view implicit) {
                return token::unseal(shared_key(), text, implicit);
            },
            payload, rest, place, change, input);
    }
    return 0;
}
