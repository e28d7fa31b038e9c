#pragma once

#include <optional>
#include <string>

#include "config/config.h"
#include "token/id_token.h"

/// What is asked of the OpenID provider that the configuration names (Google, unless told
/// otherwise): OpenID Connect Discovery 1.0 and the authorization-code flow with PKCE (RFC 7636).
namespace cambio::auth {

/// One walk through the provider. Verifier and nonce are derived from what the browser's cookie
/// holds, so that the server stores no secret.
struct GoogleVisit {
    std::string state;
    std::string nonce;
    std::string verifier;
};

GoogleVisit visit_of(std::string_view key, const std::string& state, const std::string& browser);

/// The provider's page that the browser is sent to. Asks the provider where that is unless it is
/// known: on a lane of its own. Throws Error unavailable.
std::string authorization_url(const Config& config, const GoogleVisit& visit);

/// Who the provider says it was, for the code that it sent along. Throws Error google_failed and
/// unavailable.
token::Identity redeem(const Config& config, const GoogleVisit& visit, const std::string& code);

}  // namespace cambio::auth
