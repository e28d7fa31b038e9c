#pragma once

#include <atomic>
#include <deque>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "faults/arena.h"
#include "support/chain_nodes.h"

namespace cambio::faults {

/// The world outside: a real Ethereum node whose blocks go on, people who pay into the clients'
/// addresses, and the operator who approves, exports, signs and imports withdrawals.
class Outside {
  public:
    explicit Outside(std::uint64_t seed);
    ~Outside() { stop(); }
    Outside(const Outside&) = delete;
    Outside& operator=(const Outside&) = delete;

    /// What the arena's configuration has to say of the chain.
    test::ScratchConfig::Settings settings() const;
    /// Brings the network into the arena's database, and what the hot address has into its books.
    void open(Arena& arena);
    /// Gives a client an address to which deposits go from now on, and lets it withdraw.
    void adopt(const Person& person, const std::string& token, bool one_step);

    void start();
    /// No further deposits, exports and blocks.
    void stop();
    /// Everything that is under way comes to its end. Throws when something does not.
    void finish();

    /// Compares the chain with what is stored: each deposit credited once, each withdrawal paid
    /// once or not at all, and the balances to the last unit.
    std::vector<std::string> compare(pg::Connection& connection);
    std::string summary() const;

  private:
    struct Deposit {
        std::string txid, address, coin, amount;
    };

    void go_on();    ///< deposits and blocks
    void operate();  ///< the operator's rounds
    void deposit();
    void work_once();  ///< one round of the operator
    bool control(const std::vector<std::string>& words, std::string* output = nullptr);
    std::string next_file(const char* name);
    void compare_deposits(pg::Connection& connection, std::vector<std::string>& wrong);
    void compare_withdrawals(pg::Connection& connection, std::vector<std::string>& wrong);
    void compare_totals(std::vector<std::string>& wrong);
    int number(int least, int most) {
        return std::uniform_int_distribution<int>{least, most}(random_);
    }

    test::Anvil anvil_;
    std::string token_;
    test::ScratchFolder folder_;
    Arena* arena_ = nullptr;
    std::mt19937_64 random_;
    std::vector<std::string> addresses_;
    std::deque<Deposit> deposits_;
    int files_ = 0, imports_ = 0, withdrawals_ = 0;
    std::atomic<bool> stopping_{false};
    std::vector<std::thread> threads_;
};

}  // namespace cambio::faults
