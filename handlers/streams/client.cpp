#include "client.h"

#include "bounds.h"

namespace cambio::streams {

using websocket::close_code;

Client::Client(Socket socket, Counters& counters, Frames frames, std::size_t bytes)
    : stream_{std::move(socket)},
      counters_{counters},
      limit_{frames},
      bytes_{bytes},
      age_{stream_.get_executor()} {
    ++counters_.connections;
    ++counters_.opened;
}

Client::~Client() {
    --counters_.connections;
}

void Client::start(const http::request<http::empty_body>& request) {
    beast::get_lowest_layer(stream_).expires_never();
    beast::get_lowest_layer(stream_).rate_policy().read_limit(bytes_);
    stream_.set_option(websocket::stream_base::timeout{opening_patience, max_silence, true});
    // What is too long is seen below. Beast's own limit closes the socket on what it has not read,
    // and its farewell is lost with that.
    stream_.read_message_max(0);
    stream_.auto_fragment(false);
    stream_.text(true);
    stream_.control_callback([this](websocket::frame_type kind, beast::string_view) {
        if (kind != websocket::frame_type::close) count_frame();
    });
    stream_.async_accept(request, [self = shared_from_this()](Failure failure) {
        if (failure) return;
        self->age_.expires_after(max_connection);
        self->age_.async_wait([weak = self->weak_from_this()](Failure cancelled) {
            const auto old = weak.lock();
            if (!cancelled && old) old->close(close_code::going_away, "24 hours are over");
        });
        self->opened();
        self->read();
    });
}

void Client::close(close_code code, const std::string& why) {
    if (std::exchange(closing_, true)) return;
    end();
    stream_.async_close({code, why}, [self = shared_from_this()](Failure) {});
}

void Client::end() {
    age_.cancel();
    ended();
}

void Client::read() {
    if (closing_) return;
    const auto room = largest_message + 1 - buffer_.size();
    stream_.async_read_some(
        buffer_, room, [self = shared_from_this()](Failure failure, std::size_t) {
            if (failure || self->closing_) {
                self->closing_ = true;
                return self->end();
            }
            if (self->buffer_.size() > largest_message)
                return self->close(close_code::too_big, "No message is that long");
            if (!self->stream_.is_message_done()) {
                if (++self->pieces_ < max_pieces) return self->read();
                ++self->counters_.ended_talkative;
                return self->close(close_code::policy_error, "Too many fragments");
            }
            self->pieces_ = 0;
            if (self->limit_ == Frames::few && !self->count_frame()) return;
            if (self->stream_.got_binary())
                return self->close(close_code::unknown_data, "Texts alone are read here");
            const auto text = beast::buffers_to_string(self->buffer_.data());
            self->buffer_.clear();
            self->answer(text);
        });
}

bool Client::count_frame() {
    const auto at = std::chrono::steady_clock::now();
    while (!frames_.empty() && frames_.front() + std::chrono::seconds{1} <= at) frames_.pop_front();
    frames_.push_back(at);
    if (frames_.size() <= max_frames) return true;
    // Not from within a read, which tells of pings and pongs.
    asio::post(stream_.get_executor(), [self = shared_from_this()] {
        if (!self->closing_) ++self->counters_.ended_talkative;
        self->close(close_code::policy_error, "Too many requests");
    });
    return false;
}

void Client::say(std::string text) {
    send(std::make_shared<const std::string>(std::move(text)));
}

/// Whoever cannot keep up is ended at once: a farewell would wait behind all the rest.
void Client::send(const Text& text) {
    if (closing_) return;
    unsent_.push_back(text);
    unsent_bytes_ += text->size();
    if (unsent_bytes_ > max_unsent) {
        closing_ = true;
        ++counters_.ended_slow;
        asio::post(stream_.get_executor(), [self = shared_from_this()] {
            self->end();
            beast::get_lowest_layer(self->stream_).close();
        });
        return;
    }
    if (!writing_) write();
}

void Client::write() {
    writing_ = true;
    stream_.async_write(asio::buffer(*unsent_.front()),
                        [self = shared_from_this()](Failure failure, std::size_t) {
                            self->writing_ = false;
                            if (failure) return;
                            ++self->counters_.sent;
                            self->unsent_bytes_ -= self->unsent_.front()->size();
                            self->unsent_.pop_front();
                            if (!self->unsent_.empty() && !self->closing_) self->write();
                        });
}

}  // namespace cambio::streams
