#include "token/webauthn.h"

#include <arpa/inet.h>
#include <json/value.h>

#include <algorithm>
#include <stdexcept>

#include "config/contradictions.h"
#include "crypto/crypto.h"
#include "json/parse.h"
#include "token/cbor.h"

namespace cambio::token {

namespace {

constexpr std::size_t hash_bytes = 32, count_bytes = 4, aaguid_bytes = 16, length_bytes = 2;
constexpr std::size_t shortest_id = 16, max_id = 1023;

// Bits of the authenticator data's flags.
constexpr unsigned present_bit = 1, verified_bit = 1 << 2, eligible_bit = 1 << 3,
                   backed_up_bit = 1 << 4, credential_bit = 1 << 6, extensions_bit = 1 << 7;

std::optional<std::string> take(std::string_view& rest, std::size_t count) {
    if (rest.size() < count) return {};
    std::string part{rest.substr(0, count)};
    rest.remove_prefix(count);
    return part;
}

/// The number that some bytes are, the greatest first.
std::optional<std::uint32_t> take_number(std::string_view& rest, std::size_t bytes) {
    const auto raw = take(rest, bytes);
    if (!raw) return {};
    std::uint32_t number = 0;
    for (const char c : *raw) number = number << 8 | static_cast<unsigned char>(c);
    return number;
}

std::optional<AuthenticatorData::Credential> take_credential(std::string_view& rest) {
    auto aaguid = take(rest, aaguid_bytes);
    const auto length = take_number(rest, length_bytes);
    if (!aaguid || !length || *length < shortest_id || *length > max_id) return {};
    auto id = take(rest, *length);
    if (!id) return {};
    const auto from = rest;
    const auto key = take_cbor(rest);
    if (!key || !key->is(Cbor::Kind::map)) return {};
    return AuthenticatorData::Credential{*std::move(aaguid), *std::move(id),
                                         std::string{from.substr(0, from.size() - rest.size())}};
}

/// The authenticator data in an attestation object; what it states of the authenticator's maker
/// stays unread. (With the format "none" it states nothing.)
std::optional<std::string> authenticator_data_in(std::string_view attestation_object) {
    const auto object = take_cbor(attestation_object);
    if (!object || !attestation_object.empty() || !object->is(Cbor::Kind::map)) return {};
    const auto *format = object->at("fmt"), *statement = object->at("attStmt"),
               *data = object->at("authData");
    if (format == nullptr || !format->is(Cbor::Kind::text) || statement == nullptr ||
        !statement->is(Cbor::Kind::map) || data == nullptr || !data->is(Cbor::Kind::bytes))
        return {};
    if (format->text == "none" && !statement->items.empty()) return {};
    return data->text;
}

/// Throws std::invalid_argument where the member is no base64url.
std::string decoded(const Json::Value& object, const char* name) {
    const auto& member = object[name];
    if (!member.isString()) throw std::invalid_argument{name};
    return crypto::from_base64url(member.asString());
}

/// `read` gets the credential and its response; nothing where it throws.
template <class Read>
auto read_credential(std::string_view json, Read read)
    -> std::optional<decltype(read(Json::Value{}, Json::Value{}))> {
    const auto credential = json::parse_object(json);
    if (!credential || (*credential)["type"] != "public-key") return {};
    const auto& response = (*credential)["response"];
    if (!response.isObject()) return {};
    try {
        return read(*credential, response);
    } catch (const std::invalid_argument&) {
        return {};
    }
}

bool said_for(const RelyingParty& site, const ClientData& client_data, const char* type) {
    return client_data.type == type && client_data.origin == site.origin &&
           !client_data.cross_origin;
}

/// The site's, with somebody there whom the authenticator knows.
bool said_for(const RelyingParty& site, const AuthenticatorData& data) {
    return data.rp_id_hash == crypto::sha256(site.id) && data.user_present && data.user_verified &&
           (data.backup_eligible || !data.backed_up);
}

bool numeric(const std::string& host) {
    in_addr address{};
    return host.starts_with('[') || ::inet_pton(AF_INET, host.c_str(), &address) == 1;
}

}  // namespace

std::optional<RelyingParty> relying_party_of(const std::string& public_url) {
    const auto scheme_end = public_url.find("://");
    if (scheme_end == std::string::npos) return {};
    const auto scheme = public_url.substr(0, scheme_end + 3);
    const auto from = scheme.size();
    const auto authority = public_url.substr(from, public_url.find('/', from) - from);
    const auto host_end = authority.starts_with('[')
                              ? authority.find(']') + 1
                              : std::min(authority.find(':'), authority.size());
    const auto host = authority.substr(0, host_end), port = authority.substr(host_end);
    if (on_this_machine(public_url)) return RelyingParty{"localhost", scheme + "localhost" + port};
    if (scheme != "https://" || numeric(host)) return {};
    return RelyingParty{host, scheme + authority};
}

std::optional<ClientData> read_client_data(std::string_view json) {
    const auto object = json::parse_object(json);
    if (!object) return {};
    const auto& cross = (*object)["crossOrigin"];
    if (!(*object)["type"].isString() || !(*object)["origin"].isString() ||
        !(cross.isNull() || cross.isBool()))
        return {};
    try {
        return ClientData{(*object)["type"].asString(), decoded(*object, "challenge"),
                          (*object)["origin"].asString(),
                          (cross.isBool() && cross.asBool()) || object->isMember("topOrigin")};
    } catch (const std::invalid_argument&) {
        return {};
    }
}

std::optional<AuthenticatorData> read_authenticator_data(std::string_view raw) {
    AuthenticatorData data;
    auto hash = take(raw, hash_bytes);
    const auto flags = take_number(raw, 1);
    const auto count = take_number(raw, count_bytes);
    if (!hash || !flags || !count) return {};
    data.rp_id_hash = *std::move(hash);
    data.user_present = (*flags & present_bit) != 0;
    data.user_verified = (*flags & verified_bit) != 0;
    data.backup_eligible = (*flags & eligible_bit) != 0;
    data.backed_up = (*flags & backed_up_bit) != 0;
    data.sign_count = *count;
    if ((*flags & credential_bit) != 0) {
        data.credential = take_credential(raw);
        if (!data.credential) return {};
    }
    if ((*flags & extensions_bit) != 0) {
        const auto extensions = take_cbor(raw);
        if (!extensions || !extensions->is(Cbor::Kind::map)) return {};
    }
    if (!raw.empty()) return {};
    return data;
}

std::optional<Registration> read_registration(std::string_view json) {
    return read_credential(json, [](const Json::Value& credential, const Json::Value& response) {
        return Registration{decoded(credential, "id"), decoded(response, "clientDataJSON"),
                            decoded(response, "attestationObject")};
    });
}

std::optional<Assertion> read_assertion(std::string_view json) {
    return read_credential(json, [](const Json::Value& credential, const Json::Value& response) {
        return Assertion{
            decoded(credential, "id"), decoded(response, "clientDataJSON"),
            decoded(response, "authenticatorData"), decoded(response, "signature"),
            response["userHandle"].isNull() ? std::string{} : decoded(response, "userHandle")};
    });
}

std::optional<NewPasskey> verified_registration(const RelyingParty& site,
                                                const ClientData& client_data,
                                                const Registration& given) {
    if (!said_for(site, client_data, "webauthn.create")) return {};
    const auto raw = authenticator_data_in(given.attestation_object);
    const auto data = raw ? read_authenticator_data(*raw) : std::nullopt;
    if (!data || !said_for(site, *data) || !data->credential || data->credential->id != given.id)
        return {};
    const auto key = read_cose_key(data->credential->public_key);
    if (!key) return {};
    return NewPasskey{data->credential->id, data->credential->public_key, key->algorithm,
                      data->sign_count,     data->backup_eligible,        data->backed_up};
}

std::optional<AuthenticatorData> verified_assertion(const RelyingParty& site,
                                                    const ClientData& client_data,
                                                    const Assertion& given, const CoseKey& key) {
    if (!said_for(site, client_data, "webauthn.get")) return {};
    auto data = read_authenticator_data(given.authenticator_data);
    if (!data || !said_for(site, *data) || data->credential) return {};
    const auto text = given.authenticator_data + crypto::sha256(given.client_data);
    if (!signed_by(key, text, given.signature)) return {};
    return data;
}

}  // namespace cambio::token
