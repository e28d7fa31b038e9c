#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "fcgi/route.h"

namespace cambio::fcgi {

/// Threads beside the workers for what would hold a worker too long: a password hash (20 ms of a
/// core), a mail server. A deferred route reads its parameters, then gives its Later away to a
/// lane.
class Lane {
  public:
    /// More than `longest` requests in waiting are refused as unavailable rather than answered
    /// late.
    Lane(int threads, std::size_t longest);
    /// Finishes what is queued, then joins.
    ~Lane();
    Lane(const Lane&) = delete;
    Lane& operator=(const Lane&) = delete;

    /// Runs `work` on a thread of the lane and answers with what it returns or throws. The request
    /// lives until then, so that `work` may refer to it.
    void run(Later later, std::function<Reply()> work);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cambio::fcgi
