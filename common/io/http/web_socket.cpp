#include "http/web_socket.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/ssl.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <deque>
#include <optional>
#include <utility>

namespace cambio::http {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using Failure = beast::error_code;
using Plain = websocket::stream<beast::tcp_stream>;
using Secure = websocket::stream<beast::ssl_stream<beast::tcp_stream>>;

namespace {

struct Address {
    bool secure = false;
    std::string host;  ///< without the brackets of an IPv6 address
    std::string port;
    std::string authority;  ///< as it stands in the address
    std::string path;
};

std::optional<Address> address_of(std::string_view url) {
    Address address;
    if (url.starts_with("wss://")) {
        address.secure = true;
        url.remove_prefix(6);
    } else if (url.starts_with("ws://")) {
        url.remove_prefix(5);
    } else {
        return std::nullopt;
    }
    const auto slash = url.find('/');
    address.authority = url.substr(0, slash);
    address.path = slash == std::string_view::npos ? "/" : url.substr(slash);
    std::string_view host = address.authority;
    address.port = address.secure ? "443" : "80";
    const auto colon = host.rfind(':');
    if (colon != std::string_view::npos && host.find(']', colon) == std::string_view::npos) {
        address.port = host.substr(colon + 1);
        host = host.substr(0, colon);
    }
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    address.host = host;
    if (address.host.empty() || address.port.empty()) return std::nullopt;
    return address;
}

}  // namespace

/// What outlives a connection.
struct WebSocket::Core {
    class Connection;
    template <class Stream>
    class Over;

    Limits limits;
    std::optional<Address> address;
    asio::io_context context{1};
    asio::executor_work_guard<asio::io_context::executor_type> work{context.get_executor()};
    std::optional<asio::ssl::context> tls;
    std::shared_ptr<Connection> connection;
    State state = State::closed;
    std::string reason;
    Clock::time_point heard_at{};
    std::vector<std::string> messages;

    /// What has changed shall be seen at once by whoever called run().
    void change(State to) {
        state = to;
        context.stop();
    }
    void end(const std::string& why);
};

class WebSocket::Core::Connection {
  public:
    virtual ~Connection() = default;
    virtual void start() = 0;
    virtual void send(std::string text) = 0;
    virtual void abandon() = 0;
};

/// Each step begins the next one when it is done, and holds the connection until then. One that was
/// abandoned may not touch the core any more.
template <class Stream>
class WebSocket::Core::Over : public Connection, public std::enable_shared_from_this<Over<Stream>> {
  public:
    template <class... Tls>
    explicit Over(Core& core, Tls&... tls)
        : core_{&core}, resolver_{core.context}, stream_{core.context, tls...} {
        stream_.read_message_max(core.limits.largest_message);
    }

    void start() override {
        deadline_ = Clock::now() + core_->limits.opening;
        resolver_.async_resolve(core_->address->host, core_->address->port,
                                then<tcp::resolver::results_type>(
                                    [](Over& self, const auto& found) { self.connect(found); }));
    }

    void send(std::string text) override {
        unsent_.push_back(std::move(text));
        if (unsent_.size() == 1) write();
    }

    void abandon() override {
        core_ = nullptr;
        resolver_.cancel();
        beast::get_lowest_layer(stream_).close();
    }

  private:
    /// A handler that ends the connection on a failure and goes on with `next` otherwise.
    template <class... Results, class Next>
    auto then(Next next) {
        return [self = this->shared_from_this(), next](Failure failure, Results... results) {
            if (self->core_ == nullptr) return;
            if (failure) return self->core_->end(self->words_of(failure));
            next(*self, results...);
        };
    }

    std::string words_of(Failure failure) const {
        if (failure != websocket::error::closed) return failure.message();
        const auto& said = stream_.reason();
        return "closed by the server with " + std::to_string(said.code);
    }

    void connect(const tcp::resolver::results_type& found) {
        auto& lowest = beast::get_lowest_layer(stream_);
        lowest.expires_at(deadline_);
        lowest.async_connect(found, then<tcp::endpoint>([](Over& self, const tcp::endpoint&) {
                                 Failure ignored;
                                 beast::get_lowest_layer(self.stream_)
                                     .socket()
                                     .set_option(tcp::no_delay{true}, ignored);
                                 self.secure();
                             }));
    }

