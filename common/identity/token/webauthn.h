#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "token/cose_key.h"

/// Passkeys: Web Authentication (W3C, Level 3), without attestation. What a browser and an
/// authenticator say is read here, and held against what was asked for (7.1, 7.2).
namespace cambio::token {

/// For whom a passkey is: the site's host, and the only origin whose pages may ask for it.
struct RelyingParty {
    std::string id;
    std::string origin;
};

/// That of a site at that address. On this machine it is localhost, since browsers make no passkey
/// for an address in numbers. Nothing: browsers have none for such a site (an address in numbers,
/// or no https).
std::optional<RelyingParty> relying_party_of(const std::string& public_url);

/// What a browser adds (5.8.1, CollectedClientData).
struct ClientData {
    std::string type;       ///< "webauthn.create" or "webauthn.get"
    std::string challenge;  ///< raw
    std::string origin;
    bool cross_origin = false;  ///< asked for in a frame of another site's page
};
std::optional<ClientData> read_client_data(std::string_view json);

/// What the authenticator says (6.1).
struct AuthenticatorData {
    std::string rp_id_hash;  ///< SHA-256
    bool user_present = false, user_verified = false, backup_eligible = false, backed_up = false;
    std::uint32_t sign_count = 0;
    /// Of a new passkey alone.
    struct Credential {
        std::string aaguid, id, public_key;  ///< raw; the key in COSE
    };
    std::optional<Credential> credential;
};
std::optional<AuthenticatorData> read_authenticator_data(std::string_view raw);

/// What PublicKeyCredential.toJSON() gives, decoded (5.1: RegistrationResponseJSON and
/// AuthenticationResponseJSON); nothing for another text.
struct Registration {
    std::string id, client_data, attestation_object;
};
struct Assertion {
    std::string id, client_data, authenticator_data, signature;
    std::string user_handle;  ///< may be empty
};
std::optional<Registration> read_registration(std::string_view json);
std::optional<Assertion> read_assertion(std::string_view json);

struct NewPasskey {
    std::string id, public_key;  ///< raw; the key in COSE
    CoseAlgorithm algorithm = CoseAlgorithm::es256;
    std::uint32_t sign_count = 0;
    bool backup_eligible = false, backed_up = false;
};

/// The passkey that was made for this site, its owner verified (7.1); its attestation, if any, is
/// not looked at. The caller has seen that the challenge is its own. Nothing: it was not.
std::optional<NewPasskey> verified_registration(const RelyingParty& site,
                                                const ClientData& client_data,
                                                const Registration& given);

/// What the authenticator says, where it says it for this site, with its owner verified, and signed
/// by that key (7.2). The counter, the owner and the challenge are for the caller to judge.
std::optional<AuthenticatorData> verified_assertion(const RelyingParty& site,
                                                    const ClientData& client_data,
                                                    const Assertion& given, const CoseKey& key);

}  // namespace cambio::token
