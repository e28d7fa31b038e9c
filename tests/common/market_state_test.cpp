// One market in a writer's memory, without a database: the provider's book in its steps, what is
// believed, and when its stops rest.
#include "settlement/market_state.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/builders.h"

namespace cambio::settlement {

namespace {

using test::dec;

markets::Market rules() {
    markets::Market market;
    market.id = MarketId{1};
    market.tick = dec("0.1");
    market.lot = dec("0.01");
    market.unit = dec("0.001");
    market.provider_limit = dec("3");
    market.open = true;
    return market;
}

TEST(ProviderLevels, AreRoundedAwayFromTheMiddleAndLimited) {
    markets::StoredBook book;
    book.asks = {{dec("100.01"), dec("1")},
                 {dec("100.05"), dec("0.5")},
                 {dec("100.2"), dec("0.009")},
                 {dec("100.3"), dec("5")},
                 {dec("101"), dec("5")}};
    book.bids = {{dec("99.99"), dec("1.239")}, {dec("99.95"), dec("1")}, {dec("99.1"), dec("9")}};
    const ProviderLevels levels = provider_levels(rules(), book, {});
    using Levels = std::vector<matching::ProviderLevel>;
    EXPECT_EQ(levels.asks, (Levels{{{1001}, {150}}, {{1003}, {150}}}));
    EXPECT_EQ(levels.bids, (Levels{{{999}, {223}}, {{991}, {77}}}));
}

TEST(ProviderLevels, StandOffByTheHousesSpread) {
    markets::StoredBook book;
    book.asks = {{dec("100"), dec("1")}, {dec("100.01"), dec("1")}, {dec("200"), dec("1")}};
    book.bids = {{dec("100"), dec("1")}, {dec("99.9"), dec("1")}, {dec("0.1"), dec("1")}};
    const ProviderLevels levels = provider_levels(rules(), book, dec("0.0005"));
    using Levels = std::vector<matching::ProviderLevel>;
    // 100.05 and 100.060005 are one tick, 200.1 is one; 99.95, 99.85005 and 0.09995 are rounded
    // down, and of the last nothing is left.
    EXPECT_EQ(levels.asks, (Levels{{{1001}, {200}}, {{2001}, {100}}}));
    EXPECT_EQ(levels.bids, (Levels{{{999}, {100}}, {{998}, {100}}}));
}

TEST(ProviderLevels, LeaveOutWhatIsOutOfOrder) {
    markets::StoredBook book;
    book.asks = {{dec("100"), dec("1")}, {dec("99"), dec("1")}, {dec("101"), dec("1")}};
    const ProviderLevels levels = provider_levels(rules(), book, {});
    ASSERT_EQ(levels.asks.size(), 2u);
    EXPECT_EQ(levels.asks[1].price.value, 1010);
}

/// Nobody knows whether a turn of resting orders that took from them is durable.
TEST(DoubtedLevels, AreGoneOnceTheirMarketHasMovedAndComeWithTheNextBook) {
    MarketState state{rules()};
    const auto hear = [&state](pg::Time at) {
        markets::StoredBook book;
        book.asks = {{dec("101"), dec("1")}};
        book.provider_at = book.received_at = at;
        return state.hear_provider(provider_levels(state.market, book, {}), at);
    };
    const auto now = pg::now();
    ASSERT_TRUE(hear(now));
    state.doubted = 7;
    state.restore(7, {});
    EXPECT_FALSE(state.provider.asks.empty());
    state.restore(8, {});
    EXPECT_TRUE(state.provider.asks.empty());
    EXPECT_FALSE(hear(now)) << "the same book";
    ASSERT_TRUE(hear(now + std::chrono::milliseconds{1}));
    state.restore(9, {});
    EXPECT_FALSE(state.provider.asks.empty());
}

/// Where the provider asks 101 for one, and 130 for more.
class Believed : public testing::Test {
  protected:
    Believed() {
        state.quote = markets::Quote{MarketId{1}, dec("100"), now, now};
        markets::StoredBook book;
        book.asks = {{dec("101"), dec("1")}, {dec("130"), dec("1")}};
        book.bids = {{dec("99"), dec("1")}};
        book.provider_at = book.received_at = now;
        state.hear_provider(provider_levels(state.market, book, {}), now);
        state.offer_provider({dec("100"), dec("100000"), dec("100000"), now});
        state.provider_offered();
    }
    Decimal highest(pg::Time at) {
        return state.believed(at, 60'000, std::chrono::seconds{10}, dec("0.05"))->high;
    }

    const pg::Time now = pg::now();
    MarketState state{rules()};
};

TEST_F(Believed, IsTheBookAsItCameWhateverWasTakenOfIt) {
    EXPECT_EQ(highest(now), dec("106.05"));
    matching::Order taker;
    taker.id = OrderId{1};
    taker.client = ClientId{1};
    taker.side = Side::buy;
    taker.limit = {1010};
    taker.quantity = {100};
    matching::Effects effects;
    state.book.submit(taker, effects);
    EXPECT_EQ(state.book.best(Side::sell)->value, 1300);
    EXPECT_EQ(highest(now), dec("106.05"));
    state.restore(1, {});
    EXPECT_EQ(state.provider.asks.front().price.value, 1300);
    EXPECT_EQ(highest(now), dec("106.05"));
}

TEST_F(Believed, ABookThatWasDroppedIsNotHeardAgain) {
    state.drop_provider();
    EXPECT_TRUE(state.provider.empty());
    EXPECT_EQ(highest(now), dec("105"));
    markets::StoredBook book;
    book.asks = {{dec("101"), dec("1")}};
    book.provider_at = now;
    book.received_at = now + std::chrono::seconds{1};
    EXPECT_FALSE(state.hear_provider(provider_levels(state.market, book, {}), now));
    state.restore(1, {});
    EXPECT_TRUE(state.provider.empty());
    book.provider_at += std::chrono::microseconds{1};
    EXPECT_TRUE(state.hear_provider(provider_levels(state.market, book, {}), now));
}

TEST_F(Believed, IsTheLastPriceAloneOnceTheBookIsTooOldForTheHouse) {
    EXPECT_EQ(highest(now + std::chrono::seconds{11}), dec("105"));
}

// After the operator has changed the market's steps; a rollback enters it once more.
TEST(MarketState, TriggersNoStopThatFitsItsStepsNoMore) {
    MarketState state{rules()};
    const auto live = std::make_shared<LiveOrder>();
    live->order.id = OrderId{1};
    live->order.kind = OrderKind::limit;
    live->order.stop_price = dec("99");
    live->order.price = dec("98.05");
    live->order.quantity = dec("1");
    ASSERT_TRUE(live->order.waiting());
    for (const auto at : {std::optional<pg::Time>{}, std::optional{pg::now()}}) {
        live->order.reached_at = at;
        state.enter(live);
        EXPECT_EQ(state.stops.reached(dec("1"), dec("1000")), nullptr);
        EXPECT_TRUE(state.reached.empty());
    }
    live->order.price = dec("98");
    state.enter(live);
    EXPECT_EQ(state.reached.size(), 1u);
}

TEST(MarketState, RestsItsStopsThroughARestore) {
    MarketState state{rules()};
    EXPECT_TRUE(state.trades());
    state.rest_stops();
    EXPECT_FALSE(state.trades());
    state.restore(1, {});
    EXPECT_FALSE(state.trades());
}

// By the market's sequence and not by id, and one that was changed behind those of that batch.
TEST(MarketState, RestoresTheOrderInWhichOrdersCameToRest) {
    struct Stored {
        std::int64_t id, seq, queue_id;
    };
    std::vector<Order> orders;
    for (const auto& [id, seq, queue_id] :
         {Stored{7, 3, 0}, {5, 2, 0}, {2001, 1, 0}, {6, 2, 0}, {4, 2, 3000}, {3000, 3, 0}}) {
        Order& order = orders.emplace_back();
        order.id = OrderId{id};
        order.client = ClientId{1};
        order.seq = seq;
        order.queue_id = OrderId{queue_id};
        order.price = dec("98");
        order.quantity = dec("1");
        order.filled = dec("0.25");
    }
    std::ranges::sort(orders, {}, &Order::id);
    do {
        MarketState state{rules()};
        state.restore(3, orders);
        std::vector<std::int64_t> rested;
        for (const matching::RestingOrder& order : state.book.orders(Side::buy)) {
            rested.push_back(order.id.value);
            EXPECT_EQ(order.lots.value, 75);
        }
        ASSERT_EQ(rested, (std::vector<std::int64_t>{2001, 5, 6, 4, 7, 3000}));
    } while (std::ranges::next_permutation(orders, {}, &Order::id).found);
}

// One has no place in the book, and the others do not miss it.
TEST(MarketState, RestoresWhatFitsItsStepsNoMoreOutsideTheBook) {
    MarketState state{rules()};
    std::vector<Order> orders(2);
    orders[0].id = OrderId{1};
    orders[0].price = dec("98.05");
    orders[1].id = OrderId{2};
    orders[1].price = dec("98");
    for (Order& order : orders) {
        order.client = ClientId{1};
        order.quantity = dec("1");
    }
    state.restore(1, orders);
    EXPECT_EQ(state.open.size(), 2u);
    EXPECT_FALSE(state.book.find(OrderId{1}));
    EXPECT_TRUE(state.book.find(OrderId{2}));
}

}  // namespace

}  // namespace cambio::settlement
