// API keys: who is let in by which signature, from where and until when, and what ends a key.
#include "token/api_keys.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include "account/api_keys.h"
#include "crypto/crypto.h"
#include "error/error.h"
#include "support/builders.h"
#include "token/networks.h"
#include "token/visits.h"

namespace cambio::test {
namespace {

constexpr const char* home = "203.0.113.7";
constexpr const char* text = "symbol=BTCUSDT&side=BUY&timestamp=1";

/// A pair of keys as a program makes it for itself.
struct Pair {
    Pair() {
        crypto_sign_keypair(reinterpret_cast<unsigned char*>(public_key.data()),
                            reinterpret_cast<unsigned char*>(secret_key.data()));
    }
    std::string sign(const std::string& what) const {
        std::string raw(crypto_sign_BYTES, '\0');
        crypto_sign_detached(reinterpret_cast<unsigned char*>(raw.data()), nullptr,
                             reinterpret_cast<const unsigned char*>(what.data()), what.size(),
                             reinterpret_cast<const unsigned char*>(secret_key.data()));
        std::string base64(sodium_base64_encoded_len(raw.size(), sodium_base64_VARIANT_ORIGINAL),
                           '\0');
        sodium_bin2base64(base64.data(), base64.size(),
                          reinterpret_cast<const unsigned char*>(raw.data()), raw.size(),
                          sodium_base64_VARIANT_ORIGINAL);
        base64.pop_back();
        return base64;
    }
    std::string public_key = std::string(crypto_sign_PUBLICKEYBYTES, '\0');
    std::string secret_key = std::string(crypto_sign_SECRETKEYBYTES, '\0');
};

class ApiKeysTest : public testing::Test {
  protected:
    void run(const std::string& sql) { world.superuser().script(sql); }

    account::MadeApiKey make(const account::NewApiKey& wanted) {
        pg::Transaction tx{world.app()};
        auto made = account::make_api_key(tx, hash_key, ann.id, wanted, {home, "a test", {}});
        tx.commit();
        return made;
    }
    template <class Change>
    void change(const account::MadeApiKey& made, Change what) {
        pg::Transaction tx{world.app()};
        what(tx, account::api_key_of(tx, ann.id, made.id));
        tx.commit();
    }
    void change_scope(const account::MadeApiKey& made, const account::KeyScope& scope) {
        change(made, [&](pg::Transaction& tx, const account::ApiKey& key) {
            account::change_api_key(tx, ann.id, key, scope, {home, "a test", {}});
        });
    }
    std::string hmac(const account::MadeApiKey& made, const std::string& what = text) const {
        return crypto::hex(crypto::hmac_sha256(made.secret, what));
    }
    /// The refusal's name, or "let in".
    std::string verify(const std::string& id, const std::string& signature,
                       const std::string& address = home, const std::string& what = text) {
        token::ApiKeys keys{hash_key};
        return outcome([&] { keys.verify(pool, id, address, what, signature); });
    }
    template <class Work>
    static std::string outcome(Work work) {
        try {
            work();
            return "let in";
        } catch (const Error& error) {
            return std::string{name_of(error.code())};
        }
    }
    std::string verify(const account::MadeApiKey& made, const std::string& address = home) {
        return verify(made.public_id, hmac(made), address);
    }

