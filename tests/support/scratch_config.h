#pragma once

#include <map>
#include <string>

#include "support/child_process.h"

namespace cambio::test {

/// A configuration file with keys of its own and an outbox, for handlers and jobs under test.
class ScratchConfig {
  public:
    using Settings = std::map<std::string, std::string>;

    /// `settings` overrides the defaults key by key ("DATABASE_URL", "REDIS_URL" have none).
    explicit ScratchConfig(Settings settings);

    const std::string& path() const { return path_; }               ///< for CAMBIO_CONFIG
    const std::string& secret() const { return secret_; }           ///< what nginx would send
    const std::string& token_secret_key() const { return token_; }  ///< Ed25519, 64 bytes
    const std::string& hash_key() const { return hash_; }           ///< 32 bytes
    std::string outbox() const { return folder_.file("outbox"); }
    std::string get(const std::string& key) const { return settings_.at(key); }

    /// Changes one key in the file; a running program reads it at its next start.
    void set(const std::string& key, const std::string& value);

  private:
    void write();
    ScratchFolder folder_;
    Settings settings_;
    std::string path_;
    std::string secret_;
    std::string token_;
    std::string hash_;
};

}  // namespace cambio::test
