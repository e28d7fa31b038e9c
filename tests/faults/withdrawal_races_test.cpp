// Withdrawals, orders and transfers that race for one balance, each through its own handler.
// CAMBIO_SPENDS=10000 races longer than a test's usual time allows.
#include <atomic>
#include <cstdlib>
#include <random>
#include <thread>

#include "handlers/spot_fixture.h"

namespace cambio {
namespace {

constexpr int usual_spends = 1'500;
constexpr const char* money = "120";
constexpr const char* tron = "TGkWdpawVNfeset3P6uTBbLaPY7nZVZvXY";

constexpr const char* money_of = R"sql(
    select coalesce(sum(balance), 0) as total, coalesce(min(balance), 0) as least
    from ledger_accounts a join assets s on s.id = a.asset_id
    where a.client_id = $1 and s.code = 'USDT'
)sql";

int spends() {
    const char* wanted = std::getenv("CAMBIO_SPENDS");
    return wanted == nullptr ? usual_spends : std::atoi(wanted);
}

class WithdrawalRaces : public Spot {
  protected:
    std::atomic<int> left{spends()};
    std::atomic<int> withdrawn{0}, ordered{0}, moved{0}, refused{0};
    std::atomic<bool> done{false};

    FastCgiClient client_of(const HandlerProcess& handler, const std::string& token) {
        FastCgiClient client = handler.client();
        client.bearer(token);
        return client;
    }

    void withdraw(const HandlerProcess& funds, const std::string& token, int seed) {
        std::mt19937 random{static_cast<unsigned>(seed)};
        auto client = client_of(funds, token);
        while (--left >= 0) {
            const auto answer =
                client.post_json("/api/v3/withdrawals",
                                 {{"coin", "USDT"},
                                  {"bchain_name", "TRC20"},
                                  {"withdraw_address", tron},
                                  {"withdraw_amount", std::to_string(10 + random() % 60)},
                                  {"gasfee", "1"},
                                  {"transaction_password", test::World::transaction_password}});
            if (answer.message() != "success") {
                ++refused;
                EXPECT_EQ(answer.message(), "insufficient_balance") << answer.body;
                continue;
            }
            ++withdrawn;
            const auto id = answer.json()["withdrawal"]["id"].asString();
            EXPECT_EQ(client.post_json("/api/v3/withdrawals/cancel", {{"id", id}}).message(),
                      "success");
        }
    }

    void trade(const std::string& token, int seed) {
        std::mt19937 random{static_cast<unsigned>(seed)};
        auto client = client_of(*spot, token);
        while (--left >= 0) {
            const std::string digits = std::to_string(1060 + random() % 441);
            const auto answer = place(client, limit("BUY", "90", "0." + digits.substr(1)));
            if (answer.message() != "success") {
                ++refused;
                continue;
            }
            ++ordered;
            send(client, cancel_order, {{"order_id", answer.json()["order"]["id"].asString()}});
        }
    }

    void move(const HandlerProcess& wallet, const std::string& token, int seed) {
        std::mt19937 random{static_cast<unsigned>(seed)};
        auto client = client_of(wallet, token);
        while (--left >= 0) {
            const auto answer =
                client.post_json("/api/v3/futures/transfer",
                                 {{"coin_name", "USDT"},
                                  {"draw_type", random() % 2 == 0 ? "DRAW_IN" : "DRAW_OUT"},
                                  {"transfer_amount", std::to_string(1 + random() % 40)},
                                  {"transaction_password", test::World::transaction_password}});
            ++(answer.message() == "success" ? moved : refused);
        }
    }

    /// Looks on: at no time is money missing, doubled or owed.
    void watch(ClientId client) {
        pg::Connection connection{world->database().suite()};
        while (!done) {
            const auto row = connection.run(money_of, {client});
            EXPECT_EQ(row[0].decimal("total"), dec(money));
            EXPECT_GE(row[0].decimal("least"), Decimal{});
        }
    }
};

TEST_F(WithdrawalRaces, OnOneBalanceNeverSpendItTwice) {
    world->config().set("DEMO", "no");
    world->config().set("HOT_TRON_ADDRESS", "TE2H9hWjzYdwzDFRJfx9BFhr4MmjH1CHaz");
    HandlerProcess funds = world->handler("funds"), wallet = world->handler("wallet");
    Person racer = world->client("withdrawal-racer@example.com");
    racer.with("USDT", money);
    world->superuser().run("update clients set one_step_withdrawal = true where id = $1",
                           {racer.id});
    const auto token = world->token(racer);
    std::thread watcher{[&] { watch(racer.id); }};
    std::vector<std::thread> threads;
    for (int seed = 1; seed <= 3; ++seed) {
        threads.emplace_back([&, seed] { withdraw(funds, token, seed); });
        threads.emplace_back([&, seed] { trade(token, seed + 10); });
        threads.emplace_back([&, seed] { move(wallet, token, seed + 20); });
    }
    for (auto& thread : threads) thread.join();
    done = true;
    watcher.join();
    EXPECT_GT(withdrawn, 0);
    EXPECT_GT(ordered, 0);
    EXPECT_GT(moved, 0);
    EXPECT_GT(refused, 0);
    EXPECT_EQ(racer.held("USDT"), Decimal{});
    EXPECT_EQ(racer.balance("USDT") + racer.balance("USDT", ledger::Wallet::future), dec(money));
    RecordProperty("withdrawn", withdrawn);
    RecordProperty("ordered", ordered);
    RecordProperty("moved", moved);
    RecordProperty("refused", refused);
}

}  // namespace
}  // namespace cambio
