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

#include "chain/networks.h"
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
        const auto id = withdrawals::request(tx, asked, 10'000);
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

}  // namespace cambio::test
