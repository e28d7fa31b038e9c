// The WebSocket streams and the WebSocket API of Binance's clients. Not FastCGI: nginx passes
// connections on.
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <boost/asio/signal_set.hpp>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string_view>

#include "binance/calls.h"
#include "bounds.h"
#include "config/config.h"
#include "hub.h"
#include "log/log.h"
#include "server.h"

namespace cambio::streams {
namespace {

/// The paths where nginx finds this program; it has no routes as the other groups have.
constexpr const char* places = "/binance/ws\n/binance/stream\n/binance/ws-api/v3\n";
/// How often a program that is ending looks whether everybody has gone.
constexpr std::chrono::milliseconds look_pace{50};

/// A connection is a descriptor; the soft limit of 1,024 is too low.
void allow_many_descriptors() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

void run() {
    const auto config = Config::from_environment();
    log::open("streams", config.log_level, config.log_dir);
    constexpr std::string_view unix_socket = "unix:";
    if (!config.push_url.starts_with(unix_socket))
        throw std::runtime_error{"PUSH_URL has to be a socket of nginx: unix:/path"};
    asio::io_context io{1};
    const auto socket = config.push_url.substr(unix_socket.size());
    Hub hub{io, socket};
    ClientCalls calls{io, socket};
    const auto& budget = config.key_budget;
    Server server{
        io,
        STDIN_FILENO,
        hub,
        {.io = io,
         .calls = calls,
         .of_key = {budget.weight_per_minute, budget.orders_per_10s, budget.orders_per_day},
         .of_address = {fcgi::address_weight_per_minute * config.rate_limit_factor, 0, 0},
         .rate_limit_factor = static_cast<std::size_t>(config.rate_limit_factor)}};
    hub.start();
    server.start();
    Timer farewell{io};
    const std::function<void(int)> wait_for_last = [&](int looks) {
        if (server.empty() || looks == 0) return io.stop();
        farewell.expires_after(look_pace);
        farewell.async_wait([&, looks](Failure) { wait_for_last(looks - 1); });
    };
    asio::signal_set ends{io, SIGTERM, SIGINT};
    ends.async_wait([&](Failure, int) {
        server.stop();
        wait_for_last(opening_patience / look_pace);
    });
    log::info("started");
    io.run();
    log::info("stopped");
    // What still waits for its turn holds pointers into this frame.
    std::_Exit(0);
}

}  // namespace
}  // namespace cambio::streams

int main(int argc, char** argv) {
    try {
        const std::string_view option = argc == 2 ? argv[1] : "";
        if (option == "--routes") return 0;
        if (option == "--web-sockets") {
            std::fputs(cambio::streams::places, stdout);
            return 0;
        }
        if (argc > 1) {
            std::fputs("usage: streams [--routes | --web-sockets]\n", stderr);
            return 2;
        }
        ::signal(SIGPIPE, SIG_IGN);
        cambio::streams::allow_many_descriptors();
        cambio::streams::run();
        return 0;
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "streams: %s\n", problem.what());
        cambio::log::error("not_started", {{"reason", problem.what()}});
        return 1;
    }
}
