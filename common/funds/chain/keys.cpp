#include "chain/keys.h"

#include <secp256k1.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <memory>

#include "chain/chain.h"
#include "chain/encoding.h"
#include "crypto/crypto.h"

namespace cambio::chain {

namespace {

// version 4, depth 1, parent's fingerprint 4, number 4, chain code 32, key 33
constexpr std::size_t key_size = 78, depth_at = 4, chain_code_at = 13, point_at = 45;
constexpr char account_depth = 3;
constexpr std::uint32_t first_hardened = 0x80000000;
constexpr std::array<std::string_view, 4> public_versions = {
    "\x04\x88\xb2\x1e", "\x04\xb2\x47\x46", "\x04\x35\x87\xcf", "\x04\x5f\x1c\xf6"};

using Context = std::unique_ptr<secp256k1_context, void (*)(secp256k1_context*)>;

const secp256k1_context* curve() {
    static const Context context{secp256k1_context_create(SECP256K1_CONTEXT_VERIFY),
                                 secp256k1_context_destroy};
    return context.get();
}

const unsigned char* unsigned_bytes(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

secp256k1_pubkey point_of(std::string_view key) {
    secp256k1_pubkey point;
    if (secp256k1_ec_pubkey_parse(curve(), &point, unsigned_bytes(key), key.size()) != 1)
        throw KeyError{"is not a point on the curve"};
    return point;
}

std::string serialized(const secp256k1_pubkey& point, bool compressed) {
    std::array<unsigned char, 65> text;
    std::size_t size = text.size();
    secp256k1_ec_pubkey_serialize(curve(), text.data(), &size, &point,
                                  compressed ? SECP256K1_EC_COMPRESSED : SECP256K1_EC_UNCOMPRESSED);
    return {reinterpret_cast<const char*>(text.data()), size};
}

}  // namespace

AccountKey::AccountKey(std::string_view text) {
    const auto raw = from_base58check(text);
    if (!raw || raw->size() != key_size) throw KeyError{"is not an extended key, or is mistyped"};
    const auto version = std::string_view{*raw}.substr(0, 4);
    if (std::find(public_versions.begin(), public_versions.end(), version) == public_versions.end())
        throw KeyError{"is not an extended public key (xpub, zpub, tpub, vpub)"};
    if ((*raw)[depth_at] != account_depth)
        throw KeyError{"is not an account key (m/purpose'/coin'/account')"};
    chain_code_ = raw->substr(chain_code_at, point_at - chain_code_at);
    key_ = raw->substr(point_at);
    point_of(key_);
}

std::string AccountKey::id() const {
    return crypto::hex(crypto::hash(key_ + chain_code_, 16).substr(0, 8));
}

std::string AccountKey::public_key(std::uint32_t index) const {
    return child(0).child(index).key_;
}

/// BIP 32, "Public parent key → public child key".
AccountKey AccountKey::child(std::uint32_t index) const {
    if (index >= first_hardened) throw KeyError{"cannot derive a hardened child"};
    std::string data = key_;
    for (int shift = 24; shift >= 0; shift -= 8) data += static_cast<char>(index >> shift & 0xff);
    std::array<unsigned char, crypto_auth_hmacsha512_BYTES> mac;
    crypto_auth_hmacsha512_state state;
    crypto_auth_hmacsha512_init(&state, unsigned_bytes(chain_code_), chain_code_.size());
    crypto_auth_hmacsha512_update(&state, unsigned_bytes(data), data.size());
    crypto_auth_hmacsha512_final(&state, mac.data());

    secp256k1_pubkey point = point_of(key_);
    if (secp256k1_ec_pubkey_tweak_add(curve(), &point, mac.data()) != 1)
        throw KeyError{"has no child of that number"};
    AccountKey result;
    result.key_ = serialized(point, true);
    result.chain_code_ = {reinterpret_cast<const char*>(mac.data()) + 32, 32};
    return result;
}

std::string coordinates_of(std::string_view public_key) {
    return serialized(point_of(public_key), false).substr(1);
}

std::string address_of(const Network& network, std::string_view public_key) {
    return chain_of(network).address_of(network, public_key);
}

}  // namespace cambio::chain
