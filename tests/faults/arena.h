#pragma once

#include <array>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "support/builders.h"

namespace cambio::faults {

using test::Answer, test::FastCgiClient, test::HandlerProcess, test::Person, test::World;

constexpr std::size_t handler_count = 2;

/// A client of the arena, and the bearer token of its session.
struct Player {
    Person person;
    std::string token;
};

/// Where the run happens: a PostgreSQL of its own, three markets around 100 with a provider's book,
/// two spot handlers on the same markets, and clients with money.
class Arena {
  public:
    /// Every market has ticks of 0.1 and lots of 0.001.
    static constexpr std::array<const char*, 3> coins{"FAA", "FBB", "FCC"};

    /// `unsafe`: with synchronous_commit=off and a WAL writer that sleeps, as the control needs it.
    explicit Arena(bool unsafe);
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    /// A client with enough money, or with so little that orders are refused for want of it.
    Player player(bool poor);
    HandlerProcess& handler(std::size_t number) { return *handlers_[number]; }
    /// Drains both handlers by SIGTERM. What they still had to do is done then.
    void stop_handlers();
    test::PostgresServer& postgres() { return test::PostgresServer::shared(); }
    World& world() { return *world_; }

  private:
    void make_markets();
    void quote(int step);
    void feed();

    std::unique_ptr<World> world_;
    std::vector<std::unique_ptr<HandlerProcess>> handlers_;

    // The feed keeps quotes and the provider's books fresh; it alone uses the world's connection
    // while it runs.
    std::mutex mutex_;
    std::condition_variable wake_;
    bool stopping_ = false;
    std::thread feed_;
};

}  // namespace cambio::faults
