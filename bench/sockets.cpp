// What bench/run sockets loads nginx's pushes with: so many connections that listen, and ten
// messages a second to each. It prints one line that bench/run reads.
//
//   bench_sockets PORT PUSH_SOCKET WORKER SECONDS COUNT PAIR
//     everybody listens to one market's channel
//   bench_sockets PORT PUSH_SOCKET WORKER SECONDS COUNT PAIR TOKENS
//     each listens to the channel of a client of its own turn, by a ticket; TOKENS has their
//     tokens, a line each
//
// WORKER is the process that serves the connections. Messages a second that arrived, p50 and p99 of
// the milliseconds from sending one to its arrival, seconds of a processor that the worker took for
// each second and this program did, and the worker's memory of a connection in kilobytes.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "share.h"

namespace {

using Clock = std::chrono::steady_clock;

/// Ten messages a second to each connection.
constexpr std::chrono::milliseconds pace{100};
/// As long as the changes of a book are.
constexpr std::size_t message_bytes = 400;
constexpr std::string_view time_mark = "\"time\":";
constexpr unsigned char text_frame = 0x81;
constexpr unsigned char ping_frame = 0x89;
/// Without a payload, masked with zeros: nchan ends whoever does not answer its pings.
constexpr std::string_view pong{"\x8a\x80\0\0\0\0", 6};

[[noreturn]] void fail(const std::string& what) {
    throw std::system_error{errno, std::generic_category(), what};
}

std::int64_t now_us() {
    return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now().time_since_epoch())
        .count();
}

int connect_to(const sockaddr* address, socklen_t size) {
    const int fd = ::socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) fail("socket");
    if (::connect(fd, address, size) != 0) fail("connect");
    return fd;
}

int connect_to_port(unsigned short port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return connect_to(reinterpret_cast<const sockaddr*>(&address), sizeof address);
}

int connect_to_path(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    return connect_to(reinterpret_cast<const sockaddr*>(&address), sizeof address);
}

