#include "fcgi/lane.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "log/log.h"

namespace cambio::fcgi {

struct Lane::Item {
    std::optional<ClientId> client;
    std::optional<Later> later;  ///< nothing: no answer waits
    std::string request_id;
    std::function<Reply()> work;
};

struct Lane::State {
    explicit State(std::size_t most) : longest{most} {}

    void serve() {
        for (;;) {
            std::unique_lock lock{mutex};
            changed.wait(lock, [this] { return closing || !items.empty(); });
            if (items.empty()) return;
            auto item = std::move(items.front());
            items.pop_front();
            lock.unlock();
            finish(item);
        }
    }

    /// The client's place is free before the answer is there, for the next request may follow at
    /// once.
    void finish(Item& item) {
        const log::RequestScope scope{item.request_id};
        std::optional<Reply> reply;
        try {
            const Place place{*this, item.client};
            reply = item.work();
        } catch (const std::exception& error) {
            if (item.later) return item.later->answer(error);
            return log::error("unheard_work_failed", {{"what", error.what()}});
        }
        if (item.later) item.later->answer(std::move(*reply));
    }

    struct Place {
        State& state;
        const std::optional<ClientId>& client;
        ~Place() {
            if (!client) return;
            const std::lock_guard lock{state.mutex};
            const auto found = state.in_hand.find(*client);
            if (--found->second == 0) state.in_hand.erase(found);
        }
    };

    const std::size_t longest;
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<Item> items;
    std::unordered_map<ClientId, std::size_t> in_hand;  ///< being worked at or waiting
    bool closing = false;
    std::vector<std::thread> threads;
};

Lane::Lane(int threads, std::size_t longest) : state_{std::make_unique<State>(longest)} {
    for (int i = 0; i < threads; ++i)
        state_->threads.emplace_back([state = state_.get()] { state->serve(); });
}

Lane::~Lane() {
    {
        const std::lock_guard lock{state_->mutex};
        state_->closing = true;
    }
    state_->changed.notify_all();
    for (auto& thread : state_->threads) thread.join();
}

void Lane::run(Later later, std::function<Reply()> work) {
    queue({}, std::move(later), std::move(work), 0);
}

void Lane::run_for(ClientId client, Later later, std::function<Reply()> work, std::size_t most) {
    queue(client, std::move(later), std::move(work), most);
}

void Lane::run_unheard(std::string request_id, std::function<void()> work) {
    const std::lock_guard lock{state_->mutex};
    if (state_->items.size() >= state_->longest) throw Error{Code::unavailable};
    state_->items.push_back({{}, {}, std::move(request_id), [work = std::move(work)] {
                                 work();
                                 return Reply{};
                             }});
    state_->changed.notify_one();
}

void Lane::queue(std::optional<ClientId> client, Later later, std::function<Reply()> work,
                 std::size_t most) {
    Code refusal = Code::unavailable;
    {
        const std::lock_guard lock{state_->mutex};
        auto& items = state_->items;
        const bool full = items.size() >= state_->longest;
        if (client && !full && ++state_->in_hand[*client] > most) {
            --state_->in_hand[*client];
            refusal = Code::rate_limited;
        } else if (!full) {
            auto id = later.request().id;
            items.push_back({client, std::move(later), std::move(id), std::move(work)});
            state_->changed.notify_one();
            return;
        }
    }
    later.answer(Error{refusal});
}

}  // namespace cambio::fcgi
