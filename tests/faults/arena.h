#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "support/builders.h"

namespace cambio::faults {

using test::Answer, test::dec, test::FastCgiClient, test::HandlerProcess, test::Person, test::World;

/// Spot runs twice, on the same markets.
constexpr std::size_t handler_count = 2;
/// The other groups that move money, one handler each, behind those of spot.
constexpr std::array<const char*, 4> groups{"wallet", "futures", "earn", "funds"};
constexpr std::size_t max_handlers = handler_count + groups.size();

/// A client of the arena, and the bearer token of its session.
struct Player {
    Person person;
    std::string token;
};

/// Where the run happens: a PostgreSQL of its own, three markets around 100 with a provider's book
/// and a contract, products of Earn, handlers, and clients with money.
class Arena {
  public:
    /// Every market has ticks of 0.1 and lots of 0.001.
    static constexpr std::array<const char*, 3> coins{"FAA", "FBB", "FCC"};

    struct Setting {
        bool unsafe = false;  ///< with synchronous_commit=off and a WAL writer that sleeps
        bool movers = true;   ///< with the handlers of `groups`
        bool chain = false;   ///< with funds, which needs one
        test::ScratchConfig::Settings config{};
    };
    explicit Arena(const Setting& setting);
    /// From now on prices move, and the world's connection is the feed's.
    void open();
    /// Prices go on moving, but nothing further becomes due for the jobs.
    void calm() { calm_ = true; }
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    /// A client with enough money, or with so little that orders are refused for want of it. Every
    /// other one was brought by the one before.
    Player player(bool poor);

    std::size_t handlers() const { return handlers_.size(); }
    HandlerProcess& handler(std::size_t number) { return *handlers_[number]; }
    /// The number of the handler of one of `groups`.
    static std::size_t number_of(std::string_view group);
    const char* name_of(std::size_t number) const;
    /// Drains all handlers by SIGTERM. What they still had to do is done then.
    void stop_handlers();
    test::PostgresServer& postgres() { return test::PostgresServer::shared(); }
    World& world() { return *world_; }
    /// The products of Earn: of USDT, and of the first coin.
    const std::array<EarnProductId, 2>& products() const { return products_; }

  private:
    void make_markets();
    void quote(int step);
    void give_jobs_work(int step);
    void feed();
    void start(const char* group);

    std::unique_ptr<World> world_;
    std::vector<std::unique_ptr<HandlerProcess>> handlers_;
    std::array<EarnProductId, 2> products_{};
    std::optional<Person> saver_;  ///< who has subscribed some days ago
    std::optional<ClientId> last_player_;
    int players_ = 0;

    // The feed keeps quotes, marks and the provider's books fresh; it alone uses the world's
    // connection of the programs' role while it runs.
    std::mutex mutex_;
    std::condition_variable wake_;
    bool stopping_ = false;
    std::atomic<bool> calm_{false};
    std::thread feed_;
};

}  // namespace cambio::faults
