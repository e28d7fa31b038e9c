#include "session.h"

#include "bounds.h"

namespace cambio::streams {

using binance::StreamRefusal, binance::StreamRequest;
using Method = StreamRequest::Method;
using websocket::close_code;

Session::Session(Socket socket, Hub& hub, Counters& counters, bool combined)
    : stream_{std::move(socket)},
      hub_{hub},
      counters_{counters},
      combined_{combined},
      age_{stream_.get_executor()} {
    ++counters_.connections;
    ++counters_.opened;
}

Session::~Session() {
    --counters_.connections;
}

void Session::start(const http::request<http::empty_body>& request, Streams streams) {
    beast::get_lowest_layer(stream_).expires_never();
    beast::get_lowest_layer(stream_).rate_policy().read_limit(most_read);
    stream_.set_option(websocket::stream_base::timeout{opening_patience, longest_silence, true});
    // What is too long is seen below. Beast's own limit closes the socket on what it has not read,
    // and its farewell is lost with that.
    stream_.read_message_max(0);
    stream_.auto_fragment(false);
    stream_.text(true);
    stream_.control_callback([this](websocket::frame_type kind, beast::string_view) {
        if (kind != websocket::frame_type::close) count_frame();
    });
    stream_.async_accept(
        request, [self = shared_from_this(), streams = std::move(streams)](Failure failure) {
            if (failure) return;
            self->age_.expires_after(longest_connection);
            self->age_.async_wait([weak = self->weak_from_this()](Failure cancelled) {
                const auto old = weak.lock();
                if (!cancelled && old) old->close(close_code::going_away, "24 hours are over");
            });
            self->join(streams);
            self->read();
        });
}

void Session::close(close_code code, const std::string& why) {
    if (std::exchange(closing_, true)) return;
    end();
    stream_.async_close({code, why}, [self = shared_from_this()](Failure) {});
}

/// It hears nothing more.
void Session::end() {
    age_.cancel();
    counters_.subscriptions -= static_cast<std::int64_t>(streams_.size());
    for (const auto& [name, stream] : streams_) stream->hearers.erase(this);
    streams_.clear();
}

void Session::read() {
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
                if (++self->pieces_ < most_pieces) return self->read();
                ++self->counters_.ended_talkative;
                return self->close(close_code::policy_error, "Too many fragments");
            }
            self->pieces_ = 0;
            if (!self->count_frame()) return;
            if (self->stream_.got_binary())
                return self->close(close_code::unknown_data, "Texts alone are read here");
            const auto text = beast::buffers_to_string(self->buffer_.data());
            self->buffer_.clear();
            self->answer(text);
        });
}

bool Session::count_frame() {
    const auto at = std::chrono::steady_clock::now();
    while (!frames_.empty() && frames_.front() + std::chrono::seconds{1} <= at) frames_.pop_front();
    frames_.push_back(at);
    if (frames_.size() <= most_frames) return true;
    // Not from within a read, which tells of pings and pongs.
    asio::post(stream_.get_executor(), [self = shared_from_this()] {
        if (!self->closing_) ++self->counters_.ended_talkative;
        self->close(close_code::policy_error, "Too many requests");
    });
    return false;
}

/// The next one is read when this one has its answer.
void Session::answer(const std::string& text) {
    auto read_text = binance::read_stream_request(text);
    if (const auto* refusal = std::get_if<StreamRefusal>(&read_text)) {
        say(binance::stream_refusal(*refusal));
        return read();
    }
    const auto& request = std::get<StreamRequest>(read_text);
    if (request.method == Method::subscribe) return subscribe(request);
    answer(request);
    read();
}

void Session::answer(const StreamRequest& request) {
    Json::Value result;
    if (request.method == Method::unsubscribe) leave(request);
    if (request.method == Method::set_property) combined_ = request.combined;
    if (request.method == Method::get_property) result = combined_;
    if (request.method == Method::list_subscriptions) {
        result = Json::arrayValue;
        for (const auto& [name, stream] : streams_) result.append(name);
    }
    say(binance::stream_reply(request.id, result));
}

void Session::subscribe(const StreamRequest& request) {
    if (streams_.size() + request.streams.size() > most_streams) {
        say(binance::stream_refusal({2, "Invalid request: too many subscriptions", request.id}));
        return read();
    }
    hub_.find(request.streams, [self = shared_from_this(), id = request.id](auto result) {
        if (self->closing_) return;
        if (auto* refusal = std::get_if<StreamRefusal>(&result)) {
            refusal->id = id;
            self->say(binance::stream_refusal(*refusal));
        } else {
            self->say(binance::stream_reply(id, {}));
            self->join(std::get<Streams>(result));
        }
        self->read();
    });
}

void Session::join(const Streams& streams) {
    for (const auto& stream : streams) {
        if (!streams_.emplace(stream->name.text, stream).second) continue;
        ++counters_.subscriptions;
        stream->hearers.insert(this);
        stream->welcome(*this);
    }
}

void Session::leave(const StreamRequest& request) {
    for (const auto& name : request.streams) {
        const auto found = streams_.find(name);
        if (found == streams_.end()) continue;
        found->second->hearers.erase(this);
        streams_.erase(found);
        --counters_.subscriptions;
    }
}

void Session::say(std::string text) {
    hear(std::make_shared<const std::string>(std::move(text)));
}

/// Whoever cannot keep up is ended at once: a farewell would wait behind all the rest.
void Session::hear(const Text& text) {
    if (closing_) return;
    unsent_.push_back(text);
    unsent_bytes_ += text->size();
    if (unsent_bytes_ > most_unsent) {
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

void Session::write() {
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
