#include "support/wallet.h"

#include <secp256k1_recovery.h>

#include <memory>
#include <stdexcept>

#include "crypto/crypto.h"
#include "crypto/ethereum.h"

namespace cambio::test {

namespace {

const unsigned char* unsigned_bytes(const std::string& text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

Wallet::Wallet() : key_{crypto::random_bytes(32)} {
    // Whoever signs is who can be recovered.
    address_ = crypto::personal_signer("who am I", sign("who am I")).value();
}

std::string Wallet::sign(std::string_view text) const {
    std::string signed_text =
        "\x19"
        "Ethereum Signed Message:\n" +
        std::to_string(text.size());
    signed_text += text;
    const auto hash = crypto::keccak256(signed_text);
    const std::unique_ptr<secp256k1_context, void (*)(secp256k1_context*)> context{
        secp256k1_context_create(SECP256K1_CONTEXT_SIGN), secp256k1_context_destroy};
    secp256k1_ecdsa_recoverable_signature signature;
    if (secp256k1_ecdsa_sign_recoverable(context.get(), &signature, unsigned_bytes(hash),
                                         unsigned_bytes(key_), nullptr, nullptr) != 1)
        throw std::runtime_error{"the key does not sign"};
    std::string raw(65, '\0');
    int recovery = 0;
    secp256k1_ecdsa_recoverable_signature_serialize_compact(
        context.get(), reinterpret_cast<unsigned char*>(raw.data()), &recovery, &signature);
    raw.back() = static_cast<char>(27 + recovery);
    return "0x" + crypto::hex(raw);
}

}  // namespace cambio::test
