#include "risk/next_price.h"

#include "error/error.h"
#include "log/log.h"

namespace cambio::risk {

namespace {

/// Prices are written four times a second.
constexpr std::chrono::milliseconds pace{100};
constexpr std::size_t max_waiting = 4096;

}  // namespace

NextPrice::NextPrice(pg::Pool& pool, const char* made, bool looks,
                     std::chrono::milliseconds patience)
    : pool_{pool}, made_{made}, looks_{looks}, patience_{patience} {
    if (looks_) thread_ = std::thread{[this] { loop(); }};
}

NextPrice::~NextPrice() {
    stop();
}

void NextPrice::stop() {
    {
        const std::lock_guard lock{mutex_};
        stopping_ = true;
    }
    wake_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void NextPrice::wait(std::vector<std::string> pairs, Go go) {
    if (!looks_) return go({});
    {
        const std::lock_guard lock{mutex_};
        if (stopping_ || waiting_.size() >= max_waiting) throw Error{Code::unavailable};
        waiting_.push_back({std::move(pairs), pg::now(), std::move(go)});
    }
    wake_.notify_all();
}

void NextPrice::loop() {
    std::unique_lock lock{mutex_};
    for (;;) {
        wake_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        std::vector<Waiting> all = std::move(waiting_);
        waiting_.clear();
        const bool last = stopping_;
        lock.unlock();
        std::vector<Waiting> still;
        for (Waiting& one : all) {
            if (last || ready(one))
                one.go(one.asked);
            else
                still.push_back(std::move(one));
        }
        lock.lock();
        waiting_.insert(waiting_.begin(), std::move_iterator{still.begin()},
                        std::move_iterator{still.end()});
        if (!waiting_.empty()) wake_.wait_for(lock, pace, [this] { return stopping_; });
    }
}

bool NextPrice::ready(const Waiting& one) {
    if (too_old(one.asked, pg::now(), patience_)) return true;
    try {
        auto connection = pool_.borrow();
        const auto missing =
            connection->run(made_, {pg::Param::array(one.pairs), one.asked})[0].integer("missing");
        return missing == 0;
    } catch (const pg::Failure& failure) {
        log::warn("next_price", {{"error", failure.what()}});
        return false;
    }
}

}  // namespace cambio::risk
