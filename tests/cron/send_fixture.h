// What the suites of send_withdrawals share: a world with money to withdraw, the operator's
// program, a signer elsewhere.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <json/reader.h>
#include <json/writer.h>

#include <atomic>
#include <csignal>
#include <fstream>
#include <functional>
#include <sstream>

#include "chain/address.h"
#include "chain/bitcoin/address.h"
#include "chain/bitcoin/node.h"
#include "chain/evm/node.h"
#include "chain/networks.h"
#include "chain/units.h"
#include "crypto/crypto.h"
#include "http/http.h"
#include "support/builders.h"
#include "support/chain_nodes.h"
#include "support/http_server.h"
#include "support/source_files.h"
#include "withdrawals/withdrawals.h"

namespace cambio::test {

using Words = std::vector<std::string>;

inline constexpr const char* hot = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
inline constexpr const char* hot_bitcoin = "rb1q50rtrmj2f8vl9tem8qpfw36ylw5jg9j2ce5xxj";
inline constexpr const char* receiver = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
inline constexpr const char* receiver_bitcoin = "rb1qvux25709r4uw6rzc8wyl7wwecjdhrx08fhmssz";

class SendWithdrawals : public testing::Test {
  protected:
    /// What a node answers to a request that somebody between it and the job has seen.
    static std::string forwarded(const std::string& node, const HttpRequest& request) {
        http::Client client;
        http::Outgoing forward;
        forward.method = "POST";
        forward.url = node;
        forward.headers = {"Content-Type: application/json"};
        forward.body = request.body;
        return client.send(forward).body;
    }
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

