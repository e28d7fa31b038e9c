#include "pg/listener.h"

#include <libpq-fe.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>
#include <memory>
#include <utility>

#include "log/log.h"
#include "pg/pg.h"

namespace cambio::pg {

namespace {

constexpr int retry_ms = 250;
/// A server that is gone without a word is noticed by asking it.
constexpr int ask_ms = 5'000;

constexpr const char* name_listener = R"sql(
    select set_config('application_name', current_setting('application_name') || ' listener', false)
)sql";

/// Whether `fd` has something to read, or `stop` has; `stop` wins.
enum class Ready { nothing, something, stop };
Ready wait(int stop, int fd, int timeout_ms) {
    pollfd ends[] = {{stop, POLLIN, 0}, {fd, POLLIN, 0}};
    ::poll(ends, fd < 0 ? 1 : 2, timeout_ms);
    if (ends[0].revents != 0) return Ready::stop;
    return fd >= 0 && ends[1].revents != 0 ? Ready::something : Ready::nothing;
}

}  // namespace

Listener::Listener(std::string conninfo, std::string channel, Calls calls)
    : conninfo_{std::move(conninfo)},
      channel_{std::move(channel)},
      calls_{std::move(calls)},
      stop_{::eventfd(0, EFD_CLOEXEC)},
      thread_{[this] { run(); }} {}

Listener::~Listener() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(stop_, &one, sizeof one);
    thread_.join();
    ::close(stop_);
}

void Listener::run() {
    do {
        try {
            listen();
            return;
        } catch (const std::exception& failure) {
            calls_.lost();
            if (!std::exchange(away_, true))
                log::warn("listener_lost", {{"channel", channel_}, {"error", failure.what()}});
        }
    } while (wait(stop_, -1, retry_ms) != Ready::stop);
}

/// Until the end. Throws when the connection is lost.
void Listener::listen() {
    Connection connection{conninfo_};
    connection.run(name_listener);
    connection.script("listen " + channel_);
    if (std::exchange(away_, false)) log::info("listener_recovered", {{"channel", channel_}});
    calls_.connected();
    for (;;) {
        switch (wait(stop_, PQsocket(connection.raw()), ask_ms)) {
            case Ready::stop:
                return;
            case Ready::nothing:
                connection.run("select 1");
                break;
            case Ready::something:
                if (PQconsumeInput(connection.raw()) != 1)
                    throw Failure{"08006", "", PQerrorMessage(connection.raw())};
        }
        while (PGnotify* told = PQnotifies(connection.raw())) {
            const std::unique_ptr<PGnotify, decltype(&PQfreemem)> owner{told, &PQfreemem};
            calls_.heard(told->extra);
        }
    }
}

}  // namespace cambio::pg
