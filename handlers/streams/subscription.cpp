#include "subscription.h"

#include "bounds.h"

namespace cambio::streams {

Subscription::Subscription(asio::io_context& io, std::string socket, std::string channel,
                           Listener listener)
    : io_{io},
      socket_{std::move(socket)},
      channel_{std::move(channel)},
      listener_{std::move(listener)},
      pause_{io} {}

void Subscription::start() {
    heard_at_ = std::chrono::steady_clock::now();
    stream_.emplace(io_);
    buffer_.clear();
    auto& socket = beast::get_lowest_layer(*stream_);
    socket.expires_after(call_patience);
    socket.async_connect(Local::endpoint{socket_}, [self = shared_from_this()](Failure failure) {
        if (failure) return self->retry();
        self->subscribe();
    });
}

void Subscription::close() {
    closed_ = true;
    pause_.cancel();
    reconnect();
}

// Ends the reading, which begins anew.
void Subscription::reconnect() {
    if (stream_) beast::get_lowest_layer(*stream_).close();
}

void Subscription::reconnect_if_quiet(std::chrono::steady_clock::duration patience) {
    const auto quiet = std::chrono::steady_clock::now() - heard_at_;
    if (closed_ || quiet < patience) return;
    heard_at_ += quiet;
    reconnect();
}

void Subscription::subscribe() {
    beast::get_lowest_layer(*stream_).expires_never();
    stream_->set_option(websocket::stream_base::timeout{call_patience, max_silence, false});
    stream_->async_handshake("localhost", "/subscribe/" + channel_,
                             [self = shared_from_this()](Failure failure) {
                                 if (failure || self->closed_) return self->retry();
                                 self->listener_.begun();
                                 self->read();
                             });
}

void Subscription::read() {
    stream_->async_read(buffer_, [self = shared_from_this()](Failure failure, std::size_t) {
        if (failure || self->closed_) return self->retry();
        self->heard_at_ = std::chrono::steady_clock::now();
        const auto text = beast::buffers_to_string(self->buffer_.data());
        self->buffer_.clear();
        self->listener_.message(text);
        self->read();
    });
}

void Subscription::retry() {
    if (closed_) return;
    if (listener_.broken) listener_.broken();
    pause_.expires_after(retry_pause);
    pause_.async_wait([self = shared_from_this()](Failure failure) {
        if (!failure && !self->closed_) self->start();
    });
}

}  // namespace cambio::streams
