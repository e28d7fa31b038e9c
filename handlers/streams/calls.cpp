#include "calls.h"

#include "bounds.h"
#include "json/parse.h"
#include "log/log.h"

namespace cambio::streams {

namespace {

constexpr std::uint64_t largest_reply = 4u << 20;

}  // namespace

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
