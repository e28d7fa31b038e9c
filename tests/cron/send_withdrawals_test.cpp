// The whole way of a withdrawal over real nodes: given out, signed elsewhere, taken back, sent,
// final. Whatever breaks on the way, it is paid once or not at all.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <json/reader.h>
#include <json/writer.h>

#include <atomic>
#include <csignal>
#include <fstream>
#include <sstream>

#include "chain/evm_node.h"
#include "chain/networks.h"
#include "chain/transaction_evm.h"
#include "http/http.h"
#include "support/builders.h"
#include "support/chain_nodes.h"
#include "support/http_server.h"
#include "support/source_files.h"
#include "withdrawals/withdrawals.h"

namespace cambio::test {
namespace {

using testing::HasSubstr;
using Words = std::vector<std::string>;

constexpr const char* hot = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
constexpr const char* hot_bitcoin = "rb1q50rtrmj2f8vl9tem8qpfw36ylw5jg9j2ce5xxj";
constexpr const char* receiver = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
constexpr const char* receiver_bitcoin = "rb1qvux25709r4uw6rzc8wyl7wwecjdhrx08fhmssz";

class SendWithdrawals : public testing::Test {
  protected:
    static std::string network(const std::string& name, const std::string& kind, int chain_id,
                               const std::string& coins) {
        return R"({"name": ")" + name + R"(", "kind": ")" + kind + R"(", "title": ")" + name +
               R"(", "subname": ")" + name + R"(", "chain_id": )" + std::to_string(chain_id) +
               R"(, "hrp": "rb", "arrival_minutes": 1, "confirmations": 3,
                 "unlock_confirmations": 5, "coins": [)" +
               coins + "]}";
    }
    static std::string coin(const std::string& code, const std::string& contract, int decimals) {
        const std::string where = contract.empty() ? "null" : "\"" + contract + "\"";
        return R"({"coin": ")" + code + R"(", "contract": )" + where + R"(, "decimals": )" +
               std::to_string(decimals) + R"(, "minimum_deposit": "0.01", "withdrawal":
                {"minimum": "0.001", "fee": "0.0001", "arrival_minutes": 1, "confirmations": 3}})";
    }
    void use_networks(const std::string& list) {
        const auto file = folder.write("networks.json",
                                       R"({"coins": [{"coin": "USDT", "minimum_listed": "1"},
            {"coin": "ETH", "minimum_listed": "1"}, {"coin": "BTC", "minimum_listed": "1"}],
            "networks": [)" + list + "]}");
        pg::Connection owner{world.database().owner()};
        chain::load_networks(owner, file);
    }

    /// As a client has asked for it and the policy has approved it.
    std::int64_t ask(const std::string& code, const std::string& by, const std::string& to,
                     const std::string& amount) {
        withdrawals::Request asked;
        asked.client = anna.id;
        asked.asset = world.asset(code);
        asked.network = by;
        asked.address = to;
        asked.amount = dec(amount);
        asked.fee = dec("0.0001");
        asked.approved = true;
        asked.confirmations_needed = 3;
        pg::Transaction tx{world.app()};
        const auto id = withdrawals::request(tx, asked);
        tx.commit();
        return id.value;
    }

    int control(Words words) {
        output.clear();
        return run_job("cambioctl", world.config().path(), words, &output);
    }
    std::string next_file(const std::string& name) {
        return folder.file(name + std::to_string(++files) + ".json");
    }
    std::string exported() {
        const auto file = next_file("exported");
        EXPECT_EQ(control({"withdrawals", "export", file, "--reason", "Daily run"}), 0) << output;
        return file;
    }
    std::string signed_file(const std::string& file) {
        const auto result = next_file("signed");
        EXPECT_EQ(
            ChildProcess::run(
                {"node", test::source_file("/tests/support/chains/sign.cjs"), file, result}, {}),
            0);
        return result;
    }
    int import(const std::string& file) {
        return control({"withdrawals", "import", file, "--reason", "Signed by two"});
    }
    void carried_to_the_door() { ASSERT_EQ(import(signed_file(exported())), 0) << output; }

    int send() { return run_job("send_withdrawals", world.config().path(), {"--once"}, &output); }
    void sent() {
        output.clear();
        EXPECT_EQ(send(), 0) << output;
    }
    std::string stage(std::int64_t id) {
        pg::Transaction tx{world.app()};
        return std::string{withdrawals::name_of(withdrawals::lock(tx, WithdrawalId{id})->stage)};
    }
    Json::Value shown(std::int64_t id) {
        EXPECT_EQ(control({"withdrawals", "show", std::to_string(id), "--json"}), 0) << output;
        Json::Value value;
        std::istringstream{output} >> value;
        return value;
    }
    Decimal on_chain(const std::string& network, const std::string& code) {
        pg::Transaction tx{world.app()};
        return ledger::balance(tx, ledger::chain_account(tx, network, world.asset(code)));
    }
    void TearDown() override { expect_books_balance(world); }

    ScratchFolder folder;
    World world{{{"HOT_ETHEREUM_ADDRESS", hot}, {"HOT_BITCOIN_ADDRESS", hot_bitcoin}}};
    Person anna =
        world.client("anna@example.com").with("USDT", "1000").with("ETH", "10").with("BTC", "1");
    std::string output;
    int files = 0;
};

