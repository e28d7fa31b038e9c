#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "fcgi/route.h"
#include "money/ids.h"

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
    /// The same for a client who may have `most` requests here, being worked at or waiting: one
    /// more is refused as rate_limited, so that nobody takes all threads or places.
    void run_for(ClientId client, Later later, std::function<Reply()> work, std::size_t most = 2);
    /// Runs what no answer waits for, so that none tells by its time what was done. What it throws
    /// is logged. It may outlive the request. Throws Error unavailable as the others refuse.
    void run_unheard(std::string request_id, std::function<void()> work);

  private:
    struct State;
    struct Item;
    void queue(std::optional<ClientId> client, Later later, std::function<Reply()> work,
               std::size_t most);
    std::unique_ptr<State> state_;
};

}  // namespace cambio::fcgi
