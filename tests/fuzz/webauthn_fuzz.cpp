// Any bytes as what a browser or an authenticator says: CBOR, a COSE key, authenticator data,
// client data, and the JSON of credentials. What is read is written again to the same bytes, keys
// are of the kind that they name, and no made-up signature is right.
#include <string>

#include "fuzz.h"
#include "token/cbor.h"
#include "token/webauthn.h"

namespace {

using namespace cambio::token;
using cambio::fuzz::require;

void write_head(std::string& out, unsigned major, std::uint64_t argument) {
    const auto low = [&](unsigned bits) { out += static_cast<char>(major << 5 | bits); };
    int bytes = 0;
    if (argument < 24)
        low(static_cast<unsigned>(argument));
    else if (argument < 0x100)
        low(24), bytes = 1;
    else if (argument < 0x10000)
        low(25), bytes = 2;
    else if (argument < 0x100000000)
        low(26), bytes = 4;
    else
        low(27), bytes = 8;
    for (int i = bytes - 1; i >= 0; --i) out += static_cast<char>(argument >> (8 * i) & 0xff);
}

void write(std::string& out, const Cbor& item) {
    using Kind = Cbor::Kind;
    switch (item.kind) {
        case Kind::integer:
            if (item.integer >= 0)
                return write_head(out, 0, static_cast<std::uint64_t>(item.integer));
            return write_head(out, 1, static_cast<std::uint64_t>(-1 - item.integer));
        case Kind::bytes:
        case Kind::text:
            write_head(out, item.is(Kind::bytes) ? 2 : 3, item.text.size());
            out += item.text;
            return;
        case Kind::array:
            write_head(out, 4, item.items.size());
            break;
        case Kind::map:
            write_head(out, 5, item.items.size() / 2);
            break;
        case Kind::other:
            return write_head(out, 7, static_cast<std::uint64_t>(item.integer));
    }
    for (const auto& one : item.items) write(out, one);
}

void check_cbor(std::string_view text) {
    auto rest = text;
    const auto item = take_cbor(rest);
    if (!item) return;
    std::string again;
    write(again, *item);
    require(again == text.substr(0, text.size() - rest.size()), "one form", text);
}

void check_key(std::string_view text) {
    const auto key = read_cose_key(text);
    if (!key) return;
    const bool ec = key->algorithm == CoseAlgorithm::es256,
               ed = key->algorithm == CoseAlgorithm::eddsa;
    require(ec == (key->y.size() == 32) && (ec || ed) == (key->x.size() == 32) &&
                (ec || ed) == key->n.empty() && key->n.empty() == key->e.empty(),
            "what the algorithm has", text);
    require(ec || ed || (key->n.size() >= 256 && key->n.size() <= 512), "RSA of 2048 to 4096",
            text);
    for (const auto& signature :
         {std::string{}, std::string(64, '\0'), std::string(key->n.size(), '\1'),
          std::string{"\x30\x06\x02\x01\x01\x02\x01\x01"}})
        require(!signed_by(*key, "text", signature), "no signature", text);
}

void check_authenticator_data(std::string_view text) {
    const auto data = read_authenticator_data(text);
    if (!data) return;
    require(text.starts_with(data->rp_id_hash) && data->rp_id_hash.size() == 32, "the hash", text);
    const auto flags = static_cast<unsigned char>(text[32]);
    require(data->user_present == ((flags & 1) != 0) && data->user_verified == ((flags & 4) != 0) &&
                data->backup_eligible == ((flags & 8) != 0) &&
                data->backed_up == ((flags & 16) != 0) &&
                data->credential.has_value() == ((flags & 64) != 0),
            "the flags", text);
    if (!data->credential) return;
    const auto& made = *data->credential;
    require(text.substr(37, 16) == made.aaguid && text.substr(55, made.id.size()) == made.id &&
                text.substr(55 + made.id.size()).starts_with(made.public_key),
            "the credential stands there", text);
    check_key(made.public_key);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = cambio::fuzz::text_of(data, size);
    const RelyingParty site{"example.org", "https://example.org"};
    check_cbor(text);
    check_key(text);
    check_authenticator_data(text);
    const auto client_data = read_client_data(text);
    const ClientData said{"webauthn.create", "challenge", site.origin, false};
    if (const auto made =
            verified_registration(site, said, {std::string(16, 'a'), "", std::string{text}}))
        require(made->id == std::string(16, 'a'), "the id that was given", text);
    if (client_data && client_data->type != "webauthn.create")
        require(!verified_registration(site, *client_data, {"", "", std::string{text}}),
                "what was created alone", text);
    if (const auto given = read_registration(text)) verified_registration(site, said, *given);
    if (const auto given = read_assertion(text)) {
        const CoseKey nobodys{CoseAlgorithm::eddsa, std::string(32, '\0'), {}, {}, {}};
        require(
            !verified_assertion(site, {"webauthn.get", "", site.origin, false}, *given, nobodys),
            "nobody signs", text);
    }
    relying_party_of(std::string{text});
    return 0;
}
