#pragma once

#include <memory>
#include <string>

#include "support/child_process.h"

namespace cambio::test {

/// A Redis of the test's own on a unix socket, without persistence, so that a test may also stop
/// it.
class RedisServer {
  public:
    RedisServer();

    std::string url() const { return "unix:" + socket(); }
    /// Kills it: the programs must go on without.
    void stop();
    /// Starts it again, empty.
    void start();

  private:
    std::string socket() const { return folder_.file("redis.sock"); }
    ScratchFolder folder_;
    std::unique_ptr<ChildProcess> process_;
};

}  // namespace cambio::test
