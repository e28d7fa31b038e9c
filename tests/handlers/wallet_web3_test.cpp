// The Web3 tab's wallet: stored only with a signature of its own, and nothing that signs in.
#include "handlers/wallet_fixture.h"
#include "support/wallet.h"

namespace cambio {
namespace {

constexpr const char* connect_path = "/api/v3/web3-connect";
constexpr const char* disconnect_path = "/api/v3/web3-disconnect";
constexpr const char* web3_path = "/api/v3/web3";

class Web3 : public WalletPages {
  protected:
    static void SetUpTestSuite() {
        WalletPages::SetUpTestSuite();
        auth.reset(new HandlerProcess{"auth", world->config().path(), world->config().secret()});
    }
    static void TearDownTestSuite() {
        auth.reset();
        WalletPages::TearDownTestSuite();
    }

    static std::string message_for(const test::Wallet& key, const std::string& domain = "") {
        const auto nonce =
            auth->client().get("/api/v3/web3-nonce", {{"address", key.address()}}).json();
        return (domain.empty() ? nonce["domain"].asString() : domain) +
               " wants you to sign in with your Ethereum account:\n" + key.address() +
               "\n\nConnect this wallet.\n\nURI: " + nonce["uri"].asString() +
               "\nVersion: 1\nChain ID: 1\nNonce: " + nonce["nonce"].asString() +
               "\nIssued At: " + nonce["issued_at"].asString();
    }
    static Fields fields(const test::Wallet& key, const std::string& message,
                         const Fields& more = {}) {
        Fields fields{{"provider", "MetaMask"},
                      {"web3_wallet", key.address()},
                      {"message", message},
                      {"signature", key.sign(message)}};
        for (const auto& [name, value] : more) fields[name] = value;
        return fields;
    }
    static Answer connect(const Person& person, const test::Wallet& key, const Fields& more = {}) {
        return send(person, connect_path, fields(key, message_for(key), more), *wallet);
    }
    static Json::Value shown(const Person& person) { return got(person, web3_path)["web3"]; }

    static inline std::unique_ptr<HandlerProcess> auth;
};

TEST_F(Web3, AWalletIsConnectedByItsOwnSignature) {
    const auto anna = person();
    const test::Wallet key;
    EXPECT_TRUE(shown(anna).isNull());
    const auto answer = connect(anna, key, {{"uid", anna.unique_id}});
    EXPECT_EQ(answer.message(), "success") << answer.body;
    EXPECT_EQ(answer.json()["web3"]["address"].asString(), key.address());
    EXPECT_EQ(shown(anna)["address"].asString(), key.address());
    EXPECT_EQ(shown(anna)["provider"].asString(), "MetaMask");
    // Nobody else has it, and it signs nobody in.
    EXPECT_TRUE(shown(person()).isNull());
    const auto message = message_for(key);
    expect_error(auth->client().post_json("/api/v3/web3-login",
                                          {{"message", message}, {"signature", key.sign(message)}}),
                 404, "wallet_unknown");
}

TEST_F(Web3, TheHistoryTellsWhatCameAndWent) {
    const auto anna = person();
    const test::Wallet first, second;
    EXPECT_EQ(connect(anna, first).status, 200);
    // The same once more changes nothing; another one has to wait.
    EXPECT_EQ(connect(anna, first).status, 200);
    expect_error(connect(anna, second), 409, "wallet_bound");
    EXPECT_EQ(send(anna, disconnect_path, {}, *wallet).message(), "success");
    expect_error(send(anna, disconnect_path, {}, *wallet), 409, "not_connected");
    EXPECT_EQ(connect(anna, second).status, 200);
    const auto history = got(anna, web3_path)["history"];
    ASSERT_EQ(history.size(), 3u);
    EXPECT_EQ(history[0]["kind"].asString(), "connect");
    EXPECT_EQ(history[0]["address"].asString(), second.address());
    EXPECT_EQ(history[1]["kind"].asString(), "disconnect");
    EXPECT_EQ(history[2]["address"].asString(), first.address());
}

TEST_F(Web3, WithoutARightSignatureNothingIsStored) {
    const auto anna = person();
    const test::Wallet key, another;
    const auto message = message_for(key);
    expect_error(send(anna, connect_path,
                      fields(key, message, {{"signature", another.sign(message)}}), *wallet),
                 400, "wallet_signature", "signature");
    // The refusal gave the nonce back, and it serves one connection only.
    EXPECT_EQ(send(anna, connect_path, fields(key, message), *wallet).status, 200);
    EXPECT_EQ(send(anna, disconnect_path, {}, *wallet).status, 200);
    expect_error(send(anna, connect_path, fields(key, message), *wallet), 400, "wallet_message",
                 "message");
    expect_error(send(anna, connect_path, fields(key, message_for(key, "evil.example")), *wallet),
                 400, "wallet_message", "message");
    expect_error(send(anna, connect_path, fields(key, "Let me in"), *wallet), 400, "wallet_message",
                 "message");
    expect_error(connect(anna, key, {{"web3_wallet", another.address()}}), 400, "wallet_signature",
                 "web3_wallet");
    EXPECT_TRUE(shown(anna).isNull());
}

TEST_F(Web3, RefusesWhatDoesNotBelongThere) {
    const auto anna = person(), ben = person();
    const test::Wallet key;
    expect_error(connect(anna, key, {{"provider", "Phantom"}}), 400, "invalid_parameter",
                 "provider");
    expect_error(connect(anna, key, {{"uid", ben.unique_id}}), 400, "invalid_parameter", "uid");
    expect_error(connect(anna, key, {{"web3_wallet", "0x12"}}), 400, "invalid_parameter",
                 "web3_wallet");
    expect_error(connect(anna, key, {{"more", "1"}}), 400, "unknown_parameter", "more");
    expect_error(wallet->client().post_json(connect_path, FastCgiClient::Params{}), 401,
                 "unauthorized");
    expect_error(wallet->client().post_json(disconnect_path, FastCgiClient::Params{}), 401,
                 "unauthorized");
}

}  // namespace
}  // namespace cambio
