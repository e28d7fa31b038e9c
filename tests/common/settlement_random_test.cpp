#include <gtest/gtest.h>

#include <mutex>
#include <random>
#include <set>

#include "common/settlement_fixture.h"

namespace cambio::settlement {

namespace {

/// Random orders, changes and cancels of eight clients through two sequencers on several threads,
/// while the connection of a market's writer is cut again and again.
TEST_F(Settlement, RandomTradingKeepsTheBooks) {
    constexpr int people = 8;
    constexpr int cut_after = 12;  // answers
    const int each = std::getenv("CAMBIO_LONG") != nullptr ? 2000 : 120;
    std::vector<Trader> traders;
    for (int i = 0; i < people; ++i) traders.push_back(trader("3000", "0.05"));
    auto first = sequencer();
    auto second = sequencer();
    world->quote("BTCUSDT", "60000");
    std::mutex mutex;
    std::set<std::int64_t> acknowledged;
    int answered = 0;
    std::atomic<std::int64_t> changed = 0;
    const auto count = [&](const Outcome& outcome) {
        const std::lock_guard lock{mutex};
        if (!outcome.error) acknowledged.insert(outcome.orders.front().id.value);
        if (++answered % cut_after == 0) {
            cut(R"sql(pid = (select pid from pg_locks
                             where locktype = 'advisory' and classid = 1128353090 limit 1))sql");
        }
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < people; ++i) {
        threads.emplace_back([&, i] {
            std::mt19937 random{static_cast<unsigned>(i)};
            const Trader& me = traders[static_cast<std::size_t>(i)];
            std::optional<Order> last;
            for (int n = 0; n < each; ++n) {
                Sequencer& engine = random() % 4 == 0 ? *second : *first;
                if (random() % 10 == 0) {
                    std::promise<void> done;
                    engine.submit(
                        {me.session, CancelOrders{}, [&done](Outcome&&) { done.set_value(); }});
                    done.get_future().wait();
                    continue;
                }
                if (random() % 4 == 0 && last) {
                    const std::string price = std::to_string(59990 + random() % 20);
                    const std::string quantity = random() % 2 == 0 ? "0.001" : "0.002";
                    const std::string key = std::to_string(i) + "_" + std::to_string(n);
                    Outcome outcome;
                    do {
                        outcome = submit(engine, me, change(*last, price, quantity, key)).get();
                    } while (error_of(outcome) == "unavailable");
                    const std::string error = error_of(outcome);
                    EXPECT_TRUE(error.empty() || error == "order_not_open" ||
                                error == "below_filled" || error == "self_trade" ||
                                error == "insufficient_balance")
                        << error;
                    if (error.empty()) ++changed;
                    continue;
                }
                const auto side = random() % 2 == 0 ? Side::buy : Side::sell;
                const std::string price = std::to_string(59990 + random() % 20);
                const std::string key = std::to_string(i) + "_" + std::to_string(n);
                Outcome outcome;
                do {
                    outcome = submit(engine, me, limit(side, price, "0.001", key)).get();
                } while (error_of(outcome) == "unavailable");
                count(outcome);
                if (!outcome.error) {
                    last = outcome.orders.front();
                    continue;
                }
                const std::string error = error_of(outcome);
                EXPECT_TRUE(error == "self_trade" || error == "insufficient_balance") << error;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    first->stop();
    second->stop();
    std::set<std::int64_t> stored;
    for (const Trader& one : traders) {
        for (const pg::Row row : world->superuser().run(
                 "select id from orders where client_id = $1", {one.person.id})) {
            stored.insert(row.integer("id"));
        }
    }
    EXPECT_EQ(stored, acknowledged);
    EXPECT_EQ(world->superuser().run("select count(*) as n from order_amendments")[0].integer("n"),
              changed);
    EXPECT_GT(changed, 20);
    EXPECT_GT(stored.size(), 100u);
}

}  // namespace

}  // namespace cambio::settlement
