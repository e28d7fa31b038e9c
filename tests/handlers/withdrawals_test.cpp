// Withdrawals: the money, every refusal with its field, strangers, guessing.
#include "handlers/withdrawals_fixture.h"
#include "token/two_factor.h"

namespace cambio {
namespace {

TEST_F(Withdrawals, HoldTheWholeAmountAndSayWhatArrives) {
    const auto anna = person();
    const auto answer = withdraw(anna);
    expect_done(answer);
    const auto made = answer.json()["withdrawal"];
    EXPECT_EQ(made["withdraw_amount"], "50");
    EXPECT_EQ(made["fee"], "1");
    EXPECT_EQ(made["receive_amount"], "49");
    EXPECT_EQ(made["address"], tron);
    EXPECT_EQ(made["network"], "TRC20");
    EXPECT_EQ(made["coin"], "USDT");
    EXPECT_EQ(made["client_wallet"]["coin"]["name"], "USDT");
    EXPECT_EQ(made["stage"], "REQUESTED") << "a job asks the policy";
    EXPECT_EQ(made["state"], "ONHOLD");
    EXPECT_TRUE(made["can_cancel"].asBool());
    EXPECT_TRUE(made["txid"].isNull());
    EXPECT_EQ(anna.balance("USDT"), dec("950"));
    EXPECT_EQ(anna.held("USDT"), dec("50"));
    EXPECT_EQ(count("select count(*) from outgoing_mails where client_id = $1 and name = "
                    "'withdrawal_requested'",
                    {anna.id}),
              1);
}

TEST_F(Withdrawals, AreListedByTheirState) {
    const auto anna = person();
    const auto first = withdraw(anna, {{"withdraw_amount", "60"}});
    expect_done(first);
    sql("update withdrawals set stage = 2 where id = $1",
        {first.json()["withdrawal"]["id"].asString()});
    expect_done(withdraw(anna, {{"withdraw_amount", "60"}}));
    const auto list = history(anna);
    EXPECT_EQ(list["total"].asInt(), 2);
    EXPECT_EQ(list["withdraw"][0]["state"], "ONHOLD");
    EXPECT_EQ(history(anna, {{"status", "FLOATING"}})["total"].asInt(), 1);
    EXPECT_EQ(history(anna, {{"status", "PROCEED"}})["total"].asInt(), 0);
    EXPECT_EQ(history(anna, {{"coin", "BTC"}})["total"].asInt(), 0);
    EXPECT_EQ(history(anna, {{"coin", "USDT"}, {"per_page", "1"}})["withdraw"].size(), 1U);
    EXPECT_EQ(history(anna, {{"from", "2020-01-01"}, {"to", "2020-01-02"}})["total"].asInt(), 0);
    EXPECT_EQ(history(anna, {{"from", "2020-01-01"}})["total"].asInt(), 2);
    expect_error(as(anna).get(history_path, {{"from", "soon"}}), 400, "invalid_parameter", "from");
    expect_error(as(anna).get(history_path, {{"status", "X"}}), 400, "invalid_parameter", "status");
}

TEST_F(Withdrawals, OfEachCoinAndNetwork) {
    const auto anna = person();
    expect_done(withdraw(anna, {{"bchain_name", "ERC20"},
                                {"withdraw_address", ethereum},
                                {"withdraw_amount", "30"},
                                {"gasfee", "20"}}));
    const auto ether = withdraw(anna, {{"coin", "ETH"},
                                       {"bchain_name", "ERC20"},
                                       {"withdraw_address", ethereum},
                                       {"withdraw_amount", "0.010000000000000001"},
                                       {"gasfee", "0.0025"}});
    expect_done(ether);
    EXPECT_EQ(ether.json()["withdrawal"]["confirmations_needed"].asInt(), 64);
    EXPECT_EQ(ether.json()["withdrawal"]["receive_amount"], "0.007500000000000001");
    expect_done(withdraw(anna, {{"coin", "BTC"},
                                {"bchain_name", "BTC"},
                                {"withdraw_address", "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"},
                                {"withdraw_amount", "0.0001"},
                                {"gasfee", "0.000068"}}));
    EXPECT_EQ(history(anna)["withdraw"][0]["address"], bitcoin) << "its normal spelling";
    EXPECT_EQ(anna.held("BTC"), dec("0.0001"));
}

TEST_F(Withdrawals, RefuseEveryWrongAddressByItsSentence) {
    const auto anna = person();
    const auto mailed = code(anna);
    const auto refused = [&](const Fields& more, const std::string& message) {
        expect_error(send(anna, fields(mailed, more)), 400, message, "withdraw_address");
    };
    const Fields erc20{{"bchain_name", "ERC20"}, {"gasfee", "20"}};
    const auto on_ethereum = [&](const std::string& address) {
        Fields more = erc20;
        more["withdraw_address"] = address;
        return more;
    };
    refused({{"withdraw_address", ""}}, "address_required");
    refused({{"withdraw_address", "-"}}, "address_required");
    refused({{"withdraw_address", ethereum}}, "address_network");
    refused({{"withdraw_address", "TGkWdpawVNf"}}, "address_format");
    refused({{"withdraw_address", "TGkWdpawVNfeset3P6uTBbLaPY7nZVZvXZ"}}, "address_format");
    refused(on_ethereum(tron), "address_network");
    refused(on_ethereum("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA9604"), "address_format");
    refused(on_ethereum("0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045"), "address_format");
    // What is sent to nobody or to the coin's own contract is lost.
    refused(on_ethereum("0x0000000000000000000000000000000000000000"), "address_format");
    refused(on_ethereum("0xdac17f958d2ee523a2206206994597c13d831ec7"), "address_format");
    refused({{"coin", "BTC"},
             {"bchain_name", "BTC"},
             {"withdraw_address", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"}},
            "address_format");
    refused({{"coin", "BTC"},
             {"bchain_name", "BTC"},
             {"withdraw_address", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"}},
            "address_network");
    expect_done(send(anna, fields(mailed)));  // None of them has used the code up.
}

TEST_F(Withdrawals, RefuseEachBadField) {
    const auto anna = person();
    const auto mailed = code(anna);
    const auto refused = [&](const Fields& more, int status, const std::string& message,
                             const std::string& field) {
        const auto answer = send(anna, fields(mailed, more));
        expect_error(answer, status, message, field);
        return answer;
    };
    refused({{"coin", "NONE"}}, 404, "unknown_asset", "coin");
    refused({{"bchain_name", "NONE"}}, 400, "invalid_parameter", "bchain_name");
    refused({{"bchain_name", "BTC"}}, 400, "invalid_parameter", "bchain_name");
    refused({{"bchain_name", "BEP20"}, {"withdraw_address", ethereum}}, 409, "network_closed",
            "bchain_name");
    refused({{"withdraw_amount", "-"}}, 400, "missing_parameter", "withdraw_amount");
    refused({{"withdraw_amount", "0"}}, 400, "not_positive", "withdraw_amount");
    refused({{"withdraw_amount", "1e3"}}, 400, "invalid_amount", "withdraw_amount");
    refused({{"withdraw_amount", "20.0000001"}}, 400, "too_many_places", "withdraw_amount");
    EXPECT_EQ(
        detail(refused({{"withdraw_amount", "9.999999"}}, 400, "below_minimum", "withdraw_amount"),
               "minimum"),
        "10");
    EXPECT_EQ(detail(refused({{"withdraw_amount", "1000.000001"}}, 409, "insufficient_balance",
                             "withdraw_amount"),
                     "available"),
              "1000");
    EXPECT_EQ(detail(refused({{"gasfee", "0.5"}}, 409, "fee_changed", "gasfee"), "fee"), "1");
    refused({{"gasfee", "-"}}, 400, "missing_parameter", "gasfee");
    refused({{"verification", "-"}}, 400, "missing_parameter", "verification");
    refused({{"verification", ""}}, 400, "missing_parameter", "verification");
    refused({{"transaction_password", "-"}}, 400, "missing_parameter", "transaction_password");
    refused({{"client_id", "a b"}}, 400, "invalid_parameter", "client_id");
    refused({{"to", "x"}}, 400, "unknown_parameter", "to");
    EXPECT_EQ(withdrawals_of(anna), 0);
    EXPECT_EQ(anna.balance("USDT"), dec("1000"));
}

TEST_F(Withdrawals, NeedSomebodyWhoIsSignedIn) {
    auto stranger = funds->client();
    for (const char* path : {history_path, limits_path})
        expect_error(stranger.get(path), 401, "unauthorized");
    expect_error(send(stranger, fields("123456")), 401, "unauthorized");
    expect_error(stranger.post_json("/api/v3/otp", FastCgiClient::Params{}), 401, "unauthorized");
    expect_error(stranger.post_json(cancel_path, {{"id", "1"}}), 401, "unauthorized");
}

TEST_F(Withdrawals, ACodeGoesToTheClientsOwnMailbox) {
    const auto anna = person();
    auto client = as(anna);
    const auto sent = client.post_json("/api/v3/otp", FastCgiClient::Params{});
    expect_done(sent);
    EXPECT_EQ(sent.json()["sent_to"], "l***@example.com");
    EXPECT_EQ(sent.json()["resend_after"].asInt(), 60);
    expect_error(client.post_json("/api/v3/otp", FastCgiClient::Params{}), 429, "code_too_soon");
    expect_error(client.post_json("/api/v3/otp", {{"email", "x@example.com"}}), 400,
                 "unknown_parameter", "email");
    std::string mailed;
    for (const auto& entry : std::filesystem::directory_iterator{world->config().outbox()}) {
        std::ifstream file{entry.path()};
        const std::string text{std::istreambuf_iterator<char>{file}, {}};
        std::smatch found;
        if (text.find(anna.email) != std::string::npos &&
            std::regex_search(text, found, std::regex{"\\b[0-9]{6}\\b"}))
            mailed = found.str();
    }
    expect_done(send(client, fields(mailed)));
}

TEST_F(Withdrawals, ACodeWorksOnceAndForItsOwnerAlone) {
    const auto anna = person(), ben = person();
    const auto annas = code(anna);
    EXPECT_EQ(send(ben, fields(annas)).message(), "wrong_code");
    expect_done(send(anna, fields(annas)));
    EXPECT_EQ(send(anna, fields(annas)).message(), "wrong_code");
    EXPECT_EQ(withdrawals_of(anna), 1);
    const auto late = code(anna);
    sql("update one_time_codes set expires_at = now() where address = $1", {anna.email});
    expect_error(send(anna, fields(late)), 400, "code_expired", "verification");
    EXPECT_EQ(anna.held("USDT"), dec("50"));
}

TEST_F(Withdrawals, ACodeCannotBeGuessed) {
    const auto anna = person();
    auto guesser = as(anna);
    const auto right = code(anna);
    for (int guess = 0; guess < 5; ++guess)
        EXPECT_EQ(send(guesser, fields(another(right))).message(), "wrong_code");
    expect_error(send(guesser, fields(right)), 400, "code_expired", "verification");
    EXPECT_EQ(withdrawals_of(anna), 0);
}

TEST_F(Withdrawals, AWrongTransactionPasswordUsesNothingUp) {
    const auto anna = person();
    const auto mailed = code(anna);
    const Fields wrong{{"transaction_password", "Wrong-Wrong-9"}};
    for (int guess = 0; guess < 4; ++guess)
        EXPECT_EQ(send(anna, fields(mailed, wrong)).message(), "wrong_transaction_password");
    expect_done(send(anna, fields(mailed)));
    send(anna, fields(code(anna), wrong));
    expect_error(send(anna, fields(code(anna))), 429, "trading_locked");
}

TEST_F(Withdrawals, AskForTheAppsCodeWhereThereIsOne) {
    const auto anna = person();
    pg::Transaction tx{world->superuser()};
    const auto set_up =
        token::begin_two_factor(tx, world->config().hash_key(), anna.id, SessionId{1}, anna.email);
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    token::confirm_two_factor(
        tx, world->config().hash_key(), anna.id, SessionId{1},
        token::authenticator_code(set_up.secret, now - std::chrono::seconds{30}));
    tx.commit();
    EXPECT_TRUE(as(anna).get(limits_path).json()["two_factor"].asBool());
    const auto mailed = code(anna);
    EXPECT_EQ(send(anna, fields(mailed)).message(), "two_factor_required");
    const auto shown = token::authenticator_code(set_up.secret, now);
    EXPECT_EQ(send(anna, fields(mailed, {{"two_factor_code", another(shown)}})).message(),
              "wrong_two_factor");
    EXPECT_EQ(send(anna, fields(another(mailed), {{"two_factor_code", shown}})).message(),
              "wrong_code");
    expect_done(send(anna, fields(mailed, {{"two_factor_code", shown}})));
    EXPECT_EQ(send(anna, fields(code(anna), {{"two_factor_code", shown}})).message(),
              "wrong_two_factor")
        << "never the same one twice";
    EXPECT_EQ(withdrawals_of(anna), 1);
}

TEST_F(Withdrawals, RestAreRestrictedAndStop) {
    const auto anna = person();
    const auto mailed = code(anna);
    sql("update clients set withdrawals_rest_until = now() + interval '1 hour' where id = $1",
        {anna.id});
    const auto resting = send(anna, fields(mailed));
    expect_error(resting, 409, "withdrawals_resting");
    EXPECT_FALSE(detail(resting, "until").empty());
    EXPECT_FALSE(as(anna).get(limits_path).json()["rests_until"].isNull());
    sql("update clients set withdrawals_rest_until = now() - interval '1 second' where id = $1",
        {anna.id});

    sql("update clients set withdraw_transfer_status = 'NOT_ALLOWED', "
        "withdraw_restriction = '7 days' where id = $1",
        {anna.id});
    const auto restricted = send(anna, fields(mailed));
    expect_error(restricted, 403, "withdrawals_restricted");
    EXPECT_EQ(detail(restricted, "restriction"), "7 days");
    EXPECT_EQ(as(anna).get(limits_path).json()["restricted"]["text"], "7 days");
    sql("update clients set withdraw_transfer_status = 'ALLOWED' where id = $1", {anna.id});

    sql("insert into audits (passed, accounts, transfers) values (false, 0, 0)");
    expect_error(send(anna, fields(mailed)), 503, "withdrawals_paused");
    EXPECT_TRUE(as(anna).get(limits_path).json()["frozen_by_audit"].asBool());
    sql("insert into audits (passed, accounts, transfers) values (true, 0, 0)");

    world->operate({"pause", "withdrawals"});
    expect_error(send(anna, fields(mailed)), 503, "withdrawals_paused");
    world->operate({"resume", "withdrawals"});

    auto client = as(anna);
    sql("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {anna.id});
    expect_error(send(client, fields(mailed)), 403, "frozen_account");
    sql("update clients set status = 'ACTIVE' where id = $1", {anna.id});
    expect_done(send(anna, fields(mailed)));
}

TEST_F(Withdrawals, NeedBooksThatWereProvedWithinTwoPeriods) {
    const auto anna = person();
    sql("update clients set one_step_withdrawal = true where id = $1", {anna.id});
    const auto proved = [](const char* ago) {
        sql("delete from audits");
        sql("insert into audits (at, passed, accounts, transfers) "
            "values (now() - $1::interval, true, 1, 1)",
            {ago});
    };
    proved("119 minutes");
    expect_done(send(anna, fields("-")));
    EXPECT_FALSE(as(anna).get(limits_path).json()["frozen_by_audit"].asBool());
    proved("121 minutes");
    expect_error(send(anna, fields("-")), 503, "withdrawals_paused");
    EXPECT_TRUE(as(anna).get(limits_path).json()["frozen_by_audit"].asBool());
    sql("delete from audits");
    expect_error(send(anna, fields("-")), 503, "withdrawals_paused");
    EXPECT_TRUE(as(anna).get(limits_path).json()["frozen_by_audit"].asBool());
    std::string output;
    EXPECT_EQ(world->job("audit_ledger", &output), 0) << output;
    expect_done(send(anna, fields("-")));
}

TEST_F(Withdrawals, CountForTheLimitAtAPriceThatCanBeTrusted) {
    const auto anna = person();
    const auto mailed = code(anna);
    const Fields coins{{"coin", "ETH"},
                       {"bchain_name", "ERC20"},
                       {"withdraw_address", ethereum},
                       {"withdraw_amount", "0.02"},
                       {"gasfee", "0.0025"}};
    const auto refused = [&] {
        expect_error(send(anna, fields(mailed, coins)), 409, "stale_price", "coin");
    };
    world->quote("ETHUSDT", "2000", std::chrono::minutes{61});
    refused();
    world->quote("ETHUSDT", "2000");
    sql("update quotes set held_back = 900 where market_id = $1", {world->market("ETHUSDT")});
    refused();
    world->quote("ETHUSDT", "2000");
    sql("insert into provider_books (market_id, bids, asks, provider_at, received_at, held_back) "
        "values ($1, '[]', '[]', now(), now(), 900)",
        {world->market("ETHUSDT")});
    refused();
    sql("delete from provider_books");
    const auto done = send(anna, fields(mailed, coins));
    expect_done(done);
    EXPECT_EQ(done.json()["withdrawal"]["stage"], "REQUESTED");
}

TEST_F(Withdrawals, GoToSavedAddressesOnlyUnderTheWhitelist) {
    const auto anna = person();
    const auto mailed = code(anna);
    sql("update clients set withdrawal_whitelist = true where id = $1", {anna.id});
    expect_error(send(anna, fields(mailed)), 409, "address_not_saved", "withdraw_address");
    const auto ben = person();
    const char* save =
        "insert into withdrawal_addresses (client_id, label, asset_id, network, address) "
        "values ($1, 'Home', $2, 'TRC20', $3)";
    sql(save, {ben.id, world->asset("USDT"), tron});
    expect_error(send(anna, fields(mailed)), 409, "address_not_saved", "withdraw_address");
    sql(save, {anna.id, world->asset("USDC"), tron});
    expect_error(send(anna, fields(mailed)), 409, "address_not_saved", "withdraw_address");
    sql(save, {anna.id, world->asset("USDT"), tron});
    const auto done = send(anna, fields(mailed));
    expect_done(done);
    EXPECT_EQ(done.json()["withdrawal"]["label"], "Home");
}

TEST_F(Withdrawals, TheHighestLimitHoldsOnlyForWhoIsVerified) {
    const auto anna = person();
    const auto limit_as = [&](const char* status) {
        sql("update clients set withdraw_limit = 8000000, account_status = $2 where id = $1",
            {anna.id, status});
        return as(anna).get(limits_path).json()["limit"].asString();
    };
    EXPECT_EQ(limit_as("Verified"), "8000000");
    EXPECT_EQ(limit_as("Unverified"), "1500");
}

TEST_F(Withdrawals, StayWithinTheDailyLimit) {
    const auto anna = person();  // 500 USDT a day
    expect_done(withdraw(anna, {{"withdraw_amount", "400"}}));
    const auto limits = as(anna).get(limits_path).json();
    EXPECT_EQ(limits["limit"], "500");
    EXPECT_EQ(limits["used"], "400");
    EXPECT_EQ(limits["left"], "100");
    EXPECT_EQ(limits["available"]["USDT"], "600");
    const auto mailed = code(anna);
    const auto more = send(anna, fields(mailed, {{"withdraw_amount", "100.000001"}}));
    expect_error(more, 409, "withdrawal_limit", "withdraw_amount");
    EXPECT_EQ(detail(more, "limit"), "500");
    EXPECT_EQ(detail(more, "left"), "100");
    const Fields coins{{"coin", "BTC"},
                       {"bchain_name", "BTC"},
                       {"withdraw_address", bitcoin},
                       {"withdraw_amount", "0.00200001"},
                       {"gasfee", "0.000068"}};
    expect_error(send(anna, fields(mailed, coins)), 409, "withdrawal_limit", "withdraw_amount");
    expect_done(send(anna, fields(mailed, {{"withdraw_amount", "100"}})));
    const auto list = history(anna)["withdraw"];
    for (const auto& one : list) expect_done(cancel(anna, one["id"].asString()));
    EXPECT_EQ(as(anna).get(limits_path).json()["left"], "500");
}

TEST_F(Withdrawals, NeedNoCodeUnderOneStep) {
    const auto anna = person();
    sql("update clients set one_step_withdrawal = true where id = $1", {anna.id});
    expect_done(send(anna, fields("-")));
    expect_done(send(anna, fields("")));
    EXPECT_EQ(send(anna, fields("000000")).message(), "wrong_code") << "a code given is checked";
    const auto limits = as(anna).get(limits_path).json();
    EXPECT_TRUE(limits["one_step"]["on"].asBool());
    EXPECT_EQ(limits["one_step"]["left"], "9900");
}

TEST_F(Withdrawals, NeverGoToAFraudulentAddress) {
    const auto anna = person();
    const auto list = world->config().outbox() + "-fraudulent";
    std::ofstream{list} << "# reported\n\n  " << tron << "  # a false desk\n";
    world->config().set("FRAUDULENT_ADDRESSES_FILE", list);
    funds->stop();
    funds->start();
    const auto mailed = code(anna);
    expect_error(send(anna, fields(mailed)), 409, "address_fraudulent", "withdraw_address");
    // The page asks before it sends a code.
    expect_error(check_address(anna, tron), 409, "address_fraudulent", "withdraw_address");
    expect_done(check_address(anna, "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"));
    std::filesystem::remove(list);
    expect_error(send(anna, fields(mailed)), 503, "unavailable");
    expect_error(check_address(anna, tron), 503, "unavailable");
    world->config().set("FRAUDULENT_ADDRESSES_FILE", "");
    funds->stop();
    funds->start();
    expect_done(send(anna, fields(mailed)));
}

TEST_F(Withdrawals, SayBeforehandWhetherAnAddressWillDo) {
    const auto anna = person();
    expect_done(check_address(anna, tron));
    expect_error(check_address(anna, ""), 400, "address_required", "withdraw_address");
    expect_error(check_address(anna, ethereum), 400, "address_network", "withdraw_address");
    expect_error(check_address(anna, "TGkWdpawVNfeset3P6uTBbLaPY7nZVZvXX"), 400, "address_format",
                 "withdraw_address");
    // Its own hot wallet.
    expect_error(check_address(anna, "TE2H9hWjzYdwzDFRJfx9BFhr4MmjH1CHaz"), 409,
                 "address_of_exchange", "withdraw_address");
    expect_error(check_address(anna, tron, "NOPE"), 404, "unknown_asset", "coin");
    expect_error(funds->client().post_json(check_path, {{"coin", "USDT"}}), 401, "unauthorized");
    EXPECT_EQ(withdrawals_of(anna), 0);
}

TEST_F(Withdrawals, NeverGoToAnAddressOfThisExchange) {
    const auto anna = person(), ben = person();
    sql("insert into deposit_keys (key_id, next_index) values ('test', 3) on conflict do nothing");
    const auto deposit_address = [](const Person& who, const char* kind, const char* address) {
        sql(R"sql(insert into deposit_addresses (client_id, kind, key_id, derivation_index, address)
                  values ($1, $2, 'test', (select count(*) from deposit_addresses), $3))sql",
            {who.id, kind, address});
    };
    const Fields erc20{{"bchain_name", "ERC20"}, {"gasfee", "20"}};
    const auto mailed = code(anna);
    const auto refused = [&](const std::string& address, Fields more = {}) {
        more["withdraw_address"] = address;
        expect_error(send(anna, fields(mailed, more)), 409, "address_of_exchange",
                     "withdraw_address");
    };
    deposit_address(ben, "tron", "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH");
    refused("TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH");
    deposit_address(anna, "evm", "0x9858EfFD232B4033E47d90003D41EC34EcaEda94");
    refused("0x9858EfFD232B4033E47d90003D41EC34EcaEda94", erc20);
    refused("0x9858effd232b4033e47d90003d41ec34ecaeda94", erc20);
    deposit_address(ben, "bitcoin", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu");
    refused("BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU", {{"coin", "BTC"},
                                                           {"bchain_name", "BTC"},
                                                           {"withdraw_amount", "0.001"},
                                                           {"gasfee", "0.000068"}});
    // Those that withdrawals are sent from.
    refused("TE2H9hWjzYdwzDFRJfx9BFhr4MmjH1CHaz");
    refused("0x2c7536e3605d9c16a7a3d7b1898e529396a65c23", erc20);
    EXPECT_EQ(withdrawals_of(anna), 0);
    EXPECT_EQ(anna.balance("USDT"), dec("1000"));

    world->config().set("OWN_ADDRESSES", std::string{ethereum} + "," + tron);
    funds->stop();
    funds->start();
    refused(tron);
    world->config().set("OWN_ADDRESSES", "");
    funds->stop();
    funds->start();
    expect_done(send(anna, fields(mailed)));  // None of them has used the code up.
}

TEST_F(Withdrawals, DepositsThatAreNotFinalDoNotLeave) {
    const auto anna = world->client("locked@example.com").with("USDT", "100");
    // 80 of it came by a deposit that a reorganisation could still take back.
    sql(R"sql(
        with key as (insert into deposit_keys (key_id, next_index) values ('k', 1)),
        address as (insert into deposit_addresses
                        (client_id, kind, key_id, derivation_index, address)
                    values ($1, 'evm', 'k', 0, '0x1') returning id)
        insert into deposits (network_id, asset_id, client_id, address_id, txid, position,
                              raw_amount, amount, block_height, block_hash, confirmations_needed,
                              unlock_confirmations, state, credited)
        select n.id, $2, $1, address.id, '0xabc', 0, 80000000, 80, 1, '0x1', 6, 64, 3, 80
          from networks n, address where n.name = 'ERC20')sql",
        {anna.id, world->asset("USDT")});
    EXPECT_EQ(as(anna).get(limits_path).json()["available"]["USDT"], "20");
    const auto mailed = code(anna);
    const auto refused = send(anna, fields(mailed));
    expect_error(refused, 409, "insufficient_balance", "withdraw_amount");
    EXPECT_EQ(detail(refused, "available"), "20");
    sql("update deposits set unlocked_at = now() where client_id = $1", {anna.id});
    expect_done(send(anna, fields(mailed)));
    sql("delete from deposits where client_id = $1", {anna.id});
}

TEST_F(Withdrawals, AreHiddenFromOthers) {
    const auto anna = person(), ben = person();
    expect_done(withdraw(anna));
    EXPECT_EQ(history(anna)["total"].asInt(), 1);
    EXPECT_EQ(history(ben)["total"].asInt(), 0);
    EXPECT_EQ(as(ben).get(limits_path).json()["used"], "0");
}

}  // namespace
}  // namespace cambio
