#pragma once

#include "fcgi/route.h"

namespace cambio::fcgi {

/// While a deferred function runs: where its Later returns to when the function throws before it
/// gave the Later away, so that the boundary answers with that very error.
class Dispatch {
  public:
    explicit Dispatch(const Request& request);
    ~Dispatch();
    Dispatch(const Dispatch&) = delete;
    Dispatch& operator=(const Dispatch&) = delete;

    /// Takes `finish` back when `request` is being dispatched on this thread and an exception
    /// flies.
    static bool give_back(const Request& request, Later::Finish& finish);
    /// Empty unless the Later came back.
    Later::Finish& returned() { return returned_; }

  private:
    const Request* request_;
    Dispatch* outer_;
    Later::Finish returned_;
};

}  // namespace cambio::fcgi
