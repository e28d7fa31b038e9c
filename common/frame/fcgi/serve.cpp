#include "fcgi/serve.h"

#include <fcgiapp.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "crypto/crypto.h"
#include "fcgi/loop.h"
#include "fcgi/router.h"
#include "log/log.h"
#include "token/keys.h"

namespace cambio::fcgi {

namespace {

constexpr int backlog = 4096;  // 512 gave 502s with 256 clients
constexpr auto drain_patience = std::chrono::seconds{10};

std::string read_secret(const std::string& path) {
    std::ifstream file{path};
    std::string secret;
    if (!(file >> secret) || secret.size() < 16)
        throw std::runtime_error{"the file " + path +
                                 " must hold a secret of at least 16 characters"};
    return secret;
}

/// The public half of the key that signs, and of those before it.
std::vector<std::string> token_keys(const Config& config) {
    std::vector<std::string> keys = {crypto::read_key(config.token_key_file + ".pub", 32)};
    const auto former = token::read_keys(config.token_former_keys_file);
    keys.insert(keys.end(), former.begin(), former.end());
    return keys;
}

token::HashKeys hash_keys_for(const Config& config, HashKey hash_key) {
    if (hash_key == HashKey::not_needed) return {};
    return token::read_hash_keys(config.hash_key_file, config.hash_former_keys_file);
}

/// The listening socket: descriptor 0, or one of our own for tests.
class Listener {
  public:
    explicit Listener(const std::string& path) : path_{path} {
        if (path.empty())
            inherit();
        else
            listen();
    }

    ~Listener() {
        unlink_own();
        if (!path_.empty()) ::close(fd_);
    }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    int fd() const { return fd_; }
    bool own() const { return !path_.empty(); }

    /// Whether no other process will serve it: it is our own, or another one has taken its name
    /// (nginx/up; under systemd a socket and its name belong together).
    bool last() const {
        sockaddr_un name{};
        socklen_t size = sizeof name;
        return own() || (::getsockname(fd_, reinterpret_cast<sockaddr*>(&name), &size) == 0 &&
                         name.sun_family == AF_UNIX && ::access(name.sun_path, F_OK) != 0);
    }

    /// Of a socket of our own: nobody can connect any more; who has is in its backlog.
    void refuse() {
        unlink_own();
        ::shutdown(fd_, SHUT_RD);
    }

  private:
    void unlink_own() {
        struct stat now {};
        if (!own() || ::stat(path_.c_str(), &now) != 0 || now.st_ino != made_.st_ino) return;
        ::unlink(path_.c_str());
    }

    void inherit() {
        int listening = 0;
        socklen_t size = sizeof listening;
        if (::getsockopt(0, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) != 0 || listening == 0)
            throw std::runtime_error{
                "descriptor 0 is not a listening socket; start with spawn-fcgi or --listen path"};
    }

    void listen() {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        if (path_.size() >= sizeof address.sun_path)
            throw std::runtime_error{"the path of the socket is too long: " + path_};
        std::memcpy(address.sun_path, path_.data(), path_.size());
        ::unlink(path_.c_str());
        fd_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const auto mask = ::umask(0117);
        const bool bound = fd_ >= 0 && ::bind(fd_, reinterpret_cast<const sockaddr*>(&address),
                                              sizeof address) == 0;
        ::umask(mask);
        if (!bound || ::listen(fd_, backlog) != 0 || ::stat(path_.c_str(), &made_) != 0)
            throw std::runtime_error{"cannot listen on " + path_ + ": " + std::strerror(errno)};
    }

    std::string path_;
    int fd_ = 0;
    struct stat made_ {};
};

struct Options {
    bool routes = false;
    std::string listen;
};

std::optional<Options> read_options(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--routes") {
            options.routes = true;
        } else if (word == "--listen" && i + 1 < argc) {
            options.listen = argv[++i];
            if (options.listen.starts_with("unix:")) options.listen.erase(0, 5);
        } else {
            return {};
        }
    }
    return options;
}

/// Every thread inherits the mask, so that only main hears of the end.
sigset_t block_signals() {
    ::signal(SIGPIPE, SIG_IGN);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    return set;
}

