#include <gtest/gtest.h>

#include <mutex>
#include <random>
#include <set>
#include <utility>

#include "common/settlement_fixture.h"

namespace cambio::settlement {

namespace {

/// Makes it an order that waits for its price and has no limit then.
void wait_at_market(PlaceOrder& order, bool by_total) {
    order.kind = OrderKind::market;
    order.time_in_force = TimeInForce::ioc;
    order.stop_price = std::exchange(order.price, Decimal{});
    if (!by_total || order.side == Side::sell) return;
    order.quantity = {};
    order.total = dec("70");
}

/// The same with a stop that stays so near that it is soon met.
void trail(PlaceOrder& order, bool by_total) {
    wait_at_market(order, by_total);
    order.stop_price = {};
    order.trailing_delta = 10;
    order.stop_from = order.side == Side::sell ? Direction::falls : Direction::rises;
}

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
    // Stops are compared with a last price from the first order on.
    const Trader opener = trader();
    ASSERT_EQ(error_of(submit(*first, opener, limit(Side::sell, "60000", "0.001")).get()), "");
    ASSERT_EQ(error_of(submit(*first, trader(), limit(Side::buy, "60000", "0.001")).get()), "");
    std::mutex mutex;
    std::set<std::int64_t> acknowledged;
    int answered = 0;
    std::atomic<std::int64_t> changed = 0, moved = 0;
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
            std::optional<Order> last, stop;
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
                    const bool moves = stop && random() % 2 == 0;
                    const AmendOrder ask = moves ? move_stop(*stop, price, quantity, key)
                                                 : change(*last, price, quantity, key);
                    Outcome outcome;
                    do {
                        outcome = submit(engine, me, ask).get();
                    } while (error_of(outcome) == "unavailable");
                    const std::string error = error_of(outcome);
                    EXPECT_TRUE(error.empty() || error == "order_not_open" ||
                                error == "below_filled" || error == "self_trade" ||
                                error == "insufficient_balance" ||
                                (moves && (error == "stop_would_trigger" ||
                                           error == "order_filling" || error == "stale_price")))
                        << error;
                    if (error.empty()) ++changed;
                    if (error.empty() && moves) ++moved;
                    continue;
                }
                const auto side = random() % 2 == 0 ? Side::buy : Side::sell;
                const std::string price = std::to_string(59990 + random() % 20);
                const std::string key = std::to_string(i) + "_" + std::to_string(n);
                PlaceOrder order = limit(side, price, "0.001", key);
                if (random() % 5 == 0)
                    wait_at_market(order, random() % 2 == 0);
                else if (random() % 10 == 0)
                    trail(order, random() % 2 == 0);
                order.content_hash = content_hash(order);
                Outcome outcome;
                do {
                    outcome = submit(engine, me, order).get();
                    // Whoever has just begun to write the market may not know the provider's price
                    // yet, and a stop that follows it has no place then. That stands for its key.
                    if (order.trailing_delta != 0 && error_of(outcome) == "stale_price") {
                        order.client_key += "_";
                        outcome.error = Error{Code::unavailable};
                    }
                } while (error_of(outcome) == "unavailable");
                count(outcome);
                if (!outcome.error) {
                    (order.stop() ? stop : last) = outcome.orders.front();
                    continue;
                }
                const std::string error = error_of(outcome);
                EXPECT_TRUE(error == "self_trade" || error == "insufficient_balance" ||
                            (order.stop() && error == "stop_would_trigger"))
                    << error;
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
    EXPECT_GT(moved, 0);
    EXPECT_GT(stored.size(), 100u);
    const auto found = world->superuser().run(R"sql(
        select count(*) as all, count(triggered_at) as triggered,
               count(*) filter (where filled > 0) as filled,
               count(trailing_delta) as trailing,
               count(*) filter (where state = 1 and triggered_at is not null
                                      or filled_total > reserve) as wrong
        from orders where type = 4)sql");
    const pg::Row stops = found[0];
    EXPECT_GT(stops.integer("all"), 10);
    EXPECT_GT(stops.integer("trailing"), 5);
    EXPECT_GT(stops.integer("triggered"), 0);
    EXPECT_GT(stops.integer("filled"), 0);
    EXPECT_EQ(stops.integer("wrong"), 0);
}

}  // namespace

}  // namespace cambio::settlement
