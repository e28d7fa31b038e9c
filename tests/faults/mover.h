#pragma once

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "faults/asking.h"
#include "token/codes.h"

namespace cambio::faults {

/// A client that moves its money otherwise than by orders: transfers between its wallets,
/// conversions, futures, Earn, withdrawals. It sends many calls twice at once, asks again with the
/// same key until it has a definite answer, and writes down what it was told.
class Mover {
  public:
    struct Setting {
        bool withdraws = false;  ///< there is a chain that takes it
        bool plans = false;      ///< starts plans, each of which pauses withdrawals for a day
        bool one_step = false;   ///< without codes by mail
    };
    Mover(Arena& arena, Score& score, const Setting& setting, std::uint64_t seed);
    Mover(const Mover&) = delete;
    Mover& operator=(const Mover&) = delete;

    /// Goes on until `stop`; then it only waits for the answer that is still due, half a minute at
    /// most.
    void run(const std::atomic<bool>& stop);
    const Journal& journal() const { return journal_; }
    const Person& person() const { return player_.person; }
    const std::string& token() const { return player_.token; }

  private:
    using Lane = std::vector<FastCgiClient>;
    struct Call {
        std::size_t handler = 0;
        const char* path = "";
        Fields fields{};
        std::string name{};  ///< what names the act where it is stored; empty: its key
    };
    struct Open {
        std::string id;
        Decimal part;  ///< of the coin, three tenths of it: never all that is left of it
    };
    struct Subscription {
        std::string id;
        bool flexible = false;
    };

    struct Choice {
        int weight = 0;
        const char* group = nullptr;  ///< nullptr: spot's
        void (Mover::*act)() = nullptr;
    };
    std::vector<Choice> choices() const;
    void act(const std::vector<Choice>& choices);

    // Each is one call, or none where there is nothing to call for.
    void transfer();
    void convert();
    void convert_at_a_quote();
    void convert_at_a_limit();
    void take_conversion_back();
    void open_position();
    void place_futures_order();
    void take_futures_order_back();
    void add_margin();
    void close_position();
    void close_part();
    void subscribe();
    void redeem();
    void plan();
    void withdraw();
    void take_withdrawal_back();

    /// The call until its answer is definite. Of a success its body, otherwise null.
    Json::Value perform(const std::string& what, const std::string& content, Call call);
    Told insist(const Call& call);
    Told try_once(std::size_t lane, const Call& call);
    void hear(Act& act, const Told& told);
    void repeat(Act& act, const Call& call);
    std::string code(token::Purpose purpose, const std::string& address);

    std::size_t any_spot() { return static_cast<std::size_t>(number(0, handler_count - 1)); }
    std::string any_coin() { return Arena::coins[static_cast<std::size_t>(number(0, 2))]; }
    template <class T>
    std::size_t any_of(const std::vector<T>& list) {
        return static_cast<std::size_t>(number(0, static_cast<int>(list.size()) - 1));
    }
    bool chance(int percent) { return number(1, 100) <= percent; }
    int number(int least, int most) {
        return std::uniform_int_distribution<int>{least, most}(random_);
    }

    Arena& arena_;
    Score& score_;
    const Setting setting_;
    std::mt19937_64 random_;
    Player player_;
    Journal journal_;
    std::vector<Lane> lanes_;
    std::vector<std::string> waiting_;  ///< conversions
    std::vector<std::string> futures_orders_;
    int futures_orders_made_ = 0;
    std::vector<Open> positions_;
    std::vector<Subscription> subscriptions_;
    std::vector<std::string> withdrawals_;
    int plans_ = 0;
    int keys_ = 0;
    std::unique_ptr<pg::Connection> mailbox_;  ///< where codes by mail are looked up
    Patience patience_;
};

}  // namespace cambio::faults
