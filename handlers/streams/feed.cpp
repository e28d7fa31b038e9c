#include "feed.h"

#include "bounds.h"
#include "clock.h"
#include "json/parse.h"
#include "push/push.h"

namespace cambio::streams {

namespace {

/// Numbers that have been lost with Redis begin again: that is believed when nothing higher has
/// come for so long.
constexpr std::int64_t numbers_lost_after = 5000;

}  // namespace

Feed::Feed(asio::io_context& io, Calls& calls, std::string socket, Market market, Listener listener)
    : io_{io},
      calls_{calls},
      socket_{std::move(socket)},
      market_{std::move(market)},
      listener_{std::move(listener)} {}

void Feed::start() {
    Subscription::Listener listener;
    listener.begun = [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->fetch();
    };
    listener.message = [weak = weak_from_this()](const std::string& text) {
        const auto message = json::parse_object(text);
        const auto self = weak.lock();
        if (self && message) self->hear(*message);
    };
    channel_ = std::make_shared<Subscription>(io_, socket_, market_channel(market_.symbol),
                                              std::move(listener));
    channel_->start();
}

void Feed::close() {
    closed_ = true;
    waiting_.clear();
    if (channel_) channel_->close();
}

void Feed::look() {
    channel_->reconnect_if_quiet(max_quiet);
}

void Feed::when_ready(std::function<void()> ready) {
    if (ready_) return ready();
    waiting_.push_back(std::move(ready));
}

/// What was pushed before the channel was heard is in the book that is fetched afterwards.
void Feed::fetch() {
    calls_.get("/binance/api/v3/depth?limit=5000&symbol=" + market_.symbol,
               [self = shared_from_this()](const auto& reply) {
                   if (self->closed_) return;
                   auto book = reply ? binance::fetched_book(*reply) : std::nullopt;
                   if (!book) return self->channel_->reconnect();
                   const auto number = (*reply)["lastUpdateId"].asInt64();
                   if (!self->ready_ || number > self->state_.number)
                       self->know({std::move(*book), number}, now());
                   const auto early = std::exchange(self->early_, {});
                   if (!early.isNull()) self->hear(early);
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
