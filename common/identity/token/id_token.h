#pragma once

#include <json/value.h>

#include <optional>
#include <string>
#include <string_view>

#include "pg/pg.h"

/// The identity token of an OpenID provider (OpenID Connect Core 1.0, 3.1.3.7).
namespace cambio::token {

struct ExpectedToken {
    std::string issuer;
    std::string audience;  ///< our client id
    std::string nonce;
    pg::Time now{};
};

struct Identity {
    std::string subject;  ///< the provider's own name of the person; never changes
    std::string email;    ///< empty unless the provider has verified it
};

/// Checks signature (RS256 by a key of the provider's JSON Web Key Set, RFC 7517), issuer,
/// audience, times (a minute of clock difference) and nonce. Nothing when any of them is wrong.
std::optional<Identity> verify_id_token(const Json::Value& key_set, std::string_view token,
                                        const ExpectedToken& expected);

/// The id ("kid") of the key that signed a token, not verified; to know when keys have changed.
std::string key_of(std::string_view token);

}  // namespace cambio::token
