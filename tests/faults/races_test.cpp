// Spends that race for one balance: orders through two handlers on the one side, transfers straight
// through the ledger on the other. Each takes the money as if it were alone.
#include <atomic>
#include <random>
#include <thread>

#include "error/error.h"
#include "handlers/spot_fixture.h"

namespace cambio {
namespace {

constexpr int spends = 10'000;
constexpr int order_threads = 6;
constexpr int transfer_threads = 4;
constexpr int clients = 2;
/// Far less than all threads ask for together, so that the balance is at its edge all the time.
constexpr const char* money = "120";

constexpr const char* money_of = R"sql(
    select coalesce(sum(balance), 0) as total, coalesce(min(balance), 0) as least
    from ledger_accounts a join assets s on s.id = a.asset_id
    where a.client_id = $1 and s.code = 'USDT'
)sql";

/// What all threads count together.
struct Tally {
    std::atomic<int> left{spends};
    std::atomic<int> ordered{0}, moved{0}, refused{0};
    std::atomic<bool> done{false};
};

class Races : public Spot {
  protected:
    struct Racer {
        Person person;
        std::string token;
    };

    Racer racer() {
        static int last = 0;
        Person person = world->client("racer" + std::to_string(++last) + "@example.com");
        person.with("USDT", money);
        std::string token = world->token(person);
        return {person, token};
    }

    /// Places orders that rest, and cancels most of them, so that the money comes back.
    void order_again_and_again(const Racer& racer, const HandlerProcess& handler, int seed,
                               Tally& tally) {
        std::mt19937 random{static_cast<unsigned>(seed)};
        FastCgiClient client = handler.client();
        client.bearer(racer.token);
        while (--tally.left >= 0) {
            // 0.060 to 0.500 of the coin at 90 are 5.40 to 45 USDT.
            const std::string digits = std::to_string(1060 + random() % 441);
            const std::string quantity = "0." + digits.substr(1);
            const Answer answer = place(client, limit("BUY", "90", quantity));
            if (answer.message() == "success") {
                ++tally.ordered;
                const std::string id = answer.json()["order"]["id"].asString();
                if (random() % 8 != 0) {
                    const Answer gone = send(client, cancel_order, {{"order_id", id}});
                    EXPECT_THAT(gone.message(), testing::AnyOf("success", "order_not_open"));
                }
            } else {
                ++tally.refused;
                EXPECT_THAT(answer.message(),
                            testing::AnyOf("insufficient_balance", "too_many_open_orders"));
                send(client, cancel_order, {{"all", "true"}, {"name", pair()}});
            }
        }
    }

    /// Moves money between the SPOT and the FUNDING wallet, there and back.
    void move_again_and_again(const Racer& racer, int seed, Tally& tally) {
        std::mt19937 random{static_cast<unsigned>(seed)};
        pg::Connection connection{world->database().suite()};
        const AssetId usdt = asset_of(connection, "USDT");
        while (--tally.left >= 0) {
            const Decimal amount = Decimal::of(1 + static_cast<std::int64_t>(random() % 40));
            const bool there = random() % 2 == 0;
            try {
                pg::Transaction tx{connection};
                const auto spot_wallet =
                    ledger::client_account(tx, racer.person.id, ledger::Wallet::spot, false, usdt);
                const auto funding = ledger::client_account(tx, racer.person.id,
                                                            ledger::Wallet::funding, false, usdt);
                ledger::transfer(tx, there ? spot_wallet : funding, there ? funding : spot_wallet,
                                 amount, ledger::Kind::wallet_transfer, seed);
                tx.commit();
                ++tally.moved;
            } catch (const Error& error) {
                EXPECT_EQ(error.code(), Code::insufficient_balance);
                ++tally.refused;
            } catch (const pg::Failure& failure) {
                EXPECT_TRUE(failure.serialization()) << failure.what();
            }
        }
    }

    /// Looks on: at no time is money missing, doubled or owed.
    static void watch(const std::vector<Racer>& racers, const Tally& tally) {
        pg::Connection connection{world->database().suite()};
        while (!tally.done) {
            for (const Racer& racer : racers) {
                const auto row = connection.run(money_of, {racer.person.id});
                EXPECT_EQ(row[0].decimal("total"), dec(money));
                EXPECT_GE(row[0].decimal("least"), Decimal{});
            }
        }
    }

    static AssetId asset_of(pg::Connection& connection, const char* code) {
        return connection.run("select id from assets where code = $1", {code})[0].id<AssetId>("id");
    }
};

TEST_F(Races, TenThousandSpendsOfOneBalance) {
    HandlerProcess other = world->handler("spot");
    std::vector<Racer> racers;
    for (int i = 0; i < clients; ++i) racers.push_back(racer());
    Tally tally;
    std::thread watcher{[&] { watch(racers, tally); }};
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < order_threads; ++i) {
            const Racer& own = racers[static_cast<std::size_t>(i) % racers.size()];
            const HandlerProcess& handler = i % 3 == 0 ? other : *spot;
            threads.emplace_back([&, i] { order_again_and_again(own, handler, i, tally); });
        }
        for (int i = 0; i < transfer_threads; ++i) {
            const Racer& own = racers[static_cast<std::size_t>(i) % racers.size()];
            threads.emplace_back([&, i] { move_again_and_again(own, 100 + i, tally); });
        }
    }
    tally.done = true;
    watcher.join();

    EXPECT_GT(tally.ordered, 100);
    EXPECT_GT(tally.moved, 100);
    EXPECT_GT(tally.refused, 100);
    for (const Racer& racer : racers) {
        auto client = spot->client();
        client.bearer(racer.token);
        EXPECT_EQ(send(client, cancel_order, {{"all", "true"}}).status, 200);
        EXPECT_EQ(racer.person.held("USDT"), Decimal{});
        EXPECT_EQ(
            racer.person.balance("USDT") + racer.person.balance("USDT", ledger::Wallet::funding),
            dec(money));
    }
}

}  // namespace
}  // namespace cambio
