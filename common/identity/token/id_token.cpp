#include "token/id_token.h"

#include <botan/bigint.h>
#include <botan/pubkey.h>
#include <botan/rsa.h>

#include <algorithm>
#include <stdexcept>

#include "crypto/crypto.h"
#include "json/parse.h"

namespace cambio::token {

namespace {

using std::chrono::seconds;

constexpr seconds clock_difference{60};
constexpr std::int64_t latest_time = 100'000'000'000;  ///< what microseconds can still count
constexpr std::size_t max_token = 16384;
constexpr std::size_t max_subject = 255;
constexpr std::size_t fewest_modulus_bits = 2048;

const std::uint8_t* unsigned_bytes(std::string_view text) {
    return reinterpret_cast<const std::uint8_t*>(text.data());
}

std::optional<Json::Value> read_object(std::string_view encoded) {
    try {
        return json::parse_object(crypto::from_base64url(encoded));
    } catch (const std::invalid_argument&) {
        return {};
    }
}

std::string text_of(const Json::Value& object, const char* name) {
    return object[name].isString() ? object[name].asString() : std::string{};
}

/// The three parts of a JSON Web Signature (RFC 7515) in compact form.
struct Parts {
    std::string_view header, payload, signature, signed_text;
};

std::optional<Parts> split(std::string_view token) {
    if (token.size() > max_token) return {};
    const auto first = token.find('.');
    if (first == std::string_view::npos) return {};
    const auto second = token.find('.', first + 1);
    if (second == std::string_view::npos || token.find('.', second + 1) != std::string_view::npos)
        return {};
    return Parts{token.substr(0, first), token.substr(first + 1, second - first - 1),
                 token.substr(second + 1), token.substr(0, second)};
}

Botan::BigInt number_of(const Json::Value& key, const char* name) {
    const auto raw = crypto::from_base64url(text_of(key, name));
    return Botan::BigInt{unsigned_bytes(raw), raw.size()};
}

bool signed_by(const Json::Value& key, const Parts& parts) {
    try {
        const auto signature = crypto::from_base64url(parts.signature);
        const Botan::RSA_PublicKey rsa{number_of(key, "n"), number_of(key, "e")};
        if (rsa.get_n().bits() < fewest_modulus_bits) return false;
        // RFC 8017, 8.2.2: with zeros in front, one signature would have many spellings.
        if (signature.size() != rsa.get_n().bytes()) return false;
        Botan::PK_Verifier verifier{rsa, "EMSA3(SHA-256)"};
        return verifier.verify_message(unsigned_bytes(parts.signed_text), parts.signed_text.size(),
                                       unsigned_bytes(signature), signature.size());
    } catch (const std::exception&) {
        return false;  // a key or a signature that is none
    }
}

bool signed_by_one_of(const Json::Value& key_set, const Json::Value& header, const Parts& parts) {
    for (const auto& key : key_set["keys"]) {
        if (!key.isObject() || text_of(key, "kty") != "RSA") continue;
        if (key.isMember("use") && text_of(key, "use") != "sig") continue;
        if (key.isMember("alg") && text_of(key, "alg") != "RS256") continue;
        if (header.isMember("kid") && text_of(key, "kid") != text_of(header, "kid")) continue;
        if (signed_by(key, parts)) return true;
    }
    return false;
}

bool is_for(const Json::Value& claims, const std::string& audience) {
    const auto& given = claims["aud"];
    bool named = given.isString() && given.asString() == audience;
    if (given.isArray())
        for (const auto& one : given)
            named = named || (one.isString() && one.asString() == audience);
    const bool shared = given.isArray() && given.size() > 1;
    if (shared || claims.isMember("azp")) named = named && text_of(claims, "azp") == audience;
    return named;
}

bool is_current(const Json::Value& claims, pg::Time now) {
    for (const char* name : {"exp", "iat"})
        if (!claims[name].isInt64() || claims[name].asInt64() < 0 ||
            claims[name].asInt64() > latest_time)
            return false;
    const pg::Time expires{seconds{claims["exp"].asInt64()}};
    const pg::Time issued{seconds{claims["iat"].asInt64()}};
    return expires + clock_difference > now && issued <= now + clock_difference;
}

/// OpenID Connect Core 1.0, 2: at most 255 characters of ASCII. It becomes a key in the database.
bool subject_like(std::string_view subject) {
    return !subject.empty() && subject.size() <= max_subject &&
           std::ranges::all_of(subject, [](char c) { return c > ' ' && c < 0x7f; });
}

bool email_verified(const Json::Value& claims) {
    const auto& given = claims["email_verified"];
    return (given.isBool() && given.asBool()) || (given.isString() && given.asString() == "true");
}

}  // namespace

std::optional<Identity> verify_id_token(const Json::Value& key_set, std::string_view token,
                                        const ExpectedToken& expected) {
    const auto parts = split(token);
    if (!parts || !key_set.isObject() || !key_set["keys"].isArray()) return {};
    const auto header = read_object(parts->header);
    const auto claims = read_object(parts->payload);
    if (!header || !claims || text_of(*header, "alg") != "RS256" || header->isMember("crit"))
        return {};
    if (!signed_by_one_of(key_set, *header, *parts)) return {};
    if (text_of(*claims, "iss") != expected.issuer || !is_for(*claims, expected.audience) ||
        !is_current(*claims, expected.now) || expected.nonce.empty() ||
        !crypto::equal(text_of(*claims, "nonce"), expected.nonce))
        return {};
    Identity identity{text_of(*claims, "sub"), {}};
    if (!subject_like(identity.subject)) return {};
    if (email_verified(*claims)) identity.email = text_of(*claims, "email");
    return identity;
}

std::string key_of(std::string_view token) {
    const auto parts = split(token);
    const auto header = parts ? read_object(parts->header) : std::nullopt;
    return header ? text_of(*header, "kid") : std::string{};
}

}  // namespace cambio::token
