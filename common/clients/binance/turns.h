#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>

namespace cambio::binance {

/// One after the other for each name, in the order in which they came; different names do not wait
/// for each other. For one thread.
class Turns {
  public:
    using Next = std::function<void()>;

    /// Calls `next`, now or when those before it have passed. Whoever was called passes once.
    void take(const std::string& name, Next next);
    void pass(const std::string& name);

  private:
    std::map<std::string, std::deque<Next>> waiting_;  ///< of names whose turn somebody has
};

}  // namespace cambio::binance
