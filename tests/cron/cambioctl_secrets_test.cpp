// What a former hash key has sealed is sealed anew, and the operator sees what still needs it.
#include "account/api_keys.h"
#include "cambioctl_fixture.h"
#include "token/hash_keys.h"
#include "token/paseto.h"
#include "token/two_factor.h"

namespace cambio::test {
namespace {

class Secrets : public testing::Test {
  protected:
    static std::string line(const std::string& key) {
        auto text = crypto::base64url(key);
        for (char& c : text) c = c == '-' ? '+' : c == '_' ? '/' : c;
        return text + "=\n";
    }
    /// The next key takes the place of the one that the world began with.
    void rotate() {
        world.config().set("HASH_KEY_FILE", folder.write("hash", line(next)));
        keep(line(former) + line(next));
    }
    void keep(const std::string& lines) {
        world.config().set("HASH_FORMER_KEYS_FILE", folder.write("hash.former", lines));
    }

    int call(Words words, std::string& output) {
        return run_job("cambioctl", world.config().path(), words, &output);
    }
    Json::Value done(Words words) {
        words.emplace_back("--json");
        std::string output;
        EXPECT_EQ(call(words, output), 0) << output;
        Json::Value value;
        std::istringstream{output} >> value;
        return value;
    }
    Json::Value seal() { return done({"secrets", "seal", "--reason", "A new key"}); }
    /// state: two_factor api_keys recovery_codes known_devices known_browsers
    std::string listed() {
        std::string text;
        for (const auto& row : done({"secrets", "list"})) {
            text += row["state"].asString() + ':';
            for (const char* column :
                 {"two_factor", "api_keys", "recovery_codes", "known_devices", "known_browsers"})
                text += ' ' + row[column].asString();
            text += '\n';
        }
        return text;
    }

    Person guarded(const std::string& name, const token::HashKeys& keys) {
        const auto person = world.client(name + "@example.com");
        pg::Transaction tx{world.app()};
        const auto setup = token::begin_two_factor(tx, keys, person.id, SessionId{1}, person.email);
        const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
        token::confirm_two_factor(tx, keys, person.id, SessionId{1},
                                  token::authenticator_code(setup.secret, now));
        secrets[person.id.value] = setup.secret;
        tx.commit();
        return person;
    }
    account::MadeApiKey key_of(const Person& person, const token::HashKeys& keys) {
        pg::Transaction tx{world.app()};
        auto made = account::make_api_key(tx, keys, person.id, {"A bot", {}, {}}, {});
        tx.commit();
        return made;
    }
    /// Whether the app's code is right, for a program that has these keys.
    bool opens(const Person& person, const token::HashKeys& keys) {
        pg::Transaction tx{world.app()};
        tx.run("update two_factor set last_step = 0 where client_id = $1", {person.id});
        const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
        return token::check_second_factor(
                   tx, keys, person.id, token::Asker::session(SessionId{1}),
                   token::authenticator_code(secrets.at(person.id.value), now)) ==
               token::SecondFactor::right;
    }
    std::int64_t lines() {
        return world.app()
            .run("select count(*) from operator_log where act = 'secrets seal'")[0]
            .integer("count");
    }

