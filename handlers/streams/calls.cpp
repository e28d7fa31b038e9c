#include "calls.h"

#include "bounds.h"
#include "json/parse.h"
#include "log/log.h"

namespace cambio::streams {

namespace {

constexpr std::uint64_t largest_reply = 4u << 20;

/// It holds itself until it has an answer.
class Asking : public std::enable_shared_from_this<Asking> {
  public:
    using Done = std::function<void(const binance::CallReply&)>;
    Asking(asio::io_context& io, const ClientCall& call, Done done)
        : stream_{io}, done_{std::move(done)} {
        request_ = {http::string_to_verb(call.method), call.target, 11};
        request_.set(http::field::host, "localhost");
        request_.set("X-Real-IP", call.address);
        if (!call.api_key.empty()) request_.set("X-MBX-APIKEY", call.api_key);
        if (!call.logon_key.empty()) request_.set("X-Cambio-Logon", call.logon_key);
        if (!call.body.empty()) request_.set(http::field::content_type, "application/json");
        request_.keep_alive(false);
        request_.body() = call.body;
        request_.prepare_payload();
        reply_.body_limit(largest_reply);
    }

    void start(const std::string& socket) {
        stream_.expires_after(client_patience);
        stream_.async_connect(Local::endpoint{socket}, [self =
                                                            shared_from_this()](Failure failure) {
            if (failure) return self->done_({});
            http::async_write(self->stream_, self->request_, [self](Failure failed, std::size_t) {
                if (failed) return self->done_({});
                self->read();
            });
        });
    }

  private:
    void read() {
        http::async_read(stream_, buffer_, reply_,
                         [self = shared_from_this()](Failure failure, std::size_t) {
                             self->done_(failure ? binance::CallReply{} : self->reply());
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

    Socket stream_;
    Done done_;
    http::request<http::string_body> request_;
    beast::flat_buffer buffer_;
    http::response_parser<http::string_body> reply_;
};

}  // namespace

void ask(asio::io_context& io, const std::string& socket, const ClientCall& call,
         std::function<void(const binance::CallReply&)> done) {
    std::make_shared<Asking>(io, call, std::move(done))->start(socket);
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
