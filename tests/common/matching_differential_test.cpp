// Random operations on the order book and on a naive one: the same events, the same book, and after
// a rollback the book of the checkpoint. Each run has its own seed, which a failure names.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "common/naive_book.h"
#include "matching/book.h"

namespace cambio::matching {
namespace {

// What a run draws from.
struct Scene {
    const char* name;
    std::int64_t middle;
    std::int64_t reach;  // prices lie within so many ticks of the middle …
    std::int64_t step;   // … in steps of so many,
    std::int64_t tilt;   // moved by so many to the quiet side, so that the book grows
    std::int64_t max_lots;
    std::int64_t clients;
    std::int64_t max_base;  // of the provider's capacity
    int cancels;            // in a hundred operations
    int orders;             // of a run; the naive book is quick while it is small
};

constexpr Scene scenes[] = {
    {"near", 1000, 20, 1, 0, 30, 6, 300, 15, 290'000},
    {"deep", 1000, 40, 1, 25, 30, 200, 100, 20, 30'000},
    {"sparse", 900'000'000, 60, 7'000'001, 30, 9, 5, 40, 10, 15'000},
    {"cheap", 25, 14, 1, 10, 500, 4, 50, 10, 15'000},
};
constexpr int runs_each = 3;
// A million orders in all; under a sanitizer, which takes several times as long, half of them.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int share = 2;
#else
constexpr int share = 1;
#endif

class Differential : public testing::TestWithParam<std::tuple<Scene, int>> {
  protected:
    std::int64_t from(std::int64_t least, std::int64_t most) {
        return std::uniform_int_distribution{least, most}(random_);
    }
    bool one_in(std::int64_t count) { return from(1, count) == 1; }
    Ticks price() { return {scene_.middle + from(-scene_.reach, scene_.reach) * scene_.step}; }

    Order random_order() {
        Order order{.id = {++last_id_}, .client = {from(1, scene_.clients)}};
        order.side = one_in(2) ? Side::buy : Side::sell;
        const std::int64_t tilt = scene_.tilt * scene_.step;
        order.limit = {price().value + (order.side == Side::buy ? -tilt : tilt)};
        order.quantity = {from(1, scene_.max_lots)};
        if (one_in(6)) order.kind = Kind::market;
        if (one_in(4)) order.time_in_force = one_in(2) ? TimeInForce::ioc : TimeInForce::fok;
        if (order.kind == Kind::market && order.side == Side::buy && one_in(2)) {
            order.quote_budget = from(1, order.limit.value * order.quantity.value);
        }
        order.post_only =
            order.kind == Kind::limit && order.time_in_force == TimeInForce::gtc && one_in(8);
        return order;
    }

    void replace_levels() {
        const Side side = one_in(2) ? Side::buy : Side::sell;
        std::map<Ticks, Lots> drawn;
        for (std::int64_t i = from(0, 8); i > 0; --i) drawn[price()] = {from(1, scene_.max_lots)};
        std::vector<ProviderLevel> levels;
        for (const auto& [price, lots] : drawn) levels.push_back({price, lots});
        if (side == Side::buy) std::reverse(levels.begin(), levels.end());
        book_.set_provider(side, levels);
        naive_.levels[static_cast<std::size_t>(side)] = levels;
    }

    void replace_capacity() {
        const ProviderCapacity capacity{{from(0, scene_.max_base)},
                                        from(0, scene_.max_base * scene_.middle)};
        book_.set_provider_capacity(capacity);
        naive_.capacity = capacity;
    }

    const RestingOrder& some_resting() {
        const auto last = static_cast<std::int64_t>(naive_.resting.size()) - 1;
        return naive_.resting[static_cast<std::size_t>(from(0, last))];
    }

    // A resting order at another price, with another quantity, or both; now and then as it was.
    Order changed(const RestingOrder& resting) {
        Order order{.id = resting.id, .client = resting.client, .side = resting.side};
        order.limit = one_in(2) ? resting.price : price();
        order.quantity = one_in(3) ? resting.lots : Lots{from(1, scene_.max_lots)};
        order.post_only = one_in(4);
        return order;
    }

    void amend() {
        Order order = random_order();
        if (naive_.resting.empty()) {
            order.kind = Kind::limit;
            order.time_in_force = TimeInForce::gtc;
            order.quote_budget = 0;
        } else {
            order = changed(some_resting());
        }
        const Amended came = book_.amend(order, effects_);
        EXPECT_EQ(came, naive_.amend(order, events_)) << "order " << order.id.value;
        ++amended_[came];
    }

    void operate() {
        const std::int64_t dice = from(1, 100);
        if (dice <= scene_.cancels) {
            // Mostly an order that rests, sometimes one that has gone or never was.
            OrderId id{from(1, last_id_ + 2)};
            if (!naive_.resting.empty() && !one_in(4)) id = some_resting().id;
            EXPECT_EQ(book_.cancel(id, effects_), naive_.cancel(id, events_));
        } else if (dice <= scene_.cancels + 12) {
            amend();
        } else if (dice <= scene_.cancels + 15) {
            replace_levels();
        } else if (dice <= scene_.cancels + 16) {
            replace_capacity();
        } else if (dice <= scene_.cancels + 19) {
            book_.sweep_provider(effects_);
            naive_.sweep_provider(events_);
        } else {
            const Order order = random_order();
            const bool foreseen = book_.takes_provider(order);
            const std::size_t before = effects_.size();
            book_.submit(order, effects_);
            naive_.submit(order, events_);
            expect_foreseen(order, foreseen, before);
        }
    }

    // Whether it was known beforehand that the order takes of the provider. It may stop earlier at
    // its own client's order, or because not all of it can be had.
    void expect_foreseen(const Order& order, bool foreseen, std::size_t before) const {
        bool took = false, stopped = order.time_in_force == TimeInForce::fok;
        for (std::size_t i = before; i < effects_.size(); ++i) {
            took = took || (effects_[i].what == What::fill && effects_[i].maker == provider_order);
            stopped = stopped || effects_[i].reason == Reason::self_trade;
        }
        EXPECT_TRUE(took == foreseen || (foreseen && stopped)) << "order " << order.id.value;
    }

    // A batch opens, and later is kept or undone.
    void open_or_close_batch() {
        if (!open_) {
            book_.checkpoint();
            digest_before_ = book_.digest();
            naive_before_ = naive_;
        } else if (one_in(2)) {
            book_.commit();
        } else {
            book_.rollback();
            naive_ = naive_before_;
            ASSERT_EQ(book_.digest(), digest_before_);
            compare_books();
        }
        open_ = !open_;
    }

    void compare_books() const {
        std::map<Ticks, DepthLevel> depth[2];
        for (const Side side : {Side::buy, Side::sell}) {
            const auto expected = naive_.orders(side);
            ASSERT_EQ(book_.orders(side), expected);
            auto& levels = depth[static_cast<std::size_t>(side)];
            for (const RestingOrder& order : expected) {
                ASSERT_EQ(book_.find(order.id), order);
                levels[order.price].clients += order.lots;
            }
            for (const DepthLevel& level : book_.depth(side, 1000)) {
                if (level.clients.value == 0) continue;
                ASSERT_EQ(level.clients, levels[level.price].clients);
                levels.erase(level.price);
            }
            ASSERT_TRUE(levels.empty());
        }
        ASSERT_EQ(book_.open_orders(), naive_.resting.size());
        ASSERT_EQ(book_.provider_capacity(), naive_.capacity);
    }

    Scene scene_ = std::get<0>(GetParam());
    std::mt19937_64 random_{static_cast<std::uint64_t>(std::get<1>(GetParam()))};
    std::int64_t last_id_ = 0;
    Book book_;
    NaiveBook naive_;
    NaiveBook naive_before_;
    Effects effects_;
    std::vector<Event> events_;
    std::map<Amended, int> amended_;
    std::uint64_t digest_before_ = 0;
    bool open_ = false;
};

TEST_P(Differential, TheBookDoesWhatTheNaiveOneDoes) {
    std::map<std::pair<What, Reason>, int> seen;
    for (int i = 0; last_id_ < scene_.orders / share; ++i) {
        effects_.clear();
        events_.clear();
        operate();
        ASSERT_EQ(std::vector<Event>(effects_.begin(), effects_.end()), events_) << "at " << i;
        for (const Event& event : events_) ++seen[{event.what, event.reason}];
        if (one_in(40)) open_or_close_batch();
        if (one_in(50)) compare_books();
        if (HasFatalFailure()) return;
    }
    compare_books();
    // Every event but a full book happened, so the run has met every rule.
    EXPECT_EQ(seen.size(), 11U);
    for (const Amended came :
         {Amended::would_cross, Amended::self_trade, Amended::kept_place, Amended::came_anew}) {
        EXPECT_GT(amended_[came], 0) << static_cast<int>(came);
    }
}

// A twin that hears the operations of committed batches only ends as the same book.
TEST_P(Differential, ARolledBackBatchNeverWas) {
    Book& twin = book_;
    Book book;
    Effects unseen;
    for (int batch = 0; batch < 300; ++batch) {
        const bool keep = one_in(2);
        book.checkpoint();
        for (std::int64_t i = from(1, 60); i > 0; --i) {
            effects_.clear();
            unseen.clear();
            if (one_in(20)) {
                const ProviderLevel level{price(), {from(1, scene_.max_lots)}};
                const Side side = one_in(2) ? Side::buy : Side::sell;
                const ProviderCapacity capacity{{from(0, scene_.max_base)},
                                                from(0, scene_.max_base * scene_.middle)};
                for (Book* each : {&book, &twin}) {
                    if (each == &twin && !keep) continue;
                    each->set_provider(side, {&level, 1});
                    each->set_provider_capacity(capacity);
                    each->sweep_provider(each == &book ? unseen : effects_);
                }
            } else if (one_in(4)) {
                const OrderId id{from(1, last_id_ + 1)};
                book.cancel(id, unseen);
                if (keep) twin.cancel(id, effects_);
            } else if (book.open_orders() > 0 && one_in(6)) {
                const auto resting = book.orders(one_in(2) ? Side::buy : Side::sell);
                if (resting.empty()) continue;
                const auto last = static_cast<std::int64_t>(resting.size()) - 1;
                const Order order = changed(resting[static_cast<std::size_t>(from(0, last))]);
                book.amend(order, unseen);
                if (keep) twin.amend(order, effects_);
            } else {
                const Order order = random_order();
                book.submit(order, unseen);
                if (keep) twin.submit(order, effects_);
            }
        }
        keep ? book.commit() : book.rollback();
        ASSERT_EQ(book.digest(), twin.digest()) << "after batch " << batch;
        ASSERT_EQ(book.orders(Side::buy), twin.orders(Side::buy));
        ASSERT_EQ(book.orders(Side::sell), twin.orders(Side::sell));
        ASSERT_EQ(book.depth(Side::buy, 50), twin.depth(Side::buy, 50));
        ASSERT_EQ(book.depth(Side::sell, 50), twin.depth(Side::sell, 50));
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, Differential,
                         testing::Combine(testing::ValuesIn(scenes),
                                          testing::Range(1, runs_each + 1)),
                         [](const auto& scene) {
                             return std::get<0>(scene.param).name +
                                    std::to_string(std::get<1>(scene.param));
                         });

}  // namespace
}  // namespace cambio::matching