class OnEthereum : public SendWithdrawals {
  protected:
    OnEthereum() {
        token = anvil.deploy_token("USDT", 6);
        before_money = anvil.snapshot();
        anvil.send(token, token_calls::mint(hot, "3b9aca00"), "0x0", 1);  // 1,000 USDT
        anvil.mine();
        use_networks(
            network("ERC20", "evm", 31337, coin("USDT", token, 6) + "," + coin("ETH", "", 18)));
        world.config().set("ETHEREUM_NODE_URL", anvil.url());
    }
    Decimal ether_of(const std::string& address) {
        const auto wei = chain::number_of(chain::EvmNode{anvil.url()}.balance(address));
        return chain::amount_of(wei.value(), Decimal::places).value();
    }
    std::string received() { return chain::EvmNode{anvil.url()}.token_balance(token, receiver); }

    Anvil anvil;
    std::string token, before_money;
};

TEST_F(OnEthereum, TheMoneyArrivesAndLeavesTheBooks) {
    const auto tokens = ask("USDT", "ERC20", receiver, "50");
    const auto ether = ask("ETH", "ERC20", receiver, "1.0001");
    world.fund(ledger::House::fees, "ETH", "1");
    const auto before = ether_of(hot);
    const auto file = exported();
    EXPECT_EQ(stage(tokens), "EXPORTED");
    const auto signatures = signed_file(file);
    ASSERT_EQ(import(signatures), 0) << output;
    EXPECT_EQ(stage(tokens), "SIGNED");
    EXPECT_EQ(received(), "0") << "nothing is sent by the import";
    ASSERT_EQ(import(signatures), 0) << "twice is once: " << output;
    sent();
    EXPECT_EQ(stage(tokens), "BROADCAST");
    EXPECT_EQ(stage(ether), "BROADCAST");
    anvil.mine(2);
    sent();
    EXPECT_EQ(stage(tokens), "BROADCAST");
    EXPECT_EQ(shown(tokens)["confirmations"], "2 of 3");
    EXPECT_EQ(anna.held("USDT"), dec("50"));
    anvil.mine();
    sent();
    sent();
    EXPECT_EQ(stage(tokens), "CONFIRMED");
    EXPECT_EQ(stage(ether), "CONFIRMED");
    EXPECT_EQ(received(), "49999900");
    EXPECT_EQ(anna.held("USDT"), Decimal{});
    EXPECT_EQ(anna.balance("USDT"), dec("950"));
    EXPECT_EQ(on_chain("ERC20", "USDT"), dec("49.9999"));
    EXPECT_EQ(world.house_balance(ledger::House::fees, "USDT"), dec("0.0001"));
    // What the chain took of the house's ether is what the books say it took.
    const auto fees = dec("1") + dec("0.0001") - world.house_balance(ledger::House::fees, "ETH");
    EXPECT_TRUE(fees.positive());
    EXPECT_EQ(on_chain("ERC20", "ETH"), dec("1") + fees);
    EXPECT_EQ(before - ether_of(hot), dec("1") + fees);
}

TEST_F(OnEthereum, ATimeOutStaysUnknownAndNeverPaysTwice) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    carried_to_the_door();
    // The node takes the transaction and dies before it can say so.
    HttpServer silent{HttpServer::Where::loopback, [this](const HttpRequest& request) {
                          http::Client client;
                          http::Outgoing forward;
                          forward.method = "POST";
                          forward.url = anvil.url();
                          forward.headers = {"Content-Type: application/json"};
                          forward.body = request.body;
                          const auto answer = client.send(forward);
                          const bool sending =
                              request.body.find("eth_sendRawTransaction") != std::string::npos;
                          return sending ? std::string{} : HttpServer::ok(answer.body);
                      }};
    world.config().set("ETHEREUM_NODE_URL", silent.url());
    sent();
    EXPECT_EQ(stage(id), "UNKNOWN");
    EXPECT_EQ(anna.held("USDT"), dec("50")) << "nothing comes back for a time-out";
    EXPECT_EQ(control({"withdrawals", "reject", std::to_string(id), "--reason", "Lost"}), 1);
    EXPECT_THAT(output, HasSubstr("may hold a signature"));
    world.config().set("ETHEREUM_NODE_URL", anvil.url());
    sent();
    EXPECT_EQ(stage(id), "BROADCAST");
    anvil.mine(3);
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
    EXPECT_EQ(received(), "49999900");
}

