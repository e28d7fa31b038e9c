#include "token/hash_keys.h"

#include <algorithm>
#include <stdexcept>

#include "crypto/crypto.h"
#include "token/keys.h"
#include "token/paseto.h"

namespace cambio::token {

namespace {

constexpr std::size_t hash_key_size = 32;

std::string sealing_key(std::string_view hash_key, SecretKind kind) {
    return crypto::keyed_hash(hash_key, kind == SecretKind::two_factor ? "the secrets of two-factor"
                                                                       : "the secrets of API keys");
}

}  // namespace

HashKeys::HashKeys(std::string current, const std::vector<std::string>& former) {
    const auto add = [this](const std::string& key) {
        if (std::ranges::find(keys_, key, &Key::key) != keys_.end()) return;
        const auto id = secret_key_id(key);
        keys_.push_back({key, id, footer_naming(id)});
    };
    add(current);
    std::for_each(former.rbegin(), former.rend(), add);
}

const HashKeys::Key& HashKeys::newest() const {
    if (keys_.empty()) throw std::logic_error{"this program has no hash key"};
    return keys_.front();
}

std::vector<std::string> HashKeys::ids() const {
    std::vector<std::string> ids;
    for (const auto& key : keys_) ids.push_back(key.id);
    return ids;
}

std::string HashKeys::seal(SecretKind kind, std::string_view secret,
                           std::string_view assertion) const {
    return token::seal(sealing_key(current(), kind), secret, newest().footer, assertion);
}

std::optional<std::string> HashKeys::unseal(SecretKind kind, std::string_view sealed,
                                            std::string_view assertion) const {
    const auto footer = footer_of(sealed);
    for (auto key = keys_.rbegin(); key != keys_.rend(); ++key) {
        if (!footer.empty() && footer != key->footer) continue;
        if (auto opened = token::unseal(sealing_key(key->key, kind), sealed, assertion))
            return std::move(opened->payload);
    }
    return {};
}

std::vector<std::string> HashKeys::hashes(std::string_view text) const {
    std::vector<std::string> hashes;
    for (const auto& key : keys_) hashes.push_back(crypto::keyed_hash(key.key, text));
    return hashes;
}

HashKeys read_hash_keys(const std::string& path, const std::string& former_path) {
    return {crypto::read_key(path, hash_key_size), read_keys(former_path)};
}

}  // namespace cambio::token
