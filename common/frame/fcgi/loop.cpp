#include "fcgi/loop.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "log/log.h"

namespace cambio::fcgi {

namespace {

using std::chrono::milliseconds;

/// How long nothing may come before a drain believes that nginx uses none of the connections now.
constexpr milliseconds silence{40};
/// An answer and the close after it are seen as one when no more lies between them.
constexpr std::chrono::microseconds at_once{50};
/// How long a drain looks for such good moments only.
constexpr milliseconds choosy{500};

[[noreturn]] void fail(const char* what) {
    throw std::system_error{errno, std::generic_category(), what};
}

void pause(milliseconds time) {
    std::this_thread::sleep_for(time);
}

}  // namespace

Loop::Loop(int listener, RoomFor room_for, Handle handle)
    : listener_{listener},
      epoll_{::epoll_create1(EPOLL_CLOEXEC)},
      stop_{::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)},
      room_for_{std::move(room_for)},
      handle_{std::move(handle)},
      last_event_{Clock::now()} {
    const int flags = ::fcntl(listener_, F_GETFL);
    if (epoll_ < 0 || stop_ < 0 || flags < 0 ||
        ::fcntl(listener_, F_SETFL, flags | O_NONBLOCK) != 0)
        fail("prepare the listening socket");

    // Of the processes that share the socket one is woken, not all.
    epoll_event event{};
    event.events = EPOLLIN | EPOLLEXCLUSIVE;
    event.data.ptr = nullptr;
    if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, listener_, &event) != 0) fail("watch the listener");
    event.events = EPOLLIN;
    event.data.ptr = &stop_;
    if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, stop_, &event) != 0) fail("watch for the end");
}

Loop::~Loop() {
    for (Connection* connection : connections_) delete connection;
    ::close(epoll_);
    ::close(stop_);
}

void Loop::start(int threads) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

void Loop::work() {
    while (!stopping_) {
        // One event at a time: a second one would wait for this thread while another is free.
        epoll_event event{};
        const int count = ::epoll_wait(epoll_, &event, 1, -1);
        if (count < 1 || event.data.ptr == &stop_) continue;
        last_event_ = Clock::now();
        if (event.data.ptr == nullptr)
            accept_all();
        else
            serve(*static_cast<Connection*>(event.data.ptr));
    }
}

void Loop::accept_all() {
    for (;;) {
        const int fd = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
        if (fd < 0) {
            if (errno == EINTR || errno == ECONNABORTED) continue;
            if (errno != EAGAIN && errno != EWOULDBLOCK) {
                log::warn("accept_failed", {{"reason", std::generic_category().message(errno)}});
                pause(milliseconds{10});  // out of descriptors: others will be closed
            }
            return;
        }
        auto* connection = new Connection{fd};
        {
            const std::lock_guard lock{mutex_};
            connections_.insert(connection);
        }
        if (!watch(*connection, EPOLL_CTL_ADD)) drop(connection);
    }
}

bool Loop::watch(Connection& connection, int operation) {
    // Another thread may have the event before this call returns; it waits for that in serve().
    const std::lock_guard lock{connection.handover};
    epoll_event event{};
    event.events = EPOLLIN | EPOLLONESHOT;
    event.data.ptr = &connection;
    return ::epoll_ctl(epoll_, operation, connection.fd(), &event) == 0;
}

void Loop::drop(Connection* connection) {
    {
        const std::lock_guard lock{mutex_};
        connections_.erase(connection);
    }
    delete connection;
}

void Loop::serve(Connection& connection) {
    ++in_flight_;
    { const std::lock_guard lock{connection.handover}; }
    Incoming incoming;
    if (!connection.receive_head(incoming, room_for_)) {
        drop(&connection);
        --in_flight_;
    } else if (incoming.streamed) {
        wait_for_body(connection, std::move(incoming));
    } else {
        serve_whole(connection, std::move(incoming));
    }
}

void Loop::serve_whole(Connection& connection, Incoming&& incoming) {
    if (connection.receive_body(incoming)) {
        handle_(connection, std::move(incoming));
        return;
    }
    drop(&connection);
    --in_flight_;
}

/// There are as many of these threads as nginx lets uploads in.
void Loop::wait_for_body(Connection& connection, Incoming&& incoming) {
    try {
        std::thread{[this, &connection, whole = std::move(incoming)]() mutable {
            serve_whole(connection, std::move(whole));
        }}.detach();
    } catch (const std::system_error& problem) {
        log::warn("upload_refused", {{"reason", problem.what()}});
        drop(&connection);
        --in_flight_;
    }
}

void Loop::finish(Connection& connection, const Reply& reply, std::string_view cache_control) {
    const auto began = draining_ ? Clock::now() : Clock::time_point{};
    bool keep = connection.send(reply, cache_control);
    if (keep && draining_) keep = !may_close(connection, began);
    if (!keep || !watch(connection, EPOLL_CTL_MOD)) drop(&connection);
    --in_flight_;
}

/// While draining, a connection closes together with its answer: nginx, which sees both at once,
/// does not put it back among those that it uses again. Where this thread lost its turn in between,
/// nginx may be using it already; then it serves once more, and another answer will be the last.
bool Loop::may_close(const Connection& connection, Clock::time_point began) const {
    char byte;
    const auto count = ::recv(connection.fd(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (count > 0) return false;
    const auto now = Clock::now();
    return now - began < at_once || now > patient_until_.load() || stopping_;
}

bool Loop::quiet() const {
    return in_flight_ == 0 && Clock::now() - last_event_.load() > silence;
}

void Loop::drain(milliseconds patience) {
    ::epoll_ctl(epoll_, EPOLL_CTL_DEL, listener_, nullptr);
    patient_until_ = Clock::now() + choosy;
    draining_ = true;
    const auto deadline = Clock::now() + patience;
    while (!quiet() && Clock::now() < deadline) pause(milliseconds{1});

    stopping_ = true;
    const std::uint64_t one = 1;
    if (::write(stop_, &one, sizeof one) != sizeof one) log::error("stop_not_signalled");
    for (auto& thread : threads_) thread.join();
    threads_.clear();
    ::epoll_ctl(epoll_, EPOLL_CTL_DEL, stop_, nullptr);
    do {
        serve_leftovers();
        if (in_flight_ > 0) pause(milliseconds{1});
    } while (in_flight_ > 0 && Clock::now() < deadline);
    if (in_flight_ > 0) return;  // somebody still holds pointers to what waits
    while (!connections_.empty()) drop(*connections_.begin());
}

/// The threads are gone; what came in their last moment is answered by the one that is left.
void Loop::serve_leftovers() {
    epoll_event event{};
    while (::epoll_wait(epoll_, &event, 1, 0) == 1)
        serve(*static_cast<Connection*>(event.data.ptr));
}

}  // namespace cambio::fcgi
