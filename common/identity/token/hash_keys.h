#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The keys of keyed hashes, and of what the database keeps sealed: secrets of authenticator apps
/// and of API keys. The current one hashes and seals; what was hashed or sealed under one before it
/// is still known as long as that one is kept.
namespace cambio::token {

/// What is sealed: for each a key of its own is made from the hash key.
enum class SecretKind { two_factor, api_key };

class HashKeys {
  public:
    /// None, for a program that has no use for them: it opens and recognises nothing, and asking
    /// for the current one throws std::logic_error.
    HashKeys() = default;
    /// Keys of 32 bytes. `former` begins with the oldest one; the current one, which may stand
    /// there too, counts once. A key alone is one without predecessors.
    HashKeys(std::string current, const std::vector<std::string>& former = {});

    const std::string& current() const { return newest().key; }
    /// The current key's id, as what it hashed is marked with.
    const std::string& id() const { return newest().id; }
    bool empty() const { return keys_.empty(); }
    /// Of all, the current one's first and the oldest one's last.
    std::vector<std::string> ids() const;

    /// Seals with the current key, which the footer names. `assertion` says in which row it opens.
    std::string seal(SecretKind kind, std::string_view secret, std::string_view assertion) const;
    /// With the key that the footer names. What was sealed before keys had names has no footer: the
    /// oldest key that opens it is right. Nothing: no key that is kept opens it.
    std::optional<std::string> unseal(SecretKind kind, std::string_view sealed,
                                      std::string_view assertion) const;

    /// The keyed hash under each key, the current one's first.
    std::vector<std::string> hashes(std::string_view text) const;

  private:
    struct Key {
        std::string key, id, footer;
    };
    const Key& newest() const;

    std::vector<Key> keys_;
};

/// From the files of the configuration. Throws std::runtime_error naming the path.
HashKeys read_hash_keys(const std::string& path, const std::string& former_path);

}  // namespace cambio::token
