#include "feed.h"

#include <chrono>

#include "bounds.h"
#include "json/parse.h"

namespace cambio::streams {

namespace {

/// Numbers that have been lost with Redis begin again: that is believed when nothing higher has
/// come for so long.
constexpr std::int64_t numbers_lost_after = 5000;

}  // namespace

std::int64_t now() {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
}

Feed::Feed(asio::io_context& io, Calls& calls, std::string socket, Market market, Listener listener)
    : io_{io},
      calls_{calls},
      socket_{std::move(socket)},
      market_{std::move(market)},
      listener_{std::move(listener)},
      pause_{io} {}

void Feed::start() {
    connect();
}

void Feed::close() {
    closed_ = true;
    pause_.cancel();
    waiting_.clear();
    if (stream_) beast::get_lowest_layer(*stream_).close();
}

void Feed::look() {
    const auto quiet = std::chrono::steady_clock::now() - heard_at_;
    if (closed_ || !stream_ || quiet < longest_quiet) return;
    heard_at_ += quiet;
    beast::get_lowest_layer(*stream_).close();
}

void Feed::when_ready(std::function<void()> ready) {
    if (ready_) return ready();
    waiting_.push_back(std::move(ready));
}

void Feed::connect() {
    heard_at_ = std::chrono::steady_clock::now();
    stream_.emplace(io_);
    buffer_.clear();
    auto& socket = beast::get_lowest_layer(*stream_);
    socket.expires_after(call_patience);
    socket.async_connect(Local::endpoint{socket_}, [self = shared_from_this()](Failure failure) {
        if (failure) return self->retry();
        self->upgrade();
    });
}

void Feed::upgrade() {
    beast::get_lowest_layer(*stream_).expires_never();
    stream_->set_option(websocket::stream_base::timeout{call_patience, longest_silence, false});
    stream_->async_handshake("localhost", "/subscribe/market." + market_.symbol,
                             [self = shared_from_this()](Failure failure) {
                                 if (failure) return self->retry();
                                 self->fetch();
                                 self->read();
                             });
}

/// What was pushed before the channel was heard is in the book that is fetched afterwards.
void Feed::fetch() {
    calls_.get("/binance/api/v3/depth?limit=5000&symbol=" + market_.symbol,
               [self = shared_from_this()](const auto& reply) {
                   if (self->closed_) return;
                   auto book = reply ? binance::fetched_book(*reply) : std::nullopt;
                   if (!book) {
                       // Ends the reading, which begins anew.
                       beast::get_lowest_layer(*self->stream_).close();
                       return;
                   }
                   const auto number = (*reply)["lastUpdateId"].asInt64();
                   if (!self->ready_ || number > self->state_.number)
                       self->know({std::move(*book), number}, now());
                   const auto early = std::exchange(self->early_, {});
                   if (!early.isNull()) self->hear(early);
               });
}

void Feed::read() {
    stream_->async_read(buffer_, [self = shared_from_this()](Failure failure, std::size_t) {
        if (failure) return self->retry();
        self->heard_at_ = std::chrono::steady_clock::now();
        const auto text = beast::buffers_to_string(self->buffer_.data());
        self->buffer_.clear();
        if (const auto message = json::parse_object(text)) self->hear(*message);
        self->read();
    });
}

void Feed::retry() {
    if (closed_) return;
    pause_.expires_after(retry_pause);
    pause_.async_wait([self = shared_from_this()](Failure failure) {
        if (!failure && !self->closed_) self->connect();
    });
}

void Feed::hear(const Json::Value& message) {
    if (closed_ || !message["seq"].isInt64() || !message["at"].isInt64()) return;
    if (message["channel"] == "book") hear_book(message);
    if (message["channel"] == "trades") hear_trades(message);
}

void Feed::hear_book(const Json::Value& message) {
    if (!ready_) {
        early_ = message;
        return;
    }
    const auto number = message["seq"].asInt64();
    const auto at = message["at"].asInt64();
    if (number <= state_.number && at < known_at_ + numbers_lost_after) return;
    auto book = binance::pushed_book(message["data"], market_.places);
    if (book) know({std::move(*book), number}, at);
}

/// A channel that is heard anew repeats what it said last.
void Feed::hear_trades(const Json::Value& message) {
    const auto number = message["seq"].asInt64();
    if (!ready_ || number == trades_number_) return;
    trades_number_ = number;
    const auto trades = binance::pushed_trades(message["data"], market_.places);
    if (!trades.empty()) listener_.trades(market_, trades);
}

void Feed::know(State state, std::int64_t at) {
    state_ = std::move(state);
    known_at_ = at;
    if (std::exchange(ready_, true)) return listener_.book(market_, state_);
    for (const auto& ready : std::exchange(waiting_, {})) ready();
}

}  // namespace cambio::streams
