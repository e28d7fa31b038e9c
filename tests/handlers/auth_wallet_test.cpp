// Sign-in by a browser wallet that its owner has connected.
#include <gmock/gmock.h>

#include "handlers/auth_fixture.h"
#include "support/wallet.h"

namespace cambio {

namespace {

using test::Wallet;

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    const auto at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), with);
}

class AuthWallet : public Auth {
  protected:
    /// The message that the site makes of a new nonce.
    static std::string message_for(const std::string& address) {
        auto lower = address;
        for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        const auto nonce = caller().get("/api/v3/web3-nonce", {{"address", lower}}).json();
        EXPECT_EQ(nonce["address"].asString(), address);
        EXPECT_EQ(nonce["domain"].asString(), "localhost");
        EXPECT_EQ(nonce["uri"].asString(), "http://localhost");
        return nonce["domain"].asString() + " wants you to sign in with your Ethereum account:\n" +
               address + "\n\nSign in to Cambio.\n\nURI: " + nonce["uri"].asString() +
               "\nVersion: 1\nChain ID: 1\nNonce: " + nonce["nonce"].asString() +
               "\nIssued At: " + nonce["issued_at"].asString() +
               "\nExpiration Time: " + nonce["expiration_time"].asString();
    }

    static Answer enter(const std::string& message, const std::string& signature) {
        return caller().post_json("/api/v3/web3-login",
                                  {{"message", message}, {"signature", signature}});
    }
    static Answer enter(const Wallet& wallet) {
        const auto message = message_for(wallet.address());
        return enter(message, wallet.sign(message));
    }

    static Answer bind(const Person& person, const Wallet& wallet,
                       const std::string& with_password = password) {
        const auto message = message_for(wallet.address());
        auto client = caller();
        client.bearer(token_of(person));
        return client.post_json("/api/v3/wallet/bind", proved(person, account::Act::bind_wallet,
                                                              {{"message", message},
                                                               {"signature", wallet.sign(message)},
                                                               {"password", with_password}}));
    }
    static Answer unbind(const Person& person, const std::string& with_password = password) {
        auto client = caller();
        client.bearer(token_of(person));
        return client.post_json("/api/v3/wallet/unbind", proved(person, account::Act::unbind_wallet,
                                                                {{"password", with_password}}));
    }
    static Person connected(const Wallet& wallet) {
        const auto person = signed_up();
        const auto answer = bind(person, wallet);
        EXPECT_EQ(answer.json()["wallet_address"].asString(), wallet.address()) << answer.body;
        return person;
    }
};

TEST_F(AuthWallet, AConnectedWalletSignsIn) {
    const Wallet wallet;
    const auto person = connected(wallet);
    const auto answer = enter(wallet);
    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.json()["user"]["email"].asString(), person.email);
    auto client = caller();
    client.bearer(answer.json()["token"].asString());
    EXPECT_EQ(client.get("/api/v3/account-client").status, 200);
    EXPECT_THAT(activity_of(person), testing::Contains("connection_changed"));
    EXPECT_EQ(count("select count(*) as count from outgoing_mails where client_id = $1 and "
                    "name = 'connection_changed' and data->>'what' = $2",
                    {id_of(person), wallet.address()}),
              1);

    // The specification's parameter may come along, in any case.
    const auto message = message_for(wallet.address());
    auto lower = wallet.address();
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    EXPECT_EQ(caller()
                  .post_json("/api/v3/web3-login", {{"username", lower},
                                                    {"message", message},
                                                    {"signature", wallet.sign(message)}})
                  .status,
              200);
}

TEST_F(AuthWallet, AWalletThatNobodyConnectedIsToldSo) {
    const Wallet wallet;
    const auto message = message_for(wallet.address());
    const auto signature = wallet.sign(message);
    expect_error(enter(message, signature), 404, "wallet_unknown");
    expect_error(enter(message, signature), 400, "wallet_message", "message");
}

TEST_F(AuthWallet, ANonceIsGivenForAnAddressOrNone) {
    EXPECT_FALSE(caller().get("/api/v3/web3-nonce").json().isMember("address"));
    expect_error(caller().get("/api/v3/web3-nonce", {{"address", "0x12"}}), 400,
                 "invalid_parameter", "address");
}

TEST_F(AuthWallet, AMessageIsGoodOnce) {
    const Wallet wallet;
    connected(wallet);
    const auto message = message_for(wallet.address());
    const auto signature = wallet.sign(message);
    EXPECT_EQ(enter(message, signature).status, 200);
    expect_error(enter(message, signature), 400, "wallet_message", "message");
}

