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

/// Whoever has not let go of an idle connection by then is no nginx, or one that has stopped.
constexpr std::chrono::seconds patience_with_idle{2};

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
      handle_{std::move(handle)} {
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
            // EINVAL: it was shut down, and its backlog is empty.
            if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINVAL) {
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
    if (!connection.send(reply, cache_control) || !watch(connection, EPOLL_CTL_MOD))
        drop(&connection);
    --in_flight_;
}

bool Loop::all_let_go() {
    const std::lock_guard lock{mutex_};
    for (Connection* connection : connections_) connection->take_leave();
    return connections_.empty();
}

void Loop::stop_accepting() {
    ::epoll_ctl(epoll_, EPOLL_CTL_DEL, listener_, nullptr);
}

void Loop::drain(milliseconds patience, Leave leave) {
    const auto began = Clock::now();
    const auto deadline = began + patience;
    const auto let_go = [&] {
        return leave == Leave::at_once || all_let_go() ||
               (in_flight_ == 0 && Clock::now() > began + patience_with_idle);
    };
    while ((!let_go() || in_flight_ > 0) && Clock::now() < deadline) pause(milliseconds{1});

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
