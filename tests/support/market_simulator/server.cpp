#include "server.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <csignal>
#include <cstdio>
#include <deque>
#include <memory>
#include <optional>

#include "feed.h"

namespace simulator {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using Failure = beast::error_code;

constexpr std::size_t largest_request = 1u << 20;
constexpr std::size_t max_unsent = 2'000;

struct Shared {
    World& world;
    Rest& rest;
    const ServerOptions& options;
    int connections = 0;
};

class Stream : public std::enable_shared_from_this<Stream> {
  public:
    Stream(beast::tcp_stream&& socket, Shared& shared, bool business)
        : socket_{std::move(socket)},
          shared_{shared},
          feed_{shared.world, business, "c" + std::to_string(++shared.connections)},
          pulse_{socket_.get_executor()} {}

    void run(const http::request<http::string_body>& upgrade) {
        beast::get_lowest_layer(socket_).expires_never();
        socket_.read_message_max(largest_request);
        socket_.async_accept(upgrade, [self = shared_from_this()](Failure failure) {
            if (failure) return;
            self->heard_ = std::chrono::steady_clock::now();
            self->read();
            self->beat();
        });
    }

  private:
    void read() {
        socket_.async_read(buffer_, [self = shared_from_this()](Failure failure, std::size_t) {
            if (failure) return self->stop();
            self->heard_ = std::chrono::steady_clock::now();
            const std::string text = beast::buffers_to_string(self->buffer_.data());
            self->buffer_.consume(self->buffer_.size());
            for (std::string& answer : self->feed_.receive(text)) self->send(std::move(answer));
            self->read();
        });
    }

    void beat() {
        pulse_.expires_after(shared_.options.interval);
        pulse_.async_wait([self = shared_from_this()](Failure failure) {
            if (failure || self->stopped_) return;
            self->pulse();
            if (!self->stopped_) self->beat();
        });
    }

    void pulse() {
        Faults& faults = shared_.world.faults;
        // Who refuses calls lets no stream live, either.
        for (const FaultKind kind :
             {FaultKind::down, FaultKind::close, FaultKind::too_many, FaultKind::server}) {
            if (faults.find(kind, {}, "/ws") != nullptr) return stop();
        }
        if (std::chrono::steady_clock::now() - heard_ > shared_.options.silence) {
            return close(static_cast<websocket::close_code>(4004), "no data received in 30s");
        }
        const Fault* late = faults.find(FaultKind::late, {}, "/ws");
        for (std::string& text : feed_.due()) {
            if (late == nullptr) {
                send(std::move(text));
            } else {
                send_after(std::chrono::milliseconds{late->value}, std::move(text));
            }
        }
    }

    void send_after(std::chrono::milliseconds delay, std::string text) {
        auto timer = std::make_shared<asio::steady_timer>(socket_.get_executor(), delay);
        timer->async_wait([self = shared_from_this(), timer, text = std::move(text)](
                              Failure) mutable { self->send(std::move(text)); });
    }

    void send(std::string text) {
        if (stopped_) return;
        if (unsent_.size() >= max_unsent) return stop();
        unsent_.push_back(std::move(text));
        if (unsent_.size() == 1) write();
    }

    void write() {
        socket_.text(true);
        socket_.async_write(asio::buffer(unsent_.front()),
                            [self = shared_from_this()](Failure failure, std::size_t) {
                                if (failure || self->stopped_) return self->stop();
                                self->unsent_.pop_front();
                                if (!self->unsent_.empty()) self->write();
                            });
    }

    void close(websocket::close_code code, const char* reason) {
        stopped_ = true;
        socket_.async_close(websocket::close_reason{code, reason},
                            [self = shared_from_this()](Failure) {});
    }

    void stop() {
        stopped_ = true;
        pulse_.cancel();
        beast::get_lowest_layer(socket_).close();
    }

    websocket::stream<beast::tcp_stream> socket_;
    Shared& shared_;
    Feed feed_;
    asio::steady_timer pulse_;
    beast::flat_buffer buffer_;
    std::deque<std::string> unsent_;
    std::chrono::steady_clock::time_point heard_;
    bool stopped_ = false;
};

class Session : public std::enable_shared_from_this<Session> {
  public:
    Session(tcp::socket&& socket, Shared& shared)
        : socket_{std::move(socket)}, shared_{shared}, timer_{socket_.get_executor()} {
        Failure ignored;
        address_ = socket_.socket().remote_endpoint(ignored).address().to_string();
        socket_.socket().set_option(tcp::no_delay{true}, ignored);
    }

