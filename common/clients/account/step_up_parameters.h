#pragma once

#include "account/step_up.h"
#include "fcgi/request.h"
#include "token/passkeys.h"

/// How a request carries the proof of an act.
namespace cambio::account {

inline constexpr fcgi::Parameter mailed_code_parameter{
    "verification_code", fcgi::Type::secret, fcgi::Need::optional,
    "The code sent by email for this change (POST /api/v3/step-up/send-code); required if "
    "two-factor authentication is off."};
inline constexpr fcgi::Parameter two_factor_code_parameter{
    "two_factor_code", fcgi::Type::secret, fcgi::Need::optional,
    "The authenticator code, or a recovery code; required if two-factor authentication is on."};

inline constexpr fcgi::Parameter passkey_parameter{
    "passkey", fcgi::Type::secret, fcgi::Need::optional,
    "In place of such a code: what the browser answered to POST /api/v3/step-up/passkey for this "
    "change, as JSON (AuthenticationResponseJSON of Web Authentication)."};

inline std::string read_passkey(fcgi::Params& params) {
    return params.optional<std::string>("passkey", token::max_passkey_answer).value_or("");
}

/// Reads the three above; a call that has a `verification_code` of its own names the mailed one
/// otherwise.
inline Proof read_proof(fcgi::Params& params, const char* mailed_field = "verification_code") {
    constexpr std::size_t longest = 64;
    Proof proof;
    proof.mailed_field = mailed_field;
    proof.mailed_code = params.optional<std::string>(mailed_field, longest).value_or("");
    proof.two_factor_code = params.optional<std::string>("two_factor_code", longest).value_or("");
    proof.passkey = read_passkey(params);
    return proof;
}

/// The same with the login password, as `password`.
inline Proof read_proof_with_password(fcgi::Params& params) {
    auto proof = read_proof(params);
    proof.password = params.required<std::string>("password");
    return proof;
}

}  // namespace cambio::account