/// A connection for each waiting client is a descriptor; the soft limit of 1,024 is too low.
void allow_many_descriptors() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

void run(const Options& options, const std::string& group, Tables tables,
         const Lifecycle& lifecycle, HashKey hash_key, const sigset_t& end_signals) {
    Config config = Config::from_environment();
    log::open(group, config.log_level, config.log_dir);
    pg::require_sync_standby(config.require_sync_standby);
    crypto::start();
    Services services{std::move(config), hash_key};
    Listener listener{options.listen};

    Loop* running = nullptr;
    Router router{group, tables, services,
                  [&running](Connection& connection, const Reply& reply, std::string_view cache) {
                      running->finish(connection, reply, cache);
                  }};
    Loop loop{listener.fd(),
              [&router](const Incoming& incoming) { return router.room_for(incoming); },
              [&router](Connection& connection, Incoming&& incoming) {
                  router.handle(connection, std::move(incoming));
              }};
    running = &loop;

    if (lifecycle.start) lifecycle.start(services);
    loop.start(services.config.worker_threads);
    log::info("started");
    int signal = 0;
    sigwait(&end_signals, &signal);

    loop.stop_accepting();
    if (listener.own()) listener.refuse();
    if (listener.last()) loop.accept_all();
    // Whoever presses Ctrl-C does not want to wait for nginx.
    loop.drain(drain_patience, signal == SIGTERM ? Loop::Leave::politely : Loop::Leave::at_once);
    if (lifecycle.stop) lifecycle.stop(services);
    log::info("stopped", {{"unanswered", std::to_string(loop.in_flight())}});
    // Whoever still holds a request holds pointers into this frame.
    if (loop.in_flight() > 0) std::_Exit(0);
}

}  // namespace

Services::Services(Config settings, HashKey hash_key)
    : config{std::move(settings)},
      hash_keys{hash_keys_for(config, hash_key)},
      fastcgi_secret{read_secret(config.fastcgi_secret_file)},
      pool{config.database_url, config.worker_threads + 4},
      redis{config.redis_url},
      limits{redis, config.rate_limit_factor},
      weights{redis, config.rate_limit_factor},
      push{config.push_url, redis},
      visits{pool},
      sessions{token_keys(config),
               {.idle = std::chrono::hours{config.session_idle_hours},
                .seen = [this](SessionId session) { visits.add(session); }}},
      api_keys{hash_keys,
               {.used = [this](ApiKeyId key, const auto& address) { visits.add(key, address); }}},
      key_limits{redis, config.key_budget},
      places{config.geoip_file},
      ended_sessions{config.database_url,
                     token::ended_sessions,
                     {.heard =
                          [this](const auto& told) {
                              const auto client = token::ended(told);
                              sessions.forget(client);
                              api_keys.forget(client);
                          },
                      .connected =
                          [this] {
                              sessions.hears(true);
                              api_keys.hears(true);
                          },
                      .lost =
                          [this] {
                              sessions.hears(false);
                              api_keys.hears(false);
                          }}} {}

int serve(int argc, char** argv, std::string group,
          std::initializer_list<std::span<const Route>> tables, Lifecycle lifecycle,
          HashKey hash_key) {
    try {
        const auto options = read_options(argc, argv);
        if (!options) {
            std::fprintf(stderr, "usage: %s [--routes | --listen path]\n", group.c_str());
            return 2;
        }
        if (options->routes) {
            std::fputs(describe(group, tables).c_str(), stdout);
            return 0;
        }
        const sigset_t end_signals = block_signals();
        allow_many_descriptors();
        // libfcgi takes a large buffer for each request, for which glibc would join all the small
        // blocks of its quick lists anew. The threads' own caches serve small blocks as quickly.
        mallopt(M_MXFAST, 0);
        if (FCGX_Init() != 0) throw std::runtime_error{"libfcgi cannot start"};
        run(*options, group, tables, lifecycle, hash_key, end_signals);
        return 0;
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "%s: %s\n", group.c_str(), problem.what());
        log::error("not_started", {{"reason", problem.what()}});
        return 1;
    }
}

}  // namespace cambio::fcgi