    void read() {
        parser_.emplace();
        parser_->body_limit(largest_request);
        socket_.expires_after(std::chrono::seconds{60});
        http::async_read(socket_, buffer_, *parser_,
                         [self = shared_from_this()](Failure failure, std::size_t) {
                             if (failure) return self->close();
                             self->handle();
                         });
    }

  private:
    void handle() {
        const auto& message = parser_->get();
        const beast::string_view target = message.target();
        auto request = parse_target({target.data(), target.size()});
        keep_ = message.keep_alive();
        if (!request) return answer(refusal(400, "50000", "Broken request line"));
        request->method = std::string{http::to_string(message.method())};
        request->body = message.body();
        request->address = address_;
        if (!websocket::is_upgrade(message)) return answer(shared_.rest.answer(*request));
        const bool business = request->path == "/ws/v5/business";
        if (!business && request->path != "/ws/v5/public") {
            return answer(refusal(404, "404", "Not Found"));
        }
        for (const FaultKind kind : {FaultKind::down, FaultKind::close}) {
            if (shared_.world.faults.find(kind, {}, request->path) != nullptr) return close();
        }
        if (shared_.world.faults.find(FaultKind::too_many, {}, request->path) != nullptr) {
            return answer(refusal(429, "50011", "Too Many Requests"));
        }
        if (shared_.world.faults.find(FaultKind::server, {}, request->path) != nullptr) {
            return answer(refusal(503, "50001", "Service temporarily unavailable."));
        }
        std::make_shared<Stream>(std::move(socket_), shared_, business)->run(message);
    }

    void answer(Reply reply) {
        if (reply.delivery == Reply::Delivery::none) return close();
        http::response<http::string_body> response;
        response.version(11);
        response.result(static_cast<unsigned>(reply.status));
        response.set(http::field::content_type, reply.type);
        response.keep_alive(keep_);
        const std::size_t body_size = reply.body.size();
        response.body() = std::move(reply.body);
        response.prepare_payload();
        text_.clear();
        cut_ = reply.delivery == Reply::Delivery::cut;
        Failure failure;
        http::response_serializer<http::string_body> serializer{response};
        while (!serializer.is_done()) {
            serializer.next(failure, [&](Failure&, const auto& buffers) {
                text_ += beast::buffers_to_string(buffers);
                serializer.consume(beast::buffer_bytes(buffers));
            });
            if (failure) return close();
        }
        if (cut_) text_.resize(text_.size() - body_size / 2);
        if (reply.after.count() == 0) return write();
        timer_.expires_after(reply.after);
        timer_.async_wait([self = shared_from_this()](Failure) { self->write(); });
    }

    void write() {
        socket_.expires_after(std::chrono::seconds{60});
        asio::async_write(socket_, asio::buffer(text_),
                          [self = shared_from_this()](Failure failure, std::size_t) {
                              if (failure || self->cut_ || !self->keep_) return self->close();
                              self->read();
                          });
    }

    void close() { socket_.close(); }

    beast::tcp_stream socket_;
    Shared& shared_;
    asio::steady_timer timer_;
    beast::flat_buffer buffer_;
    std::optional<http::request_parser<http::string_body>> parser_;
    std::string address_;
    std::string text_;
    bool keep_ = true;
    bool cut_ = false;
};

void accept(tcp::acceptor& acceptor, Shared& shared) {
    acceptor.async_accept([&](Failure failure, tcp::socket socket) {
        if (!acceptor.is_open()) return;
        if (!failure) std::make_shared<Session>(std::move(socket), shared)->read();
        accept(acceptor, shared);
    });
}

}  // namespace

void serve(World& world, Rest& rest, const ServerOptions& options) {
    asio::io_context context{1};
    tcp::acceptor acceptor{context, {asio::ip::make_address(options.address), options.port}};
    Shared shared{world, rest, options};
    asio::signal_set signals{context, SIGTERM, SIGINT};
    signals.async_wait([&](Failure, int) { context.stop(); });
    accept(acceptor, shared);
    std::printf("listening on %s:%d\n", options.address.c_str(), acceptor.local_endpoint().port());
    std::fflush(stdout);
    context.run();
}

}  // namespace simulator
