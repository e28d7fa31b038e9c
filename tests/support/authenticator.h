#pragma once

#include <json/value.h>

#include <cstdint>
#include <memory>
#include <string>

#include "token/cose_key.h"

namespace cambio::test {

/// A device with one passkey (W3C Web Authentication), and the browser before it: answers what a
/// site asks as PublicKeyCredential.toJSON() does. Its members are what it says, be it true or not.
class Authenticator {
  public:
    explicit Authenticator(token::CoseAlgorithm algorithm = token::CoseAlgorithm::es256);
    ~Authenticator();

    std::string origin = "http://localhost";
    bool cross_origin = false;
    bool user_verified = true;
    bool backup_eligible = true, backed_up = true;
    std::uint32_t sign_count = 0;  ///< goes up by one with each use, unless it is 0

    /// RegistrationResponseJSON for PublicKeyCredentialCreationOptionsJSON.
    std::string create(const Json::Value& options);
    /// AuthenticationResponseJSON for PublicKeyCredentialRequestOptionsJSON.
    std::string get(const Json::Value& options);

    const std::string& id() const { return id_; }  ///< raw
    std::string cose_key() const;

  private:
    struct Key;
    std::string authenticator_data(const std::string& rp_id, bool with_key) const;
    std::string client_data(const char* type, const Json::Value& options) const;

    std::unique_ptr<Key> key_;
    std::string id_;
    std::string user_handle_;  ///< base64url, of the account that it was made for
};

}  // namespace cambio::test