    /// As a client has asked for it and an operator has approved it.
    std::int64_t ask(const std::string& code, const std::string& by, const std::string& to,
                     const std::string& amount) {
        withdrawals::Request asked;
        asked.client = anna.id;
        asked.asset = world.asset(code);
        asked.network = by;
        asked.address = to;
        asked.amount = dec(amount);
        asked.fee = dec("0.0001");
        asked.confirmations_needed = 3;
        pg::Transaction tx{world.app()};
        const auto id = withdrawals::request(tx, asked, 10'000);
        auto withdrawal = *withdrawals::lock(tx, id);
        withdrawals::step(tx, withdrawal, withdrawals::Stage::approved);
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
    Json::Value form_in(const std::string& file) {
        Json::Value document;
        std::ifstream{file} >> document;
        return document["transactions"][0];
    }
    int bump(std::int64_t id, const std::string& file, const Words& more = {}) {
        Words words{"withdrawals", "bump", std::to_string(id), file, "--reason", "Stuck"};
        words.insert(words.end(), more.begin(), more.end());
        return control(words);
    }
    /// The file of a bump that has to be possible.
    std::string bumped(std::int64_t id, const Words& more = {}) {
        const auto file = next_file("bumped");
        EXPECT_EQ(bump(id, file, more), 0) << output;
        return file;
    }
    void bumped_and_imported(std::int64_t id) {
        ASSERT_EQ(import(signed_file(bumped(id))), 0) << output;
    }
    /// "CONFIRMED" of each version, the oldest first.
    std::vector<std::string> versions(std::int64_t id) {
        std::vector<std::string> stages;
        const auto card = shown(id);
        for (const auto& line : card["versions"]) {
            const auto words = line.asString();
            const auto from = words.find(' ') + 1;
            stages.push_back(words.substr(from, words.find(' ', from) - from));
        }
        return stages;
    }
    std::string txid_of(std::int64_t id, int version) {
        return world.app()
            .run("select txid from outgoing_transactions where withdrawal_id = $1 order by id",
                 {id})[version]
            .str("txid");
    }
    /// What `cambioctl totals` says that the chain holds beyond the books.
    std::string difference(const std::string& network, const std::string& coin) {
        EXPECT_EQ(control({"totals", "--json"}), 0) << output;
        Json::Value all;
        std::istringstream{output.substr(output.find('{'))} >> all;
        for (const auto& line : all["chains"])
            if (line["network"] == network && line["coin"] == coin)
                return line["difference"].asString();
        return "none";
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
    /// Runs the job until `done`, and kills it at each of its calls to the node: before the call
    /// arrives there, or after. Returns how often it died.
    int kill_at_each_call(const std::string& setting, const std::string& node, int calls_of_a_run,
                          const std::function<bool()>& done, const std::function<void()>& mine) {
        std::atomic<int> calls = 0, last = 0;
        std::atomic<bool> arrives = false;
        std::atomic<pid_t> victim = 0;
        HttpServer proxy{HttpServer::Where::loopback, [&](const HttpRequest& request) {
                             const bool dies = ++calls == last;
                             std::string body;
                             if (!dies || arrives) body = forwarded(node, request);
                             if (dies) {
                                 wait_until("the job is known", [&] { return victim != 0; });
                                 ::kill(victim, SIGKILL);
                                 return std::string{};
                             }
                             return HttpServer::ok(body);
                         }};
        world.config().set(setting, proxy.url());
        int deaths = 0;
        for (int round = 0; round < 8 * calls_of_a_run && !done(); ++round) {
            calls = 0;
            victim = 0;
            last = round / 2 % calls_of_a_run + 1;
            arrives = round % 2 == 1;
            ChildProcess job{{program_path("send_withdrawals"), "--once"},
                             {.environment = {"CAMBIO_CONFIG=" + world.config().path()},
                              .output = folder.file("killed"),
                              .user = "",
                              .death_signal = 9}};
            victim = job.pid();
            deaths += job.wait() == 128 + SIGKILL ? 1 : 0;
            if (round % 4 == 3) mine();
        }
        world.config().set(setting, node);
        return deaths;
    }
    void TearDown() override { expect_books_balance(world); }

    ScratchFolder folder;
    World world{
        {{"DEMO", "no"}, {"HOT_ETHEREUM_ADDRESS", hot}, {"HOT_BITCOIN_ADDRESS", hot_bitcoin}}};
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

class OnBitcoin : public SendWithdrawals {
  protected:
    static constexpr int blocks_before = 110;  // From then on witnesses count.

    OnBitcoin() {
        use_networks(network("BTC", "bitcoin", 0, coin("BTC", "", 8)));
        world.config().set("BITCOIN_NODE_URL", regtest.url());
        regtest.mine(blocks_before);
        regtest.send(hot_bitcoin, "0.5");
        regtest.mine();
        sent();
    }
    /// Satoshi that all blocks have paid to an address.
    std::int64_t paid_to(const std::string& address) {
        const auto script = chain::script_pubkey(address, "rb").value();
        chain::BitcoinNode node{regtest.url()};
        std::int64_t sum = 0;
        for (std::int64_t height = blocks_before; height <= node.height(); ++height)
            for (const auto& transaction : node.block(*node.block_hash(height)).transactions)
                for (const auto& paid : transaction.outputs)
                    if (paid.script == script) sum += paid.value;
        return sum;
    }
    void expect_paid_once(std::int64_t id) {
        EXPECT_EQ(stage(id), "CONFIRMED");
        EXPECT_EQ(paid_to(receiver_bitcoin), 10'000'000);
        EXPECT_EQ(anna.held("BTC"), Decimal{});
        EXPECT_EQ(anna.balance("BTC"), dec("0.8999"));
    }
    /// A transaction of the exported coins that the holder of the key has made otherwise: its first
    /// output pays `address`.
    std::string made_otherwise(const std::string& file, const std::string& address) {
        Json::Value document;
        std::ifstream{file} >> document;
        document["transactions"][0]["outputs"][0]["script"] =
            crypto::hex(chain::script_pubkey(address, "rb").value());
        const auto changed = next_file("otherwise");
        std::ofstream{changed} << document;
        Json::Value result;
        std::ifstream{signed_file(changed)} >> result;
        return regtest.call("sendrawtransaction", {result["transactions"][0]["raw"]}).asString();
    }

    BitcoinRegtest regtest;
};

}  // namespace cambio::test