void write_all(int fd, std::string_view text) {
    while (!text.empty()) {
        const auto written = ::send(fd, text.data(), text.size(), MSG_NOSIGNAL);
        if (written < 0) fail("send");
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

/// An answer's head, and what came of its body.
std::string read_answer(int fd, std::string_view end) {
    std::string answer;
    std::array<char, 4096> bytes;
    while (answer.find(end) == std::string::npos) {
        const auto count = ::recv(fd, bytes.data(), bytes.size(), 0);
        if (count <= 0) fail("an answer ended: " + answer);
        answer.append(bytes.data(), static_cast<std::size_t>(count));
    }
    return answer;
}

std::string member(const std::string& json, const std::string& name) {
    const auto mark = "\"" + name + "\":\"";
    const auto at = json.find(mark);
    if (at == std::string::npos) throw std::runtime_error{"no " + name + " in " + json};
    const auto begin = at + mark.size();
    return json.substr(begin, json.find('"', begin) - begin);
}

struct Process {
    double seconds = 0;
    double kilobytes = 0;
};

Process state_of(int process) {
    const auto folder = "/proc/" + std::to_string(process);
    std::ifstream stat{folder + "/stat"};
    std::string text{std::istreambuf_iterator<char>{stat}, {}};
    text.erase(0, text.rfind(')') + 2);
    unsigned long user = 0, system = 0;
    if (std::sscanf(text.c_str(), "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
                    &system) != 2)
        throw std::runtime_error{folder + "/stat has no times"};
    Process state;
    state.seconds =
        static_cast<double>(user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
    std::ifstream sizes{folder + "/smaps_rollup"};
    for (std::string line; std::getline(sizes, line);)
        if (line.starts_with("Pss:")) state.kilobytes = std::strtod(line.c_str() + 4, nullptr);
    return state;
}

/// Where somebody listens, and what opens it.
struct Seat {
    std::string path, channel, protocol;
};

class Listener {
  public:
    Listener(unsigned short port, const Seat& seat) : fd_{connect_to_port(port)} {
        write_all(fd_, "GET " + seat.path +
                           " HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
                           "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
                           seat.protocol + "\r\n");
        const auto answer = read_answer(fd_, "\r\n\r\n");
        if (!answer.starts_with("HTTP/1.1 101")) throw std::runtime_error{answer};
        rest_ = answer.substr(answer.find("\r\n\r\n") + 4);
        if (::fcntl(fd_, F_SETFL, O_NONBLOCK) != 0) fail("fcntl");
    }
    Listener(Listener&& other) noexcept
        : fd_{std::exchange(other.fd_, -1)}, rest_{std::move(other.rest_)} {}
    Listener& operator=(Listener&&) = delete;
    ~Listener() {
        if (fd_ >= 0) ::close(fd_);
    }

    int fd() const { return fd_; }

    /// Reads what is there, and hands on when each message was sent.
    template <class Arrived>
    void read(const Arrived& arrived) {
        std::array<char, 16384> bytes;
        for (;;) {
            const auto count = ::recv(fd_, bytes.data(), bytes.size(), 0);
            if (count == 0) throw std::runtime_error{"a connection was closed"};
            if (count < 0 && errno == EAGAIN) return;
            if (count < 0) fail("recv");
            rest_.append(bytes.data(), static_cast<std::size_t>(count));
            while (take_frame(arrived)) continue;
        }
    }

  private:
    /// RFC 6455 §5.2, of a server: without a mask, and here shorter than 64 kB.
    template <class Arrived>
    bool take_frame(const Arrived& arrived) {
        if (rest_.size() < 2) return false;
        const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(rest_[at]); };
        std::size_t head = 2, size = byte(1);
        if (size == 126) {
            if (rest_.size() < 4) return false;
            head = 4;
            size = static_cast<std::size_t>(byte(2)) << 8 | byte(3);
        }
        if (rest_.size() < head + size) return false;
        const auto payload = std::string_view{rest_}.substr(head, size);
        const auto at = payload.find(time_mark);
        if (byte(0) == text_frame && at != std::string_view::npos) {
            std::int64_t sent = 0;
            std::from_chars(payload.data() + at + time_mark.size(), payload.data() + size, sent);
            arrived(sent);
        }
        if (byte(0) == ping_frame) write_all(fd_, pong);
        rest_.erase(0, head + size);
        return true;
    }

    int fd_;
    std::string rest_;
};

std::vector<Seat> own_seats(unsigned short port, const char* file, std::size_t count) {
    std::ifstream lines{file};
    std::vector<std::string> tokens;
    for (std::string token; lines >> token;) tokens.push_back(token);
    if (tokens.empty()) throw std::runtime_error{std::string{file} + " names nobody"};
    std::vector<Seat> seats;
    const int fd = connect_to_port(port);
    for (std::size_t number = 0; number < count; ++number) {
        write_all(fd,
                  "POST /api/v3/stream-ticket HTTP/1.1\r\nHost: localhost\r\n"
                  "Content-Type: application/json\r\nContent-Length: 2\r\n"
                  "Authorization: Bearer " +
                      tokens[number % tokens.size()] + "\r\n\r\n{}");
        const auto answer = read_answer(fd, "}");
        const auto channel = member(answer, "channel");
        seats.push_back({"/stream/client/" + channel, "client." + channel,
                         "Sec-WebSocket-Protocol: cambio." + member(answer, "ticket") + "\r\n"});
    }
    ::close(fd);
    return seats;
}

std::string message() {
    auto text = "{\"stream\":\"book\"," + std::string{time_mark} + std::to_string(now_us()) +
                ",\"data\":\"";
    text.append(message_bytes - text.size(), '5');
    return text + "\"}";
}

/// Tells each channel once what time it is.
void tell(int fd, const std::vector<std::string>& channels) {
    for (const auto& channel : channels) {
        const auto text = message();
        write_all(fd, "POST /publish/" + channel +
                          " HTTP/1.1\r\nHost: push\r\nContent-Type: application/json\r\n"
                          "Content-Length: " +
                          std::to_string(text.size()) + "\r\n\r\n" + text);
    }
    std::array<char, 65536> answers;
    while (::recv(fd, answers.data(), answers.size(), MSG_DONTWAIT) > 0) continue;
}

struct Load {
    unsigned short port = 0;
    std::string push_socket;
    int worker = 0;
    int seconds = 0;
    std::size_t count = 0;
    std::string pair;
    const char* tokens = nullptr;
};

/// All who listen, and what they have heard.
class Audience {
  public:
    explicit Audience(const Load& load)
        : load_{load}, events_{::epoll_create1(EPOLL_CLOEXEC)}, ready_(1024) {
        if (events_ < 0) fail("epoll_create1");
        listeners_.reserve(load.count);
        delays.reserve(load.count * static_cast<std::size_t>(load.seconds) * 11);
    }
    Audience(const Audience&) = delete;
    Audience& operator=(const Audience&) = delete;
    ~Audience() { ::close(events_); }

    /// Some at a time: a ticket is good for half a minute, and those who are in answer pings.
    void let_in() {
        constexpr std::size_t together = 200;
        while (listeners_.size() < load_.count) {
            const auto wanted = std::min(together, load_.count - listeners_.size());
            const auto seats =
                load_.tokens
                    ? own_seats(load_.port, load_.tokens, wanted)
                    : std::vector<Seat>(
                          wanted, {"/stream/market/" + load_.pair, "market." + load_.pair, {}});
            for (const auto& seat : seats) let_in(seat);
            hear_until(Clock::now() + std::chrono::milliseconds{1});
        }
        std::ranges::sort(channels);
        channels.erase(std::unique(channels.begin(), channels.end()), channels.end());
    }

    void hear_until(Clock::time_point end) {
        using std::chrono::milliseconds;
        for (;;) {
            const auto left = std::chrono::ceil<milliseconds>(end - Clock::now()).count();
            if (left <= 0) return;
            const int count = ::epoll_wait(events_, ready_.data(), static_cast<int>(ready_.size()),
                                           static_cast<int>(left));
            if (count < 0 && errno != EINTR) fail("epoll_wait");
            for (int i = 0; i < count; ++i)
                listeners_[ready_[static_cast<std::size_t>(i)].data.u64].read(
                    [&](std::int64_t sent) {
                        delays.push_back(static_cast<double>(now_us() - sent) / 1000);
                    });
        }
    }

    std::vector<std::string> channels;  ///< each once
    std::vector<double> delays;         ///< milliseconds

  private:
    void let_in(const Seat& seat) {
        channels.push_back(seat.channel);
        epoll_event event{.events = EPOLLIN, .data = {.u64 = listeners_.size()}};
        const int fd = listeners_.emplace_back(load_.port, seat).fd();
        if (::epoll_ctl(events_, EPOLL_CTL_ADD, fd, &event) != 0) fail("epoll_ctl");
    }

    const Load& load_;
    int events_;
    std::vector<epoll_event> ready_;
    std::vector<Listener> listeners_;
};

void run(const Load& load) {
    const auto empty = state_of(load.worker);
    Audience audience{load};
    audience.let_in();
    const int push = connect_to_path(load.push_socket);
    // What the handshakes left behind is not of the messages.
    audience.hear_until(Clock::now() + std::chrono::seconds{1});
    audience.delays.clear();
    const auto before = state_of(load.worker), self_before = state_of(::getpid());
    const auto began = Clock::now();
    const auto end = began + std::chrono::seconds{load.seconds};
    for (auto next = began; next < end; next += pace) {
        tell(push, audience.channels);
        audience.hear_until(next + pace);
    }
    const std::chrono::duration<double> took = Clock::now() - began;
    const auto after = state_of(load.worker), self = state_of(::getpid());
    auto& delays = audience.delays;
    std::printf("RESULT %.0f %.2f %.2f %.3f %.3f %.2f\n",
                static_cast<double>(delays.size()) / took.count(), share(delays, 0.5),
                share(delays, 0.99), (after.seconds - before.seconds) / took.count(),
                (self.seconds - self_before.seconds) / took.count(),
                (after.kilobytes - empty.kilobytes) / static_cast<double>(load.count));
    ::close(push);
}

/// As many as the connections and what else a program has open.
void allow_files(std::size_t count) {
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, count + 100);
    if (limit.rlim_cur < count + 100 || ::setrlimit(RLIMIT_NOFILE, &limit) != 0)
        throw std::runtime_error{"this user may not open " + std::to_string(count) + " files"};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 7 && argc != 8) {
        std::fputs("usage: see the head of bench/sockets.cpp\n", stderr);
        return 2;
    }
    try {
        const Load load{.port = static_cast<unsigned short>(std::atoi(argv[1])),
                        .push_socket = argv[2],
                        .worker = std::atoi(argv[3]),
                        .seconds = std::atoi(argv[4]),
                        .count = static_cast<std::size_t>(std::atoi(argv[5])),
                        .pair = argv[6],
                        .tokens = argc == 8 ? argv[7] : nullptr};
        allow_files(load.count);
        run(load);
        return 0;
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "bench_sockets: %s\n", problem.what());
        return 1;
    }
}
