#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "faults/arena.h"

namespace cambio::faults {

/// What became of a request, as far as its client knows.
enum class Fate { unknown, refused, acknowledged };

/// What a client knows of one of its orders. The idempotency key names it.
struct Entry {
    using Fate = faults::Fate;
    enum class Type { limit, market, stop, pair, stop_market, profit, profit_market, trailing };

    std::string key;
    std::string pair;
    bool buy = false;
    Type type = Type::limit;
    std::string price;     ///< the limit, or empty
    std::string quantity;  ///< base, or empty for a market buy by total
    Fate fate = Fate::unknown;
    bool unanswered = false;  ///< at least one submit got no definite answer
    std::string id;           ///< as acknowledged
    std::string state;        ///< as last acknowledged
    std::string filled;       ///< as last acknowledged
    bool cancel_asked = false;
    bool changed = false;    ///< it was asked to change
    bool cancelled = false;  ///< its cancellation was acknowledged

    bool at_market() const {
        return type == Type::market || type == Type::stop_market || type == Type::profit_market ||
               type == Type::trailing;
    }
    bool takes_profit() const { return type == Type::profit || type == Type::profit_market; }
    /// It waits for a price, and is no pair.
    bool waits() const {
        return type == Type::stop || type == Type::stop_market || type == Type::trailing ||
               takes_profit();
    }
};

/// What a client knows of a call that moved its money otherwise than by an order of the book.
struct Act {
    std::string what;     ///< where it is stored: "transfer", "position" …; see read_acts
    std::string key;      ///< the idempotency key, or what names it there
    std::string content;  ///< what was asked for, as what is stored tells it
    Fate fate = Fate::unknown;
    bool unanswered = false;
    std::string id;  ///< as acknowledged, where the answer has it
};

/// One client's own log, kept outside of the exchange.
struct Journal {
    ClientId client;
    std::deque<Entry> entries;
    std::deque<Act> acts;
};

/// What all clients count together while they trade.
struct Score {
    std::atomic<std::int64_t> acknowledged{0}, refused{0}, cancelled{0}, twice{0}, asked_again{0};
    std::atomic<std::int64_t> no_answer{0}, unavailable{0};
    std::atomic<std::int64_t> differently{0};  ///< one submit refused, another one taken

    /// Raised by each fault; counts below are of orders that were sent after the last one.
    std::atomic<int> round{0};
    std::array<std::atomic<int>, max_handlers> answered_since{};

    void new_round() {
        ++round;
        for (auto& count : answered_since) count = 0;
    }

    /// Answers that a client of a sound exchange never gets, and the first of their texts.
    void odd(const std::string& text) {
        const std::lock_guard lock{mutex_};
        ++odd_count_;
        if (odd_.size() < 20) odd_.push_back(text);
    }
    std::int64_t odd_count() {
        const std::lock_guard lock{mutex_};
        return odd_count_;
    }
    std::vector<std::string> odd_answers() {
        const std::lock_guard lock{mutex_};
        return odd_;
    }
    void refusal(const std::string& code) {
        const std::lock_guard lock{mutex_};
        ++refusals_[code];
    }
    /// An act was acknowledged.
    void moved(const std::string& what) {
        const std::lock_guard lock{mutex_};
        ++moves_[what];
    }
    std::map<std::string, std::int64_t> moves() {
        const std::lock_guard lock{mutex_};
        return moves_;
    }
    std::map<std::string, std::int64_t> refusals() {
        const std::lock_guard lock{mutex_};
        return refusals_;
    }

  private:
    std::mutex mutex_;
    std::int64_t odd_count_ = 0;
    std::vector<std::string> odd_;
    std::map<std::string, std::int64_t> refusals_;
    std::map<std::string, std::int64_t> moves_;
};

}  // namespace cambio::faults
