#include "session.h"

#include "bounds.h"

namespace cambio::streams {

using binance::StreamRefusal, binance::StreamRequest;
using Method = StreamRequest::Method;

Session::Session(Socket socket, Hub& hub, Counters& counters, bool combined, Streams streams)
    : Client{std::move(socket), counters, Frames::few, max_read},
      hub_{hub},
      combined_{combined},
      first_{std::move(streams)} {}

void Session::ended() {
    counters().subscriptions -= static_cast<std::int64_t>(streams_.size());
    for (const auto& [name, stream] : streams_) stream->hearers.erase(this);
    streams_.clear();
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
    if (streams_.size() + request.streams.size() > max_streams) {
        say(binance::stream_refusal({2, "Invalid request: too many subscriptions", request.id}));
        return read();
    }
    hub_.find(request.streams, [this, self = shared_from_this(), id = request.id](auto result) {
        if (closing()) return;
        if (auto* refusal = std::get_if<StreamRefusal>(&result)) {
            refusal->id = id;
            say(binance::stream_refusal(*refusal));
        } else {
            say(binance::stream_reply(id, {}));
            join(std::get<Streams>(result));
        }
        read();
    });
}

void Session::join(const Streams& streams) {
    for (const auto& stream : streams) {
        if (!streams_.emplace(stream->name.text, stream).second) continue;
        ++counters().subscriptions;
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
        --counters().subscriptions;
    }
}

}  // namespace cambio::streams
