#include "fcgi/loop.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "log/log.h"

namespace cambio::fcgi {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// How long nothing may come before a drain believes that nginx uses none of the connections now.
constexpr milliseconds silence{5};

[[noreturn]] void fail(const char* what) {
    throw std::system_error{errno, std::generic_category(), what};
}

void pause(milliseconds time) {
    std::this_thread::sleep_for(time);
}

}  // namespace

Loop::Loop(int listener, Handle handle)
    : listener_{listener},
      epoll_{::epoll_create1(EPOLL_CLOEXEC)},
      stop_{::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)},
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
    Incoming incoming;
    const auto received = connection.receive(incoming);
    if (received == Connection::Received::request) {
        handle_(connection, std::move(incoming));
        return;
    }
    const bool waiting = received == Connection::Received::waiting;
    if (!waiting || !watch(connection, EPOLL_CTL_MOD)) drop(&connection);
    --in_flight_;
}

void Loop::finish(Connection& connection, const Reply& reply, std::string_view cache_control) {
    // While draining, the connection closes with its answer: nginx sees both at once and does not
    // put it back among those that it would use again.
    const bool keep = connection.send(reply, cache_control) && !draining_;
    if (!keep || !watch(connection, EPOLL_CTL_MOD)) drop(&connection);
    --in_flight_;
}

bool Loop::quiet() const {
    return in_flight_ == 0 && Clock::now() - last_event_.load() > silence;
}

void Loop::drain(milliseconds patience) {
    ::epoll_ctl(epoll_, EPOLL_CTL_DEL, listener_, nullptr);
    draining_ = true;
    const auto deadline = Clock::now() + patience;
    while (!quiet() && Clock::now() < deadline) pause(milliseconds{1});

    stopping_ = true;
    const std::uint64_t one = 1;
    if (::write(stop_, &one, sizeof one) != sizeof one) log::error("stop_not_signalled");
    for (auto& thread : threads_) thread.join();
    threads_.clear();
    serve_leftovers();
    while (in_flight_ > 0 && Clock::now() < deadline) pause(milliseconds{1});
}

/// The threads are gone; a request that came in their last moment is answered here. Connections
/// whose request was given away are not readable, and their answer closes them.
void Loop::serve_leftovers() {
    std::vector<Connection*> all;
    {
        const std::lock_guard lock{mutex_};
        all.assign(connections_.begin(), connections_.end());
    }
    if (in_flight_ > 0) return;
    for (Connection* connection : all) {
        pollfd waiting{connection->fd(), POLLIN, 0};
        if (::poll(&waiting, 1, 0) == 1)
            serve(*connection);
        else
            drop(connection);
    }
}

}  // namespace cambio::fcgi
