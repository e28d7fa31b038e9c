#pragma once

#include <json/value.h>

#include <memory>
#include <string>

namespace cambio::test {

/// A key of an OpenID provider, and what it signs.
class OpenIdKey {
  public:
    explicit OpenIdKey(std::string id, std::size_t bits = 2048);
    ~OpenIdKey();
    OpenIdKey(const OpenIdKey&) = delete;
    OpenIdKey& operator=(const OpenIdKey&) = delete;

    /// As a member of a JSON Web Key Set.
    Json::Value jwk() const;
    /// A JSON Web Signature (RS256) of the claims, in compact form.
    std::string sign(const Json::Value& claims) const;
    /// The same with a header of one's own, signed by RS256 whatever the header says.
    std::string sign(const Json::Value& header, const Json::Value& claims) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

Json::Value key_set(std::initializer_list<const OpenIdKey*> keys);

}  // namespace cambio::test