    World world;
    ScratchFolder folder;
    std::string former = world.config().hash_key(), next = std::string(32, 'n');
    std::map<std::int64_t, std::string> secrets;
};

TEST_F(Secrets, AreSealedAnewOnce) {
    const auto ann = guarded("ann", former), ben = guarded("ben", former);
    const auto bot = key_of(ann, former);
    // One from before keys had names.
    world.app().run(
        "update two_factor set secret_sealed = $2 where client_id = $1",
        {ben.id,
         pg::Param::bytes(token::seal(
             crypto::keyed_hash(former, "the secrets of two-factor"),
             *token::unseal_two_factor(
                 former, ben.id,
                 world.app()
                     .run("select secret_sealed from two_factor where client_id = $1", {ben.id})[0]
                     .bytes("secret_sealed")),
             {}, "two_factor:" + std::to_string(ben.id.value)))});
    world.app().run("update recovery_codes set key_id = null where client_id = $1", {ben.id});
    EXPECT_EQ(listed(), "current: 1 1 10 0 0\nunnamed: 1 0 10 0 0\n");

    rotate();
    EXPECT_EQ(listed(), "current: 0 0 0 0 0\nformer: 1 1 10 0 0\nunnamed: 1 0 10 0 0\n");
    EXPECT_FALSE(world.app().run("select 1 from operator_log where act = 'secrets seal'").size());
    const auto answer = seal();
    EXPECT_EQ(answer["key"], token::HashKeys{next}.id());
    EXPECT_EQ(answer["two_factor"], "2");
    EXPECT_EQ(answer["api_keys"], "1");
    EXPECT_EQ(answer["left"]["recovery_codes"], "20");
    EXPECT_EQ(lines(), 2) << "a line for each batch";
    EXPECT_EQ(listed(), "current: 2 1 0 0 0\nformer: 0 0 10 0 0\nunnamed: 0 0 10 0 0\n");
    for (const auto& person : {ann, ben}) {
        EXPECT_TRUE(opens(person, next));
        EXPECT_THROW(opens(person, former), std::runtime_error);
    }
    const auto sealed = world.superuser().run("select secret_sealed from api_keys");
    EXPECT_EQ(token::unseal_key_secret(next, bot.public_id, sealed[0].bytes("secret_sealed")),
              bot.secret);

    EXPECT_EQ(seal()["two_factor"], "0");
    EXPECT_EQ(lines(), 2) << "nothing was done";
    const auto again = world.superuser().run("select secret_sealed from api_keys");
    EXPECT_EQ(again[0].bytes("secret_sealed"), sealed[0].bytes("secret_sealed"));
}

TEST_F(Secrets, GoOnWhereTheyWereInterrupted) {
    std::vector<Person> people;
    for (const char* name : {"ann", "ben", "cid"}) people.push_back(guarded(name, former));
    rotate();
    // As if it had been killed after one batch: that one is sealed with the new key.
    const token::HashKeys both{next, {former}};
    const auto sealed =
        world.app()
            .run("select secret_sealed from two_factor where client_id = $1", {people[1].id})[0]
            .bytes("secret_sealed");
    world.app().run("update two_factor set secret_sealed = $2 where client_id = $1",
                    {people[1].id, pg::Param::bytes(token::seal_two_factor(
                                       both, people[1].id,
                                       *token::unseal_two_factor(both, people[1].id, sealed)))});
    EXPECT_EQ(seal()["two_factor"], "2");
    for (const auto& person : people) EXPECT_TRUE(opens(person, next));
}

TEST_F(Secrets, InManyBatchesAreSealedAll) {
    const auto ann = guarded("ann", former);
    for (int i = 0; i < 1001; ++i) {
        const std::string id(64, static_cast<char>('a' + i % 26));
        const auto name = std::to_string(i) + id.substr(std::to_string(i).size());
        world.superuser().run(
            "with s as (insert into sessions (client_id, kind, expires_at) values "
            "($1, 'key', now() + interval '1 day') returning id) "
            "insert into api_keys (client_id, session_id, public_id, label, kind, secret_sealed, "
            "may_trade) select $1, id, $2, 'A bot', 'hmac', $3, false from s",
            {ann.id, name, pg::Param::bytes(token::seal_key_secret(former, name, "a secret"))});
    }
    rotate();
    EXPECT_EQ(seal()["api_keys"], "1001");
    EXPECT_EQ(listed(), "current: 1 1001 0 0 0\nformer: 0 0 10 0 0\n");
}

TEST_F(Secrets, ThatNoKeyOpensAreLeftAndSaid) {
    const auto ann = guarded("ann", std::string(32, 'x')), ben = guarded("ben", former);
    rotate();
    std::string output;
    EXPECT_EQ(call({"secrets", "seal", "--reason", "A new key"}, output), 4);
    EXPECT_THAT(output, HasSubstr("Secrets that no hash key opens that is kept: 1."));
    EXPECT_TRUE(opens(ben, next)) << "the others are sealed all the same";
    EXPECT_TRUE(opens(ann, std::string(32, 'x')));
    EXPECT_EQ(listed(), "current: 1 0 0 0 0\nformer: 0 0 10 0 0\nmissing: 1 0 10 0 0\n");
}

}  // namespace
}  // namespace cambio::test
