#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <string_view>
#include <thread>
#include <unordered_set>
#include <vector>

#include "fcgi/connection.h"

namespace cambio::fcgi {

/// The threads of a handler process: all wait on one epoll set that holds the listening socket and
/// every kept connection, so that an idle connection holds no thread and any thread serves any
/// request. A streamed body, which may come slowly, gets a thread of its own.
class Loop {
  public:
    /// Leads to exactly one finish() for the connection, at once or later, from any thread.
    using Handle = std::function<void(Connection&, Incoming&&)>;

    /// `listener`: a listening socket; it becomes non-blocking. `room_for` is asked about each body
    /// that is larger than usual; it throws nothing. Throws std::system_error.
    Loop(int listener, RoomFor room_for, Handle handle);
    ~Loop();
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    void start(int threads);
    /// Answers and waits for the connection's next request; `connection` may be gone afterwards.
    void finish(Connection& connection, const Reply& reply, std::string_view cache_control);

    /// What waits in the listener's backlog is left to the next process that serves it.
    void stop_accepting();
    /// Takes what waits there nevertheless; for a socket that nobody else serves.
    void accept_all();

    enum class Leave { politely, at_once };
    /// Answers what was begun, and ends the threads. Politely: nginx closes every connection itself
    /// first, so that it never writes a request to one that is being closed. After `patience` what
    /// is still unanswered is left.
    void drain(std::chrono::milliseconds patience, Leave leave);

    int in_flight() const { return in_flight_; }

  private:
    using Clock = std::chrono::steady_clock;

    void work();
    void serve(Connection& connection);
    void serve_whole(Connection& connection, Incoming&& incoming);
    void wait_for_body(Connection& connection, Incoming&& incoming);
    void serve_leftovers();
    bool watch(Connection& connection, int operation);
    void drop(Connection* connection);
    bool all_let_go();

    int listener_;
    int epoll_;
    int stop_;  ///< an eventfd that wakes all threads
    RoomFor room_for_;
    Handle handle_;
    std::vector<std::thread> threads_;
    std::atomic<bool> stopping_ = false;
    std::atomic<int> in_flight_ = 0;
    std::mutex mutex_;
    std::unordered_set<Connection*> connections_;
};

}  // namespace cambio::fcgi