TEST_F(OnEthereum, ANodeThatIsAwayIsAskedAgain) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    carried_to_the_door();
    world.config().set("ETHEREUM_NODE_URL", "http://127.0.0.1:9");
    EXPECT_EQ(send(), 1);
    EXPECT_EQ(stage(id), "SIGNED");
    world.config().set("ETHEREUM_NODE_URL", anvil.url());
    sent();
    anvil.mine(3);
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
}

TEST_F(OnEthereum, KilledAtEachStepItPaysOnce) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    carried_to_the_door();
    // Every call to the node may be the last: before it arrives, or after.
    std::atomic<int> calls = 0, last = 0;
    std::atomic<bool> arrives = false;
    std::atomic<pid_t> victim = 0;
    HttpServer proxy{HttpServer::Where::loopback, [&](const HttpRequest& request) {
                         const bool dies = ++calls == last;
                         std::string body;
                         if (!dies || arrives) {
                             http::Client client;
                             http::Outgoing forward;
                             forward.method = "POST";
                             forward.url = anvil.url();
                             forward.headers = {"Content-Type: application/json"};
                             forward.body = request.body;
                             body = client.send(forward).body;
                         }
                         if (dies) {
                             wait_until("the job is known", [&] { return victim != 0; });
                             ::kill(victim, SIGKILL);
                             return std::string{};
                         }
                         return HttpServer::ok(body);
                     }};
    world.config().set("ETHEREUM_NODE_URL", proxy.url());
    int deaths = 0;
    for (int round = 0; round < 40 && stage(id) != "CONFIRMED"; ++round) {
        calls = 0;
        victim = 0;
        last = round / 2 % 5 + 1;
        arrives = round % 2 == 1;
        ChildProcess job{{program_path("send_withdrawals"), "--once"},
                         {.environment = {"CAMBIO_CONFIG=" + world.config().path()},
                          .output = folder.file("killed"),
                          .user = "",
                          .death_signal = 9}};
        victim = job.pid();
        deaths += job.wait() == 128 + SIGKILL ? 1 : 0;
        if (round % 4 == 3) anvil.mine();
    }
    EXPECT_GE(deaths, 6);
    world.config().set("ETHEREUM_NODE_URL", anvil.url());
    anvil.mine(3);
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
    EXPECT_EQ(received(), "49999900");
    EXPECT_EQ(anna.held("USDT"), Decimal{});
    EXPECT_EQ(anna.balance("USDT"), dec("950"));
}

TEST_F(OnEthereum, AReorganisationTakesNothingBack) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    carried_to_the_door();
    sent();
    anvil.mine(2);
    sent();
    EXPECT_EQ(shown(id)["confirmations"], "2 of 3");
    anvil.reorganise(2);
    sent();
    EXPECT_EQ(stage(id), "BROADCAST");
    EXPECT_EQ(anna.held("USDT"), dec("50"));
    anvil.mine(3);
    sent();
    sent();
    anvil.mine(3);
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
    EXPECT_EQ(received(), "49999900");
}

TEST_F(OnEthereum, WhatWasSignedOtherwiseIsNotTaken) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    const auto file = exported();
    Json::Value document;
    std::ifstream{file} >> document;
    const std::vector<std::pair<std::string, std::string>> changes = {
        {"to", hot},           {"value", "1"},         {"nonce", "99"},
        {"chain_id", "1"},     {"gas_limit", "99999"}, {"max_fee_per_gas", "99999999999"},
        {"data", "0xa9059cbb"}};
    for (const auto& [field, value] : changes) {
        auto changed = document;
        changed["transactions"][0][field] = value;
        if (field == "max_fee_per_gas")
            changed["transactions"][0]["max_priority_fee_per_gas"] = "1";
        const auto forged = folder.file("forged-" + field);
        std::ofstream{forged} << changed;
        EXPECT_EQ(import(signed_file(forged)), 1) << field;
        EXPECT_THAT(output, HasSubstr(field));
        EXPECT_EQ(stage(id), "EXPORTED");
    }
    const auto again = next_file("again");
    ASSERT_EQ(control({"withdrawals", "export", again, "--again", "--reason", "Lost the stick"}),
              0);
    ASSERT_EQ(import(signed_file(again)), 0) << "the very same form: " << output;
    EXPECT_EQ(control({"withdrawals", "export", again, "--reason", "Over it"}), 1);
    EXPECT_THAT(output, HasSubstr("is there already"));
}

