// The public half of an API key, as PEM, base64 or hexadecimal: what is read is a point of the
// curve and reads the same in each spelling, and where Botan takes a PEM for an Ed25519 key, too,
// it is the same key. Botan alone overlooks what stands behind the end of base64.
#include <botan/base64.h>
#include <botan/data_src.h>
#include <botan/ed25519.h>
#include <botan/exceptn.h>
#include <botan/pem.h>
#include <botan/x509_key.h>

#include <memory>
#include <optional>
#include <string>

#include "account/api_keys.h"
#include "crypto/crypto.h"
#include "error/error.h"
#include "fuzz.h"

namespace {

using namespace cambio;
using fuzz::require;

constexpr std::size_t key_size = 32;

std::optional<std::string> read(std::string_view text) {
    try {
        return account::read_public_key(text, "public_key");
    } catch (const Error& error) {
        require(error.code() == Code::public_key_invalid, "refused as a key that cannot be one",
                text);
        return {};
    }
}

std::optional<std::string> by_botan(std::string_view text) {
    try {
        Botan::DataSource_Memory source{std::string{text}};
        const std::unique_ptr<Botan::Public_Key> key{Botan::X509::load_key(source)};
        const auto* ed25519 = dynamic_cast<const Botan::Ed25519_PublicKey*>(key.get());
        if (ed25519 == nullptr) return {};
        const auto& raw = ed25519->get_public_key();
        return std::string{raw.begin(), raw.end()};
    } catch (const Botan::Exception&) {
        return {};
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = fuzz::text_of(data, size);
    const auto key = read(text);
    if (!key) return 0;
    if (text.starts_with("-----BEGIN PUBLIC KEY-----")) {
        const auto expected = by_botan(text);
        require(!expected || key == expected, "Botan reads the same", text);
    }
    require(key->size() == key_size && crypto::ed25519_public_key(*key), "a point", text);
    require(read(crypto::hex(*key)) == key, "the same in hexadecimal", text);
    const auto* raw = reinterpret_cast<const std::uint8_t*>(key->data());
    require(read(Botan::base64_encode(raw, key->size())) == key, "the same in base64", text);
    return 0;
}
