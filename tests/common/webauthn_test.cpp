// Passkeys: the test vectors of Web Authentication (Level 3, section 16), and what a device says
// that does not do as it should.
#include "token/webauthn.h"

#include <gtest/gtest.h>
#include <json/reader.h>

#include <fstream>

#include "crypto/crypto.h"
#include "support/authenticator.h"
#include "support/source_files.h"
#include "token/cbor.h"

namespace cambio {
namespace {

using namespace token;
using test::Authenticator;

const RelyingParty example{"example.org", "https://example.org"};
const RelyingParty here{"localhost", "http://localhost"};

std::string raw(const Json::Value& text) {
    return crypto::from_base64url(text.asString());
}
std::string hex(const char* text) {
    return crypto::from_hex(text).value();
}

struct Vector {
    std::string name, id, created_client_data, attestation_object;
    std::string asked_client_data, authenticator_data, signature;

    Registration registration() const { return {id, created_client_data, attestation_object}; }
    Assertion assertion() const {
        return {id, asked_client_data, authenticator_data, signature, {}};
    }
    AuthenticatorData made() const {
        std::string_view rest = attestation_object;
        return read_authenticator_data(take_cbor(rest).value().at("authData")->text).value();
    }
    CoseKey key() const { return read_cose_key(made().credential->public_key).value(); }
    bool signed_as_asked() const {
        return signed_by(key(), authenticator_data + crypto::sha256(asked_client_data), signature);
    }
};

std::vector<Vector> vectors() {
    std::ifstream file{test::source_file("/tests/common/data/webauthn_vectors.json")};
    Json::Value all;
    file >> all;
    std::vector<Vector> list;
    for (const auto& one : all["vectors"]) {
        const auto &created = one["created"], &asked = one["asked"];
        list.push_back({one["name"].asString(), raw(one["id"]), raw(created["client_data"]),
                        raw(created["attestation_object"]), raw(asked["client_data"]),
                        raw(asked["authenticator_data"]), raw(asked["signature"])});
    }
    EXPECT_EQ(list.size(), 4u);
    return list;
}

TEST(WebAuthn, ReadsTheTestVectorsOfTheSpecification) {
    for (const auto& vector : vectors()) {
        SCOPED_TRACE(vector.name);
        const auto made = vector.made();
        EXPECT_EQ(made.rp_id_hash, crypto::sha256("example.org"));
        EXPECT_TRUE(made.user_present);
        ASSERT_TRUE(made.credential);
        EXPECT_EQ(made.credential->id, vector.id);
        EXPECT_EQ(vector.key().algorithm, CoseAlgorithm::es256);
        const auto client_data = read_client_data(vector.created_client_data);
        ASSERT_TRUE(client_data);
        EXPECT_EQ(client_data->type, "webauthn.create");
        EXPECT_EQ(client_data->origin, "https://example.org");
        EXPECT_EQ(client_data->challenge.size(), 32u);
        if (vector.signature.empty()) continue;
        EXPECT_TRUE(vector.signed_as_asked());
        auto other = vector;
        other.authenticator_data.back() = 1;
        EXPECT_FALSE(other.signed_as_asked());
    }
}

TEST(WebAuthn, TakesOfThemWhatIsForThisSiteAndVerified) {
    int taken = 0;
    for (const auto& vector : vectors()) {
        SCOPED_TRACE(vector.name);
        const auto client_data = read_client_data(vector.created_client_data).value();
        const bool good = !client_data.cross_origin && vector.made().user_verified;
        const auto found = verified_registration(example, client_data, vector.registration());
        EXPECT_EQ(found.has_value(), good);
        taken += good ? 1 : 0;
        EXPECT_EQ(found ? found->id : vector.id, vector.id);
        EXPECT_FALSE(verified_registration({"example.com", "https://example.org"}, client_data,
                                           vector.registration()));
        EXPECT_FALSE(verified_registration({"example.org", "https://example.com"}, client_data,
                                           vector.registration()));
        if (vector.signature.empty()) continue;
        // They are signed well, but none says that its owner was verified.
        const auto asked = read_client_data(vector.asked_client_data).value();
        EXPECT_FALSE(verified_assertion(example, asked, vector.assertion(), vector.key()));
    }
    EXPECT_EQ(taken, 1);
}

Json::Value options(const char* challenge = "AAAA") {
    Json::Value all;
    all["challenge"] = challenge;
    all["rp"]["id"] = all["rpId"] = "localhost";
    all["user"]["id"] = "aGFuZGxl";
    return all;
}

std::optional<NewPasskey> created(Authenticator& device) {
    const auto given = read_registration(device.create(options())).value();
    return verified_registration(here, read_client_data(given.client_data).value(), given);
}
std::optional<AuthenticatorData> used(Authenticator& device) {
    const auto given = read_assertion(device.get(options())).value();
    return verified_assertion(here, read_client_data(given.client_data).value(), given,
                              read_cose_key(device.cose_key()).value());
}

TEST(WebAuthn, KnowsTheThreeAlgorithms) {
    for (const auto algorithm :
         {CoseAlgorithm::es256, CoseAlgorithm::eddsa, CoseAlgorithm::rs256}) {
        SCOPED_TRACE(static_cast<int>(algorithm));
        Authenticator device{algorithm}, another{algorithm};
        const auto passkey = created(device);
        ASSERT_TRUE(passkey);
        EXPECT_EQ(passkey->algorithm, algorithm);
        EXPECT_EQ(passkey->public_key, device.cose_key());
        device.sign_count = 41;
        const auto data = used(device);
        ASSERT_TRUE(data);
        EXPECT_EQ(data->sign_count, 42u);

        const auto key = read_cose_key(device.cose_key()).value();
        auto given = read_assertion(device.get(options())).value();
        const auto client_data = read_client_data(given.client_data).value();
        EXPECT_TRUE(verified_assertion(here, client_data, given, key));
        EXPECT_FALSE(verified_assertion(here, client_data, given,
                                        read_cose_key(another.cose_key()).value()));
        const auto signature = given.signature;
        for (const auto& wrong : {std::string{}, signature + '\0', signature.substr(1),
                                  std::string(signature.size(), '\0')}) {
            given.signature = wrong;
            EXPECT_FALSE(verified_assertion(here, client_data, given, key));
        }
        given.signature = signature;
        given.client_data += ' ';
        EXPECT_FALSE(verified_assertion(here, client_data, given, key));
    }
}

TEST(WebAuthn, RefusesWhatAnotherPageOrNobodyAskedFor) {
    const auto refused = [](auto spoil) {
        Authenticator device;
        EXPECT_TRUE(created(device));
        EXPECT_TRUE(used(device));
        spoil(device);
        EXPECT_FALSE(used(device));
        EXPECT_FALSE(created(device));
    };
    refused([](auto& device) { device.origin = "http://localhost.example"; });
    refused([](auto& device) { device.origin = "https://localhost"; });
    refused([](auto& device) { device.cross_origin = true; });
    refused([](auto& device) { device.user_verified = false; });
    refused([](auto& device) { device.backup_eligible = false; });  // and yet backed up
}

TEST(WebAuthn, ACreationIsNoUse) {
    Authenticator device;
    auto both = read_assertion(device.get(options())).value();
    auto client_data = read_client_data(both.client_data).value();
    client_data.type = "webauthn.create";
    EXPECT_FALSE(
        verified_assertion(here, client_data, both, read_cose_key(device.cose_key()).value()));
}

TEST(WebAuthn, ReadsNoOtherKeys) {
    Authenticator device;
    const auto good = device.cose_key();
    ASSERT_TRUE(read_cose_key(good));
    EXPECT_FALSE(read_cose_key(good + '\0'));
    EXPECT_FALSE(read_cose_key(good.substr(0, good.size() - 1)));
    auto off_the_curve = good;
    off_the_curve.back() = static_cast<char>(off_the_curve.back() ^ 1);
    EXPECT_FALSE(read_cose_key(off_the_curve));
    // A point of Ed25519 of small order, an RSA key of 1024 bits, and ES384's algorithm.
    EXPECT_FALSE(read_cose_key(hex("a4010103272006215820") + '\1' + std::string(31, '\0')));
    EXPECT_FALSE(read_cose_key(hex("a401030339010020588081") + std::string(126, '\7') + '\1' +
                               hex("2143010001")));
    auto es384 = good;
    es384[4] = '\x38';
    EXPECT_FALSE(read_cose_key(es384));
}

TEST(WebAuthn, ReadsCborInItsOneForm) {
    const auto reads = [](const char* text) {
        const auto bytes = hex(text);
        std::string_view rest = bytes;
        return take_cbor(rest).has_value() && rest.empty();
    };
    for (const char* good :
         {"00", "17", "1818", "190100", "1a00010000", "1b0000000100000000", "20", "3903e7", "40",
          "4401020304", "6161", "80", "83010203", "a0", "a26161016162820203", "f4", "f5", "f6"})
        EXPECT_TRUE(reads(good)) << good;
    for (const char* bad : {"",
                            "1817",
                            "1900ff",
                            "1a0000ffff",
                            "1b00000000ffffffff",
                            "1bffffffffffffffff",
                            "5f4101ff",
                            "9fff",
                            "bfff",
                            "c001",
                            "f97c00",
                            "fb3ff8000000000000",
                            "f7",
                            "e0",
                            "4401",
                            "8201",
                            "a101",
                            "a201010102",
                            "9bffffffffffffffff",
                            "5bffffffffffffffff",
                            "818181818181818181818100",
                            "1c",
                            "ff"})
        EXPECT_FALSE(reads(bad)) << bad;
}

TEST(WebAuthn, ReadsAuthenticatorDataToTheLastByte) {
    const auto start = crypto::sha256("localhost");
    EXPECT_TRUE(read_authenticator_data(start + hex("0500000000")));
    EXPECT_TRUE(read_authenticator_data(start + hex("8500000000a0")));
    for (const char* bad : {"", "05000000", "050000000000", "8500000000", "850000000080",
                            "4500000000", "8500000000a000"})
        EXPECT_FALSE(read_authenticator_data(start + hex(bad))) << bad;
    // An id of fifteen bytes.
    EXPECT_FALSE(read_authenticator_data(start + hex("4500000000") + std::string(16, '\0') +
                                         hex("000f") + std::string(15, 'a') + hex("a0")));
}

TEST(WebAuthn, ReadsClientDataThatIsWhole) {
    const std::string good = R"({"type":"webauthn.get","challenge":"AAAA","origin":"https://a.b"})";
    ASSERT_TRUE(read_client_data(good));
    EXPECT_FALSE(read_client_data(good)->cross_origin);
    for (
        const char* bad :
        {"", "[]", R"({"type":"webauthn.get","challenge":"AAAA"})",
         R"({"type":"webauthn.get","challenge":"AA=A","origin":"https://a.b"})",
         R"({"type":1,"challenge":"AAAA","origin":"https://a.b"})",
         R"({"type":"webauthn.get","challenge":"AAAA","origin":"https://a.b","crossOrigin":"no"})",
         R"({"type":"webauthn.get","challenge":"AAAA","origin":"https://a.b","origin":"https://a.c"})"})
        EXPECT_FALSE(read_client_data(bad)) << bad;
}

TEST(WebAuthn, IsForTheSiteOfPublicUrl) {
    const auto expect = [](const char* url, const char* id, const char* origin) {
        const auto site = relying_party_of(url);
        ASSERT_TRUE(site) << url;
        EXPECT_EQ(site->id, id);
        EXPECT_EQ(site->origin, origin);
    };
    expect("https://exchange.example", "exchange.example", "https://exchange.example");
    expect("https://exchange.example:8443/", "exchange.example", "https://exchange.example:8443");
    expect("http://127.0.0.1:8080", "localhost", "http://localhost:8080");
    expect("http://localhost:9750", "localhost", "http://localhost:9750");
    expect("http://[::1]:8080", "localhost", "http://localhost:8080");
    for (const char* url : {"http://exchange.example", "https://192.0.2.1",
                            "https://[2001:db8::1]:8", "exchange.example"})
        EXPECT_FALSE(relying_party_of(url)) << url;
}

}  // namespace
}  // namespace cambio