    World world;
    Person ann = world.client("ann@example.com");
    std::string hash_key = world.config().hash_key();
    pg::Pool pool{world.database().app(), 2};
};

TEST_F(ApiKeysTest, LetInWhoSignedWithAnEd25519Key) {
    const Pair pair;
    const auto made = make({"My bot", pair.public_key, {true, {}, {}, {}}});
    EXPECT_EQ(made.secret, "");
    ASSERT_EQ(made.public_id.size(), token::api_key_length);
    token::ApiKeys keys{hash_key};
    const auto caller = keys.verify(pool, made.public_id, home, text, pair.sign(text));
    EXPECT_EQ(caller.client, ann.id);
    EXPECT_FALSE(caller.frozen);
    EXPECT_EQ(caller.epoch, 1);
    ASSERT_TRUE(caller.key);
    EXPECT_TRUE(caller.key->trade);
    EXPECT_EQ(caller.key->id, made.id);

    const auto good = pair.sign(text);
    for (const auto& bad : {Pair{}.sign(text), pair.sign("another text"), std::string{}, good + "A",
                            good.substr(0, 84), std::string{"x"}, crypto::hex(good)})
        EXPECT_EQ(verify(made.public_id, bad), "api_key_signature") << bad;
    EXPECT_EQ(verify(made.public_id, good, home, std::string{text} + '2'), "api_key_signature");
}

TEST_F(ApiKeysTest, LetInWhoSignedWithTheSecret) {
    const auto made = make({"My bot", {}, {}});
    ASSERT_EQ(made.secret.size(), token::api_key_length);
    EXPECT_EQ(verify(made), "let in");
    auto upper = hmac(made);
    for (auto& letter : upper) letter = static_cast<char>(std::toupper(letter));
    EXPECT_EQ(verify(made.public_id, upper), "let in") << "hexadecimal digits in any case";
    const auto good = hmac(made);
    for (const auto& bad :
         {hmac(made, "another text"), good.substr(0, 62), good + "00", std::string{"zz"},
          crypto::hex(crypto::hmac_sha256(made.public_id, text)), std::string{}})
        EXPECT_EQ(verify(made.public_id, bad), "api_key_signature") << bad;

    const auto kept = world.superuser().run("select secret_sealed from api_keys");
    EXPECT_EQ(kept[0].bytes("secret_sealed").find(made.secret), std::string::npos);
    // What was sealed for one key opens in no other row.
    const auto other = make({"Another", {}, {}});
    run("update api_keys set secret_sealed = (select secret_sealed from api_keys where id = " +
        std::to_string(made.id.value) + ") where id = " + std::to_string(other.id.value));
    token::ApiKeys keys{hash_key};
    EXPECT_THROW(keys.verify(pool, other.public_id, home, text, hmac(made)), std::runtime_error);
}

TEST_F(ApiKeysTest, OutliveTheKeyThatSealedThem) {
    const std::string next(32, 'n');
    const auto made = make({"My bot", {}, {}});
    const auto verify_with = [&](const token::HashKeys& hash_keys) {
        token::ApiKeys keys{hash_keys};
        return outcome([&] { keys.verify(pool, made.public_id, home, text, hmac(made)); });
    };
    const token::HashKeys rotated{next, {hash_key, next}};
    EXPECT_EQ(verify_with({hash_key, {hash_key, next}}), "let in");
    EXPECT_EQ(verify_with(rotated), "let in");
    EXPECT_THROW(verify_with(next), std::runtime_error);

    const auto kept = world.superuser().run("select secret_sealed from api_keys");
    const auto secret =
        token::unseal_key_secret(rotated, made.public_id, kept[0].bytes("secret_sealed"));
    EXPECT_EQ(secret, made.secret);
    world.superuser().run(
        "update api_keys set secret_sealed = $1",
        {pg::Param::bytes(token::seal_key_secret(rotated, made.public_id, *secret))});
    EXPECT_EQ(verify_with(next), "let in");
}

TEST_F(ApiKeysTest, ThatDoNotExistAreUnknown) {
    const auto made = make({"My bot", {}, {}});
    EXPECT_EQ(verify(crypto::random_name(64), hmac(made)), "api_key_unknown");
    for (const auto& id : {std::string{}, made.public_id + "a", made.public_id.substr(1),
                           "%" + made.public_id.substr(1), std::string(64, '\0')})
        EXPECT_EQ(verify(id, hmac(made)), "api_key_unknown") << id;
    token::ApiKeys keys{hash_key};
    EXPECT_EQ(outcome([&] { keys.find(pool, made.public_id, home); }), "let in")
        << "what is public needs no signature";
    EXPECT_EQ(outcome([&] { keys.find(pool, "none", home); }), "api_key_unknown");
}

TEST_F(ApiKeysTest, WorkFromTheirNetworksAlone) {
    account::KeyScope scope;
    for (const char* network : {"203.0.113.0/28", "2001:db8::/32", "198.51.100.9"})
        scope.networks.push_back(*token::Network::parse(network));
    const auto made = make({"My bot", {}, scope});
    for (const char* inside :
         {home, "203.0.113.15", "::ffff:203.0.113.15", "2001:db8:1::5", "198.51.100.9"})
        EXPECT_EQ(verify(made, inside), "let in") << inside;
    for (const char* outside : {"203.0.113.16", "198.51.100.8", "2001:db9::1", "::1", "", "nobody"})
        EXPECT_EQ(verify(made, outside), "api_key_network") << outside;
    EXPECT_EQ(verify(made.public_id, "00", "203.0.113.16"), "api_key_signature")
        << "who cannot sign is told nothing about the key";
}

TEST_F(ApiKeysTest, EndAtTheirTime) {
    account::KeyScope scope;
    scope.expires_at = pg::now() + std::chrono::hours{1};
    const auto made = make({"My bot", {}, scope});
    EXPECT_EQ(verify(made), "let in");
    run("update api_keys set expires_at = now()");
    EXPECT_EQ(verify(made), "api_key_expired");
}

TEST_F(ApiKeysTest, DoNotEndByBeingIdleButWithWhatRaisesTheEpoch) {
    const auto made = make({"My bot", {}, {}});
    run("update sessions set last_seen_at = now() - interval '400 days'");
    EXPECT_EQ(verify(made), "let in");
    {
        pg::Transaction tx{world.app()};
        token::revoke_all_sessions(tx, ann.id);
        tx.commit();
    }
    EXPECT_EQ(verify(made), "api_key_unknown");
    run("update clients set status = 'FREEZE_ACCOUNT'");
    EXPECT_EQ(verify(made), "frozen_account");
    EXPECT_EQ(verify(made.public_id, "00"), "api_key_signature");
}

/// Kept for an hour here, unless the client's sessions are forgotten.
TEST_F(ApiKeysTest, AreForgottenWithTheirClient) {
    token::ApiKeys keys{hash_key, {.lifetime = std::chrono::hours{1}}};
    const auto made = make({"My bot", {}, {true, {}, {}, {}}});
    const auto ask = [&] {
        return outcome([&] { keys.verify(pool, made.public_id, home, text, hmac(made)); });
    };
    EXPECT_EQ(ask(), "let in");
    change(made, [&](pg::Transaction& tx, const account::ApiKey& key) {
        account::end_api_key(tx, ann.id, key);
    });
    EXPECT_EQ(ask(), "let in");
    keys.forget(ClientId{ann.id.value + 1});
    EXPECT_EQ(ask(), "let in");
    keys.forget(ann.id);
    EXPECT_EQ(ask(), "api_key_unknown");
    EXPECT_TRUE(account::api_keys_of(world.app(), ann.id).empty());
}

TEST_F(ApiKeysTest, GetAnotherSessionWhenTheirRightsChange) {
    const auto made = make({"My bot", {}, {true, {}, {}, {}}});
    token::ApiKeys keys{hash_key, {.lifetime = std::chrono::milliseconds{0}}};
    const auto caller = [&] { return keys.verify(pool, made.public_id, home, text, hmac(made)); };
    const auto before = caller();
    const auto btc = world.market("BTCUSDT"), eth = world.market("ETHUSDT");
    EXPECT_TRUE(before.key->may_trade_in(eth));
    change_scope(made, {true, std::vector{btc}, {}, {}});
    const auto after = caller();
    EXPECT_NE(before.id, after.id);
    EXPECT_TRUE(after.key->may_trade_in(btc));
    EXPECT_EQ(outcome([&] { token::expect_may_trade_in(after, eth); }), "api_key_market");
    const auto alive = [&](SessionId id) {
        return world.superuser()
            .run("select revoked_at is null as yes from sessions where id = $1", {id})[0]
            .boolean("yes");
    };
    EXPECT_FALSE(alive(before.id));
    EXPECT_TRUE(alive(after.id));
    change_scope(made, {});
    EXPECT_EQ(outcome([&] { token::expect_may_trade(caller()); }), "api_key_scope");
    EXPECT_EQ(outcome([&] { token::expect_may_trade_in(caller(), btc); }), "api_key_scope");
}

TEST_F(ApiKeysTest, AreTwentyAtMost) {
    account::MadeApiKey last;
    for (std::int64_t i = 0; i < account::max_api_keys; ++i) last = make({"A bot", {}, {}});
    EXPECT_EQ(outcome([&] { make({"One more", {}, {}}); }), "too_many_api_keys");
    change(last, [&](pg::Transaction& tx, const account::ApiKey& key) {
        account::end_api_key(tx, ann.id, key);
    });
    EXPECT_EQ(outcome([&] { make({"One more", {}, {}}); }), "let in");
}

TEST_F(ApiKeysTest, SayWhenAndFromWhereTheyWereUsed) {
    token::Visits visits{pool};
    token::ApiKeys keys{hash_key,
                        {.lifetime = std::chrono::milliseconds{0},
                         .used = [&](ApiKeyId key, const auto& ip) { visits.add(key, ip); }}};
    const auto made = make({"My bot", {}, {}});
    const auto used = [&] { return account::api_keys_of(world.app(), ann.id).at(0); };
    EXPECT_FALSE(used().last_used_at);
    keys.verify(pool, made.public_id, home, text, hmac(made));
    wait_until("the use is written", [&] { return used().last_used_at.has_value(); });
    EXPECT_EQ(used().last_used_ip, home);
    // Not for each call: a minute has to pass.
    run("update api_keys set last_used_at = last_used_at - interval '50 seconds'");
    int told = 0;
    token::ApiKeys watched{
        hash_key,
        {.lifetime = std::chrono::milliseconds{0}, .used = [&](ApiKeyId, const auto&) { ++told; }}};
    watched.verify(pool, made.public_id, home, text, hmac(made));
    EXPECT_EQ(told, 0);
    run("update api_keys set last_used_at = last_used_at - interval '10 seconds'");
    watched.verify(pool, made.public_id, home, text, hmac(made));
    EXPECT_EQ(told, 1);
}

TEST_F(ApiKeysTest, TakeAPublicKeyInEachOfItsSpellings) {
    // RFC 8410, section 10.1 (in PEM there), and RFC 8032, section 7.1, test 1.
    const std::string pem =
        "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE="
        "\n-----END PUBLIC KEY-----\n";
    const std::string hex = "19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1";
    const auto raw = *crypto::from_hex(hex);
    for (const auto& spelling :
         {pem, hex, std::string{"19BF44096984CDFE8541BAC167DC3B96C85086AA30B6B6CB0C5C38AD703166E1"},
          std::string{"Gb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE="},
          std::string{"MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE="}})
        EXPECT_EQ(account::read_public_key(spelling, "public_key"), raw) << spelling;
    const auto refusal = [](const std::string& spelling) {
        return outcome([&] { account::read_public_key(spelling, "public_key"); });
    };
    for (const auto& bad :
         {std::string{}, std::string{"ssh-ed25519 AAAA"}, hex.substr(2), std::string(64, '0'),
          "01" + std::string(62, '0'),  // of order 1: anybody could sign
          std::string{"-----BEGIN PUBLIC KEY-----"}})
        EXPECT_EQ(refusal(bad), "public_key_invalid") << bad;
}

TEST(WideningAKey, IsWhatAllowsAnythingMore) {
    using account::KeyScope, account::widens;
    const MarketId one{1}, two{2};
    const auto network = [](const char* text_of) { return *token::Network::parse(text_of); };
    const auto now = pg::now();
    const KeyScope narrow{true, std::vector{one}, {network("10.0.0.0/8")}, now};
    EXPECT_FALSE(widens(narrow, narrow));
    EXPECT_FALSE(widens(narrow, {false, std::vector{one}, {network("10.1.0.0/16")}, now}));
    EXPECT_FALSE(widens({}, narrow.trade ? KeyScope{false, narrow.markets, {}, now} : narrow));
    EXPECT_TRUE(widens({}, narrow)) << "it may trade";
    auto wider = narrow;
    wider.markets->push_back(two);
    EXPECT_TRUE(widens(narrow, wider));
    wider = narrow;
    wider.markets.reset();
    EXPECT_TRUE(widens(narrow, wider));
    EXPECT_FALSE(widens(wider, narrow));
    wider = narrow;
    wider.networks = {network("10.0.0.0/7")};
    EXPECT_TRUE(widens(narrow, wider));
    wider.networks.clear();
    EXPECT_TRUE(widens(narrow, wider));
    wider = narrow;
    wider.expires_at = now + std::chrono::seconds{1};
    EXPECT_TRUE(widens(narrow, wider));
    wider.expires_at.reset();
    EXPECT_TRUE(widens(narrow, wider));
}

TEST(Networks, AreReadAsTheyAreWritten) {
    for (const auto& [given, canonical] :
         {std::pair{"10.1.2.3/8", "10.0.0.0/8"}, std::pair{"10.1.2.3", "10.1.2.3"},
          std::pair{"10.1.2.3/32", "10.1.2.3"}, std::pair{"2001:DB8:0::1/33", "2001:db8::/33"},
          std::pair{"::1", "::1"}, std::pair{"0.0.0.0/0", "0.0.0.0/0"},
          std::pair{"::/0", "::/0"}}) {
        const auto network = token::Network::parse(given);
        ASSERT_TRUE(network) << given;
        EXPECT_EQ(network->str(), canonical);
    }
    for (const char* bad : {"", "10.1.2", "10.1.2.3/33", "10.1.2.3/", "10.1.2.3/-1", "/8",
                            "::1/129", "10.1.2.3/8x", "example.com", "10.1.2.3 ", "010.1.2.3"})
        EXPECT_FALSE(token::Network::parse(bad)) << bad;
}

}  // namespace
}  // namespace cambio::test
