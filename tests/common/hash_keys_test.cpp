// The hash keys: which one seals, which one opens, and what each hashes.
#include "token/hash_keys.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "crypto/crypto.h"
#include "support/child_process.h"
#include "token/keys.h"
#include "token/paseto.h"

namespace cambio::test {
namespace {

using token::HashKeys, token::SecretKind;

const std::string first(32, '1'), second(32, '2'), third(32, '3');

TEST(HashKeys, AreCalledAsPaserkSays) {
    // https://github.com/paseto-standard/paserk, test vectors of k4.lid.
    EXPECT_EQ(token::secret_key_id(std::string(32, '\0')),
              "k4.lid.bqltbNc4JLUAmc9Xtpok-fBuI0dQN5_m3CD9W_nbh559");
    EXPECT_EQ((HashKeys{third, {first, second, third}}.ids()),
              (std::vector{token::secret_key_id(third), token::secret_key_id(second),
                           token::secret_key_id(first)}));
    EXPECT_EQ(HashKeys{first}.ids().size(), 1u);
}

TEST(HashKeys, SealWithTheCurrentOneAndNameIt) {
    const HashKeys keys{second, {first}};
    const auto sealed = keys.seal(SecretKind::two_factor, "a secret", "row 1");
    EXPECT_EQ(token::footer_of(sealed), "{\"kid\":\"" + token::secret_key_id(second) + "\"}");
    EXPECT_EQ(keys.unseal(SecretKind::two_factor, sealed, "row 1"), "a secret");
    EXPECT_FALSE(keys.unseal(SecretKind::two_factor, sealed, "row 2"));
    EXPECT_FALSE(keys.unseal(SecretKind::api_key, sealed, "row 1"));
}

TEST(HashKeys, OpenWithTheOneThatIsNamed) {
    const auto sealed = HashKeys{first}.seal(SecretKind::api_key, "a secret", "row 1");
    for (const auto& keys : {HashKeys{first, {second}}, HashKeys{third, {first, second}},
                             HashKeys{third, {second, first}}})
        EXPECT_EQ(keys.unseal(SecretKind::api_key, sealed, "row 1"), "a secret");
    EXPECT_FALSE((HashKeys{third, {second}}.unseal(SecretKind::api_key, sealed, "row 1")));
    EXPECT_FALSE(HashKeys{first}.unseal(SecretKind::api_key, "no token", "row 1"));

    // Who sealed has to be who the footer says.
    const auto inner = crypto::keyed_hash(first, "the secrets of API keys");
    for (const auto& named : {second, third}) {
        const auto lied = token::seal(inner, "a secret",
                                      token::footer_naming(token::secret_key_id(named)), "row 1");
        EXPECT_FALSE((HashKeys{second, {first}}.unseal(SecretKind::api_key, lied, "row 1")));
    }
}

TEST(HashKeys, OpenWhatIsOlderThanTheirNames) {
    const auto unnamed =
        token::seal(crypto::keyed_hash(first, "the secrets of two-factor"), "a secret", {}, "row");
    for (const auto& keys :
         {HashKeys{first}, HashKeys{second, {first}}, HashKeys{third, {first, second}}})
        EXPECT_EQ(keys.unseal(SecretKind::two_factor, unnamed, "row"), "a secret");
    EXPECT_FALSE((HashKeys{third, {second}}.unseal(SecretKind::two_factor, unnamed, "row")));
}

TEST(HashKeys, HashEachOnItsOwn) {
    const HashKeys keys{third, {first, second}};
    EXPECT_EQ(keys.hashes("a text"), (std::vector{crypto::keyed_hash(third, "a text"),
                                                  crypto::keyed_hash(second, "a text"),
                                                  crypto::keyed_hash(first, "a text")}));
}

TEST(HashKeys, AreNoneWhereNobodyNeedsThem) {
    const HashKeys none;
    EXPECT_TRUE(none.empty());
    EXPECT_TRUE(none.ids().empty());
    EXPECT_TRUE(none.hashes("a text").empty());
    const auto sealed = HashKeys{first}.seal(SecretKind::api_key, "a secret", "row 1");
    EXPECT_FALSE(none.unseal(SecretKind::api_key, sealed, "row 1"));
    EXPECT_THROW(none.current(), std::logic_error);
    EXPECT_THROW(none.id(), std::logic_error);
    EXPECT_THROW(none.seal(SecretKind::api_key, "a secret", "row 1"), std::logic_error);
}

TEST(HashKeys, ComeFromTheirFiles) {
    const ScratchFolder folder;
    const auto line = [](const std::string& key) {
        auto text = crypto::base64url(key);
        for (char& c : text) c = c == '-' ? '+' : c == '_' ? '/' : c;
        return text + "=\n";
    };
    const auto current = folder.write("hash", line(second));
    const auto former = folder.write("hash.former", "# the one before\n" + line(first));
    EXPECT_EQ(token::read_hash_keys(current, former).ids(), (HashKeys{second, {first}}.ids()));
    EXPECT_EQ(token::read_hash_keys(current, "").ids(), HashKeys{second}.ids());
    EXPECT_EQ(token::read_hash_keys(current, folder.file("none")).ids(), HashKeys{second}.ids());
    EXPECT_THROW(token::read_hash_keys(current, folder.write("short", "c2hvcnQ=\n")),
                 std::runtime_error);
    EXPECT_THROW(token::read_hash_keys(folder.file("none"), former), std::runtime_error);
}

}  // namespace
}  // namespace cambio::test
