// Identity tokens. The first byte chooses: any bytes as a token, any bytes as a set of keys, or a
// header and claims of any bytes which the provider's key signs. Claims are judged here once more,
// and a signed token that is changed at one place is never taken.
#include <botan/auto_rng.h>
#include <botan/pubkey.h>
#include <botan/rsa.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "crypto/crypto.h"
#include "fuzz.h"
#include "json/parse.h"
#include "token/id_token.h"

namespace {

using cambio::crypto::base64url;
using cambio::fuzz::require;
namespace token = cambio::token;

const token::ExpectedToken expected{"https://accounts.example.com", "our-client", "n-1",
                                    cambio::pg::Time{std::chrono::seconds{1'800'000'000}}};

/// The provider: a key of this run, whose only secret would be what nobody relies on.
class Provider {
  public:
    Json::Value key_set() const {
        Json::Value key;
        key["kty"] = "RSA";
        key["kid"] = "key-1";
        key["n"] = encoded(key_.get_n());
        key["e"] = encoded(key_.get_e());
        Json::Value set;
        set["keys"].append(key);
        return set;
    }

    std::string sign(std::string_view header, std::string_view claims) {
        const auto text = base64url(header) + '.' + base64url(claims);
        const auto signature = signer_.sign_message(
            reinterpret_cast<const std::uint8_t*>(text.data()), text.size(), random_);
        return text + '.' +
               base64url({reinterpret_cast<const char*>(signature.data()), signature.size()});
    }

  private:
    static std::string encoded(const Botan::BigInt& number) {
        const auto bytes = Botan::BigInt::encode(number);
        return base64url({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }

    Botan::AutoSeeded_RNG random_;
    Botan::RSA_PrivateKey key_{random_, 2048};
    Botan::PK_Signer signer_{key_, random_, "EMSA3(SHA-256)"};
};

std::string text_in(const Json::Value& claims, const char* name) {
    return claims[name].isString() ? claims[name].asString() : std::string{};
}

/// What must be true of claims that are taken, whatever else they say.
void check_claims(const token::Identity& identity, std::string_view text, std::string_view input) {
    const auto claims = cambio::json::parse_object(text);
    require(claims.has_value(), "claims are an object", input);
    require(text_in(*claims, "iss") == expected.issuer && text_in(*claims, "nonce") == "n-1",
            "a token is of its issuer and its visit", input);
    require(text_in(*claims, "sub") == identity.subject, "a person keeps the name", input);
    require(!identity.subject.empty() && identity.subject.size() <= 255 &&
                std::ranges::all_of(identity.subject, [](char c) { return c > ' ' && c < 0x7f; }),
            "a person's name is short and plain", input);
    require(identity.email.empty() || (*claims)["email_verified"].isBool() ||
                text_in(*claims, "email_verified") == "true",
            "an address has been verified", input);
    require((*claims)["exp"].asInt64() > 1'799'999'940 && (*claims)["iat"].asInt64() >= 0 &&
                (*claims)["iat"].asInt64() <= 1'800'000'060,
            "a token is of now", input);
}

void check_signed(Provider& provider, const Json::Value& keys, std::string_view rest,
                  std::string_view input) {
    const auto place = cambio::fuzz::take_byte(rest) << 8 | cambio::fuzz::take_byte(rest);
    const auto change = std::max(1u, cambio::fuzz::take_byte(rest));
    const auto header = cambio::fuzz::take_until(rest, '\n');
    auto text = provider.sign(header, rest);
    const auto identity = token::verify_id_token(keys, text, expected);
    if (!identity) return;
    require(token::key_of(text).empty() || token::key_of(text) == "key-1", "a key is named", input);
    check_claims(*identity, rest, input);
    auto& letter = text[place % text.size()];
    letter = static_cast<char>(static_cast<unsigned char>(letter) ^ change);
    require(!token::verify_id_token(keys, text, expected), "a changed token is none", input);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Provider provider;
    static const Json::Value keys = provider.key_set();
    static const std::string right = provider.sign(
        R"({"alg":"RS256","kid":"key-1"})",
        R"({"iss":"https://accounts.example.com","aud":"our-client","sub":"1","nonce":"n-1",)"
        R"("exp":1800000300,"iat":1800000000})");
    const auto input = cambio::fuzz::text_of(data, size);
    auto rest = input;
    const auto kind = cambio::fuzz::take_byte(rest);
    if (kind == 's') {
        check_signed(provider, keys, rest, input);
    } else if (kind == 'k') {
        require(token::verify_id_token(keys, right, expected).has_value(), "the right one", input);
        const auto others = cambio::json::parse_object(rest);
        if (others)
            require(!token::verify_id_token(*others, right, expected), "no other key", input);
    } else {
        token::key_of(rest);
        require(!token::verify_id_token(keys, rest, expected), "nobody else can sign", input);
    }
    return 0;
}