    void secure() {
        if constexpr (std::is_same_v<Stream, Secure>) {
            auto& tls = stream_.next_layer();
            const auto& host = core_->address->host;
            tls.set_verify_mode(asio::ssl::verify_peer);
            tls.set_verify_callback(asio::ssl::host_name_verification{host});
            if (SSL_set_tlsext_host_name(tls.native_handle(), host.c_str()) != 1) {
                return core_->end("the host name is not valid for TLS");
            }
            tls.async_handshake(asio::ssl::stream_base::client,
                                then([](Over& self) { self.upgrade(); }));
        } else {
            upgrade();
        }
    }

    void upgrade() {
        stream_.async_handshake(core_->address->authority, core_->address->path,
                                then([](Over& self) {
                                    beast::get_lowest_layer(self.stream_).expires_never();
                                    self.core_->heard_at = Clock::now();
                                    self.core_->change(State::open);
                                    self.read();
                                }));
    }

    void read() {
        stream_.async_read(
            buffer_, then<std::size_t>([](Over& self, std::size_t) {
                Core& core = *self.core_;
                core.heard_at = Clock::now();
                core.messages.push_back(beast::buffers_to_string(self.buffer_.data()));
                self.buffer_.consume(self.buffer_.size());
                if (core.messages.size() > core.limits.max_messages) {
                    return core.end("more messages than can be handled");
                }
                self.read();
            }));
    }

    void write() {
        stream_.text(true);
        stream_.async_write(asio::buffer(unsent_.front()),
                            then<std::size_t>([](Over& self, std::size_t) {
                                self.unsent_.pop_front();
                                if (!self.unsent_.empty()) self.write();
                            }));
    }

    Core* core_;
    tcp::resolver resolver_;
    Stream stream_;
    Clock::time_point deadline_;
    beast::flat_buffer buffer_;
    std::deque<std::string> unsent_;
};

void WebSocket::Core::end(const std::string& why) {
    if (connection) connection->abandon();
    connection.reset();
    reason = why;
    change(State::closed);
}

WebSocket::WebSocket(const std::string& url, const Limits& limits)
    : core_{std::make_unique<Core>()} {
    core_->limits = limits;
    core_->address = address_of(url);
}

WebSocket::~WebSocket() {
    core_->end({});
    // Steps that were under way let go of the connection before its context goes.
    core_->context.restart();
    core_->context.poll();
}

void WebSocket::open() {
    core_->end({});
    core_->messages.clear();
    if (!core_->address) {
        core_->reason = "the address is not a WebSocket address";
        return;
    }
    try {
        if (!core_->address->secure) {
            core_->connection = std::make_shared<Core::Over<Plain>>(*core_);
        } else {
            if (!core_->tls) {
                core_->tls.emplace(asio::ssl::context::tls_client);
                core_->tls->set_options(asio::ssl::context::no_tlsv1 |
                                        asio::ssl::context::no_tlsv1_1);
                core_->tls->set_default_verify_paths();
            }
            core_->connection = std::make_shared<Core::Over<Secure>>(*core_, *core_->tls);
        }
        core_->state = State::opening;
        core_->connection->start();
    } catch (const boost::system::system_error& failure) {
        core_->end(failure.what());
    }
}

void WebSocket::close(const std::string& reason) {
    core_->end(reason);
}

WebSocket::State WebSocket::state() const {
    return core_->state;
}

const std::string& WebSocket::reason() const {
    return core_->reason;
}

WebSocket::Clock::time_point WebSocket::heard_at() const {
    return core_->heard_at;
}

void WebSocket::send(std::string text) {
    if (core_->state == State::open) core_->connection->send(std::move(text));
}

std::vector<std::string> WebSocket::run(Clock::time_point until) {
    core_->context.restart();
    core_->context.run_until(until);
    return std::exchange(core_->messages, {});
}

}  // namespace cambio::http