TEST_F(AuthWallet, OnlyOurOwnMessageIsTaken) {
    const Wallet wallet;
    connected(wallet);
    const auto refused = [&](const char* what, const std::string& with) {
        const auto message = replaced(message_for(wallet.address()), what, with);
        expect_error(enter(message, wallet.sign(message)), 400, "wallet_message", "message");
    };
    refused("localhost wants", "evil.example wants");
    refused("URI: http://localhost", "URI: https://evil.example");
    refused("Version: 1", "Version: 2");
    refused("Issued At: 2", "Issued At: 3");
    refused("Nonce: ", "Nonce: 0");
    refused("Sign in to Cambio.", "Sign in to Cambio.\nURI: http://localhost");
    const auto late = message_for(wallet.address());
    sql("update one_time_tokens set expires_at = now() where purpose = 'web3_nonce'");
    expect_error(enter(late, wallet.sign(late)), 400, "wallet_message", "message");
}

TEST_F(AuthWallet, OnlyTheWalletItselfSigns) {
    const Wallet wallet, stranger;
    connected(wallet);
    const auto message = message_for(wallet.address());
    expect_error(enter(message, stranger.sign(message)), 400, "wallet_signature", "signature");
    expect_error(enter(message, wallet.sign("something else")), 400, "wallet_signature",
                 "signature");
    expect_error(enter(message, "0x"), 400, "wallet_signature", "signature");
    expect_error(caller().post_json("/api/v3/web3-login", {{"username", stranger.address()},
                                                           {"message", message},
                                                           {"signature", wallet.sign(message)}}),
                 400, "wallet_signature", "username");
    expect_error(caller().post_json("/api/v3/web3-login", {{"username", wallet.address()}}), 400,
                 "missing_parameter", "message");
}

TEST_F(AuthWallet, FrozenAccountsAndSecondFactorsAreTheSameHere) {
    const Wallet wallet;
    const auto person = connected(wallet);
    const auto secret = guard(person);
    const auto answer = enter(wallet);
    EXPECT_EQ(answer.message(), "two_factor_required");
    EXPECT_EQ(caller()
                  .post_json("/api/v3/login/two-factor",
                             {{"challenge", answer.json()["challenge"].asString()},
                              {"code", app_code(secret)}})
                  .status,
              200);
    freeze(person);
    expect_error(enter(wallet), 403, "frozen_account");
}

TEST_F(AuthWallet, ConnectingNeedsThePasswordAndAFreeWallet) {
    const Wallet wallet, another;
    const auto person = signed_up(), stranger = signed_up();
    expect_error(bind(person, wallet, "wrong"), 400, "wrong_password", "password");
    EXPECT_EQ(bind(person, wallet).status, 200);
    expect_error(bind(person, another), 409, "wallet_bound");
    expect_error(bind(stranger, wallet), 409, "wallet_taken");
    expect_error(caller().post_json("/api/v3/wallet/bind", {{"password", password}}), 401,
                 "unauthorized");
    expect_error(caller().post_json("/api/v3/wallet/unbind", {{"password", password}}), 401,
                 "unauthorized");
}

TEST_F(AuthWallet, WhatWasTakenAwaySignsInNoMore) {
    const Wallet wallet;
    const auto person = connected(wallet);
    expect_error(unbind(person, "wrong"), 400, "wrong_password", "password");
    EXPECT_EQ(unbind(person).message(), "success");
    expect_error(enter(wallet), 404, "wallet_unknown");
    expect_error(unbind(person), 409, "not_connected");
    EXPECT_EQ(bind(person, wallet).status, 200) << "it may come back";
}

TEST_F(AuthWallet, WrongPasswordsLockTheSessionButNotTheDoor) {
    const Wallet wallet;
    const auto person = signed_up();
    sql("update clients set wallet_address = '0x' || id where id = $1", {id_of(person)});
    const auto token = token_of(person);
    auto client = caller();
    client.bearer(token);
    for (int i = 0; i < 5; ++i)
        expect_error(client.post_json("/api/v3/wallet/unbind", {{"password", "wrong"}}), 400,
                     "wrong_password", "password");
    expect_error(client.post_json("/api/v3/wallet/unbind", {{"password", password}}), 429,
                 "too_many_attempts");
    // Whoever has taken a session cannot keep its owner out with it.
    EXPECT_EQ(login(person, password).status, 200);
}

}  // namespace

}  // namespace cambio
