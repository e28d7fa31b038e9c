// Matching alone, on one core: a million limit orders within 20 ticks of the middle, half of them
// priced across it, and for each hundred orders five cancels of open ones. The flow is generated
// beforehand. The baseline is the book as one writes it first, std::map of std::list with an
// unordered_map of iterators, fed the same flow in the same run; its rounds alternate with ours.
//
// Time is the thread's own on its core, so that a busy machine distorts the figure less.
//
// "in batches" is the way of the settlement: a checkpoint and a commit around each 64 orders.
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <list>
#include <map>
#include <random>
#include <unordered_map>
#include <vector>

#include "matching/book.h"

namespace {

using namespace cambio;
using namespace cambio::matching;

constexpr std::size_t order_count = 1'000'000;
constexpr std::size_t batch = 64;
constexpr std::uint32_t reserved = 200'000;
constexpr int rounds = 9;
constexpr std::int64_t middle = 1'000'000;
constexpr std::int64_t spread = 20;

struct Step {
    Order order;
    bool cancel = false;  // of order.id
};

std::vector<Step> make_flow() {
    std::mt19937_64 random{20240601};
    const auto up_to = [&random](std::int64_t most) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most)) + 1;
    };
    std::vector<Step> flow;
    Book book;
    Effects effects;
    for (std::size_t i = 1; i <= order_count; ++i) {
        const Side side = random() % 2 == 0 ? Side::buy : Side::sell;
        const bool crossing = random() % 2 == 0;
        const std::int64_t away = up_to(spread);
        const Order order{
            .id = {static_cast<std::int64_t>(i)},
            .client = {up_to(100'000)},
            .side = side,
            .limit = {(side == Side::buy) == crossing ? middle + away : middle - away},
            .quantity = {up_to(100)}};
        flow.push_back({order});
        book.submit(order, effects);
        effects.clear();
        if (i % 20 != 0) continue;
        OrderId open{up_to(static_cast<std::int64_t>(i))};
        while (!book.find(open)) open = {up_to(static_cast<std::int64_t>(i))};
        flow.push_back({{.id = open}, true});
        book.cancel(open, effects);
    }
    return flow;
}

// What a first draft looks like; it does limit orders and cancels only.
class FirstDraft {
  public:
    void submit(const Order& order, Effects& effects) {
        Lots left = order.quantity;
        if (order.side == Side::buy) {
            take(sells_, order, left, effects, [&](Ticks price) { return price <= order.limit; });
        } else {
            take(buys_, order, left, effects, [&](Ticks price) { return price >= order.limit; });
        }
        if (left.value == 0) {
            effects.done(order.id, order.client, order.side, Reason::filled);
            return;
        }
        Queue& queue = order.side == Side::buy ? buys_[order.limit] : sells_[order.limit];
        queue.push_back({order.id, order.client, order.side, order.limit, left});
        open_[order.id] = std::prev(queue.end());
        effects.rested(order, left);
    }

    void cancel(OrderId id, Effects& effects) {
        const auto found = open_.find(id);
        if (found == open_.end()) return;
        const RestingOrder order = *found->second;
        if (order.side == Side::buy) {
            drop(buys_, order.price, found->second);
        } else {
            drop(sells_, order.price, found->second);
        }
        open_.erase(found);
        effects.cancelled(id, order.client, order.side, order.lots, Reason::user);
    }

  private:
    using Queue = std::list<RestingOrder>;

    template <class Levels, class Reaches>
    void take(Levels& levels, const Order& order, Lots& left, Effects& effects, Reaches reaches) {
        while (left.value > 0 && !levels.empty() && reaches(levels.begin()->first)) {
            auto& [price, queue] = *levels.begin();
            RestingOrder& maker = queue.front();
            if (maker.client == order.client) {
                left = {};
                return;
            }
            const Lots lots = std::min(left, maker.lots);
            left -= lots;
            maker.lots -= lots;
            effects.fill(order, maker, lots);
            if (maker.lots.value > 0) continue;
            effects.done(maker.id, maker.client, maker.side, Reason::filled);
            open_.erase(maker.id);
            queue.pop_front();
            if (queue.empty()) levels.erase(levels.begin());
        }
    }

    template <class Levels>
    void drop(Levels& levels, Ticks price, Queue::iterator order) {
        const auto level = levels.find(price);
        level->second.erase(order);
        if (level->second.empty()) levels.erase(level);
    }

    std::map<Ticks, Queue, std::greater<>> buys_;
    std::map<Ticks, Queue> sells_;
    std::unordered_map<OrderId, Queue::iterator> open_;
};

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

struct Result {
    double orders_per_second = 0;
    std::size_t events = 0;
};

template <class AnyBook, class Before, class After>
Result run(const std::vector<Step>& flow, AnyBook& book, Before before, After after) {
    Effects effects;
    std::size_t events = 0;
    const double start = thread_seconds();
    for (std::size_t first = 0; first < flow.size(); first += batch) {
        before();
        const std::size_t end = std::min(first + batch, flow.size());
        for (std::size_t i = first; i < end; ++i) {
            if (flow[i].cancel) {
                book.cancel(flow[i].order.id, effects);
            } else {
                book.submit(flow[i].order, effects);
            }
        }
        after();
        events += effects.size();
        effects.clear();
    }
    return {static_cast<double>(order_count) / (thread_seconds() - start), events};
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    return values[values.size() / 2];
}

}  // namespace

int main() {
    const std::vector<Step> flow = make_flow();
    std::vector<double> plain, batched, baseline;
    std::size_t events = 0;
    std::size_t open = 0;
    for (int round = 0; round < rounds; ++round) {
        const auto nothing = [] {};
        Book book;
        book.reserve(reserved);
        plain.push_back(run(flow, book, nothing, nothing).orders_per_second);
        Book in_batches;
        in_batches.reserve(reserved);
        const Result result = run(
            flow, in_batches, [&] { in_batches.checkpoint(); }, [&] { in_batches.commit(); });
        batched.push_back(result.orders_per_second);
        events = result.events;
        open = in_batches.open_orders();
        FirstDraft draft;
        baseline.push_back(run(flow, draft, nothing, nothing).orders_per_second);
    }
    const double base = median(baseline);
    const auto print = [base](const char* name, double value) {
        std::printf("%-28s %7.2f M orders/s   ÷ baseline %5.2f\n", name, value / 1e6, value / base);
    };
    std::printf("%zu orders, %zu cancels, %zu events, %zu open at the end; median of %d rounds\n",
                order_count, flow.size() - order_count, events, open, rounds);
    print("matching", median(plain));
    print("matching in batches of 64", median(batched));
    print("baseline: map and list", base);
    std::printf("floor 6, goal 15 M orders/s: %s\n", median(plain) >= 15e6  ? "goal reached"
                                                     : median(plain) >= 6e6 ? "floor held"
                                                                            : "BELOW THE FLOOR");
}
