#pragma once

#include <atomic>
#include <random>
#include <string>
#include <vector>

#include "faults/asking.h"

namespace cambio::faults {

/// A client that trades: it places, changes and cancels orders at random, sends many of them twice
/// at once, asks again with the same key until it has a definite answer, and writes down what it
/// was told.
class Trader {
  public:
    Trader(Arena& arena, Score& score, bool poor, std::uint64_t seed);
    Trader(const Trader&) = delete;
    Trader& operator=(const Trader&) = delete;

    /// Trades until `stop`; then it only waits for the answer that is still due, half a minute at
    /// most.
    void run(const std::atomic<bool>& stop);
    const Journal& journal() const { return journal_; }
    const std::string& token() const { return token_; }

  private:
    /// Two connections to each handler, so that an order can be sent twice at once.
    using Lane = std::vector<FastCgiClient>;

    void place();
    void amend_one();
    std::string invent_change(const Entry& entry, Fields& fields);
    void hear_amended(Entry& entry, Act& act, const Told& told);
    void cancel_one();
    void cancel_all();
    Told ask(Lane& lane, std::size_t handler, const std::string& path, const Fields& fields,
             bool order);
    /// Asks until the answer is definite, or until it is too late; then nothing.
    Told insist(const std::string& path, const Fields& fields, bool order);
    void send_order(Entry& entry, const Fields& fields);
    void hear(Entry& entry, const Told& told);
    void hear_cancelled(const Json::Value& order);
    Fields invent(Entry& entry);
    void invent_prices(Entry& entry, Fields& fields);
    void attach(const Entry& entry, Fields& fields, int price);
    bool chance(int percent) { return number(1, 100) <= percent; }
    int number(int least, int most) {
        return std::uniform_int_distribution<int>{least, most}(random_);
    }

    Score& score_;
    std::mt19937_64 random_;
    Journal journal_;
    std::string token_;
    std::vector<Lane> lanes_;
    std::size_t home_ = 0;         ///< the handler that answered last
    std::vector<Entry*> resting_;  ///< acknowledged as open, as far as this client knows
    int cancels_ = 0;
    int changes_ = 0;
    Patience patience_;
};

}  // namespace cambio::faults
