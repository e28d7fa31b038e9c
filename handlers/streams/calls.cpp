#include "calls.h"

#include <sys/socket.h>

#include <cerrno>

#include "bounds.h"
#include "json/parse.h"
#include "log/log.h"

namespace cambio::streams {

namespace {

constexpr std::uint64_t largest_reply = 4u << 20;

/// nginx closes what it has not been asked over for a minute.
constexpr std::chrono::seconds idle_for{20};
constexpr std::size_t max_idle = 256;

/// Whether the other side has neither closed it nor said what nobody has asked for.
bool open_and_silent(Socket& stream) {
    char byte = 0;
    const auto got =
        ::recv(stream.socket().native_handle(), &byte, sizeof byte, MSG_PEEK | MSG_DONTWAIT);
    return got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
}

}  // namespace

/// It holds itself until it has an answer.
class ClientCalls::Asking : public std::enable_shared_from_this<Asking> {
  public:
    Asking(ClientCalls& calls, const ClientCall& call, Done done)
        : calls_{calls}, done_{std::move(done)} {
        request_ = {http::string_to_verb(call.method), call.target, 11};
        request_.set(http::field::host, "localhost");
        request_.set("X-Real-IP", call.address);
        if (!call.api_key.empty()) request_.set("X-MBX-APIKEY", call.api_key);
        if (!call.logon_key.empty()) request_.set("X-Cambio-Logon", call.logon_key);
        if (!call.body.empty()) request_.set(http::field::content_type, "application/json");
        request_.body() = call.body;
        request_.prepare_payload();
        reply_.body_limit(largest_reply);
    }

    void start() {
        stream_ = calls_.take_idle();
        if (stream_) {
            stream_->expires_after(client_patience);
            return write();
        }
        stream_ = std::make_unique<Socket>(calls_.io_);
        stream_->expires_after(client_patience);
        stream_->async_connect(Local::endpoint{calls_.socket_},
                               [self = shared_from_this()](Failure failure) {
                                   if (failure) return self->done_({});
                                   self->write();
                               });
    }

  private:
    void write() {
        http::async_write(*stream_, request_,
                          [self = shared_from_this()](Failure failure, std::size_t) {
                              if (failure) return self->done_({});
                              self->read();
                          });
    }

    void read() {
        http::async_read(*stream_, buffer_, reply_,
                         [self = shared_from_this()](Failure failure, std::size_t) {
                             if (failure) return self->done_({});
                             if (self->reply_.keep_alive() && self->buffer_.size() == 0)
                                 self->calls_.keep(std::move(self->stream_));
                             self->done_(self->reply());
                         });
    }

    binance::CallReply reply() const {
        const auto& head = reply_.get();
        const auto header = [&](const char* name) { return std::string{head[name]}; };
        return {.status = static_cast<int>(head.result_int()),
                .body = head.body(),
                .is_json = header("Content-Type").starts_with("application/json"),
                .weight = header("X-MBX-USED-WEIGHT-1M"),
                .orders_10s = header("X-MBX-ORDER-COUNT-10S"),
                .orders_1d = header("X-MBX-ORDER-COUNT-1D"),
                .retry_after = header("Retry-After")};
    }

    ClientCalls& calls_;
    std::unique_ptr<Socket> stream_;
    Done done_;
    http::request<http::string_body> request_;
    beast::flat_buffer buffer_;
    http::response_parser<http::string_body> reply_;
};

void ClientCalls::ask(const ClientCall& call, Done done) {
    std::make_shared<Asking>(*this, call, std::move(done))->start();
}

std::unique_ptr<Socket> ClientCalls::take_idle() {
    const auto now = std::chrono::steady_clock::now();
    std::erase_if(idle_, [&](const Idle& idle) { return idle.since + idle_for < now; });
    while (!idle_.empty()) {
        auto stream = std::move(idle_.back().stream);
        idle_.pop_back();
        if (open_and_silent(*stream)) return stream;
    }
    return nullptr;
}

void ClientCalls::keep(std::unique_ptr<Socket> stream) {
    stream->expires_never();
    if (idle_.size() < max_idle)
        idle_.push_back({std::move(stream), std::chrono::steady_clock::now()});
}

Calls::Calls(asio::io_context& io, std::string socket) : io_{io}, socket_{std::move(socket)} {}

void Calls::get(std::string target, Done done) {
    wanted_.push_back({std::move(target), std::move(done)});
    if (!busy_) next();
}

void Calls::next() {
    busy_ = !wanted_.empty();
    if (!busy_) return;
    if (stream_)
        send();
    else
        connect();
}

void Calls::connect() {
    stream_.emplace(io_);
    stream_->expires_after(call_patience);
    stream_->async_connect(Local::endpoint{socket_}, [this](Failure failure) {
        if (failure) return failed();
        wanted_.front().again = true;
        send();
    });
}

void Calls::send() {
    request_ = {http::verb::get, wanted_.front().target, 11};
    request_.set(http::field::host, "localhost");
    stream_->expires_after(call_patience);
    http::async_write(*stream_, request_, [this](Failure failure, std::size_t) {
        if (failure) return failed();
        read();
    });
}

void Calls::read() {
    reply_.emplace();
    reply_->body_limit(largest_reply);
    http::async_read(*stream_, buffer_, *reply_, [this](Failure failure, std::size_t) {
        if (failure) return failed();
        const auto& reply = reply_->get();
        std::optional<Json::Value> body;
        if (reply.result() == http::status::ok) body = json::parse(reply.body());
        if (!body) {
            log::warn("call_refused",
                      {{"path", wanted_.front().target.substr(0, wanted_.front().target.find('?'))},
                       {"status", std::to_string(reply.result_int())}});
        }
        if (!reply_->keep_alive()) stream_.reset();
        finish(body);
    });
}

void Calls::failed() {
    stream_.reset();
    buffer_.clear();
    if (wanted_.front().again) return finish({});
    connect();
}

void Calls::finish(const std::optional<Json::Value>& reply) {
    const auto done = std::move(wanted_.front().done);
    wanted_.pop_front();
    done(reply);
    next();
}

}  // namespace cambio::streams
