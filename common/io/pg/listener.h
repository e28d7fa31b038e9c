#pragma once

#include <functional>
#include <string>
#include <thread>

namespace cambio::pg {

/// Hears one channel of PostgreSQL's notifications, by a connection and a thread of its own, until
/// it is destroyed. A connection that is lost is made again after a moment.
class Listener {
  public:
    struct Calls {
        /// A notification's payload, once its transaction has committed.
        std::function<void(const std::string&)> heard;
        /// From now on nothing is missed; what was told before may have been.
        std::function<void()> connected;
        /// Until `connected` is called, nothing is heard.
        std::function<void()> lost;
    };
    /// `channel` is an SQL identifier. The calls come from the listener's thread.
    Listener(std::string conninfo, std::string channel, Calls calls);
    ~Listener();
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

  private:
    void run();
    void listen();

    const std::string conninfo_;
    const std::string channel_;
    const Calls calls_;
    int stop_ = -1;  ///< an eventfd
    bool away_ = false;
    std::thread thread_;
};

}  // namespace cambio::pg