TEST_F(OnEthereum, ATransactionThatFailsComesBackForReview) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    carried_to_the_door();
    anvil.revert(before_money);  // The hot address has no coins any more.
    sent();
    anvil.mine(3);
    sent();
    EXPECT_EQ(stage(id), "REQUESTED");
    EXPECT_THAT(shown(id)["reason"].asString(), HasSubstr("failed"));
    EXPECT_EQ(anna.held("USDT"), dec("50"));
    ASSERT_EQ(control({"withdrawals", "reject", std::to_string(id), "--reason", "Blocked there"}),
              0);
    EXPECT_EQ(anna.balance("USDT"), dec("1000"));
}

TEST_F(OnEthereum, OnlyAFinalConflictReleasesTheMoney) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    exported();
    const Words reject{"withdrawals", "reject", std::to_string(id), "--reason", "Key ceremony off"};
    EXPECT_EQ(control(reject), 1);
    const auto with = [&](const std::string& conflict) {
        auto words = reject;
        words.insert(words.end(), {"--conflict", conflict});
        return control(words);
    };
    EXPECT_EQ(with("0x" + std::string(64, '1')), 1);
    const auto other = anvil.send(token, token_calls::mint(hot, "1"), "0x0", 1);
    anvil.mine(6);
    EXPECT_EQ(with(other), 1);
    EXPECT_THAT(output, HasSubstr("does not exclude"));
    const auto conflict = anvil.send(hot, "0x", "0x0", 0);  // The same sender and nonce.
    anvil.mine();
    EXPECT_EQ(with(conflict), 1);
    EXPECT_THAT(output, HasSubstr("not final"));
    anvil.mine(5);
    EXPECT_EQ(with(conflict), 0) << output;
    EXPECT_EQ(stage(id), "REJECTED");
    EXPECT_EQ(anna.balance("USDT"), dec("1000"));
}

TEST_F(OnEthereum, NothingLeavesWhileTheBooksAreWrong) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    carried_to_the_door();
    world.superuser().run("insert into audits (passed, accounts, transfers) values (false, 0, 0)");
    sent();
    EXPECT_EQ(stage(id), "SIGNED");
    ask("USDT", "ERC20", receiver, "50");
    EXPECT_EQ(control({"withdrawals", "export", next_file("no"), "--reason", "Daily run"}), 1);
    world.superuser().run("insert into audits (passed, accounts, transfers) values (true, 0, 0)");
    sent();
    EXPECT_EQ(stage(id), "BROADCAST");
}

TEST_F(SendWithdrawals, OnBitcoinWithChangeToTheHotAddress) {
    BitcoinRegtest regtest;
    use_networks(network("BTC", "bitcoin", 0, coin("BTC", "", 8)));
    world.config().set("BITCOIN_NODE_URL", regtest.url());
    regtest.mine(450);  // From then on witnesses count.
    regtest.send(hot_bitcoin, "0.5");
    regtest.mine();
    sent();
    const auto id = ask("BTC", "BTC", receiver_bitcoin, "0.1001");
    carried_to_the_door();
    sent();
    EXPECT_EQ(stage(id), "BROADCAST");
    regtest.mine(3);
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
    EXPECT_EQ(on_chain("BTC", "BTC") - dec("0.1"),
              dec("0.0001") - world.house_balance(ledger::House::fees, "BTC"));
    EXPECT_EQ(anna.balance("BTC"), dec("0.8999"));
    // The change can be spent again, and the coin that was spent cannot.
    const auto outputs = world.app().run(
        "select trim_scale(sum(value))::text as value from hot_outputs where spent_height is null");
    const auto change = dec(outputs[0].str("value"));
    EXPECT_LT(change, dec("0.4"));
    EXPECT_GT(change, dec("0.3999"));
    EXPECT_EQ(dec("0.5") - dec("0.1") - change, on_chain("BTC", "BTC") - dec("0.1"));
    const auto second = ask("BTC", "BTC", receiver_bitcoin, "0.2001");
    carried_to_the_door();
    sent();
    regtest.mine(3);
    sent();
    EXPECT_EQ(stage(second), "CONFIRMED");
}

}  // namespace
}  // namespace cambio::test
