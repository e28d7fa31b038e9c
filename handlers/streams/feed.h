#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "asio.h"
#include "binance/stream_events.h"
#include "calls.h"
#include "subscription.h"

namespace cambio::streams {

struct Market {
    std::string symbol;
    binance::Places places;
};

/// What a market's channel of nchan says, as long as somebody listens to it here. Whole books come,
/// with the number that the call depth gives, so that nothing is missed over a gap between them.
class Feed : public std::enable_shared_from_this<Feed> {
  public:
    /// The book that everybody is shown, and its number.
    struct State {
        binance::StreamBook book;
        std::int64_t number = 0;
    };
    struct Listener {
        std::function<void(const Market&, const State&)> book;
        std::function<void(const Market&, const std::vector<binance::StreamTrade>&)> trades;
    };

    Feed(asio::io_context& io, Calls& calls, std::string socket, Market market, Listener listener);
    void start();
    void close();
    /// Connects anew where nothing has come for too long: a channel says something every two
    /// seconds, unless the provider is away.
    void look();

    /// At once where the book is known; not at all after close().
    void when_ready(std::function<void()> ready);
    const State& state() const { return state_; }

  private:
    void fetch();
    void hear(const Json::Value& message);
    void hear_book(const Json::Value& message);
    void hear_trades(const Json::Value& message);
    void know(State state, std::int64_t at);

    asio::io_context& io_;
    Calls& calls_;
    const std::string socket_;
    const Market market_;
    const Listener listener_;
    std::shared_ptr<Subscription> channel_;
    std::vector<std::function<void()>> waiting_;
    State state_;
    std::int64_t known_at_ = 0;  ///< when `state_` was pushed, in milliseconds since 1970
    std::int64_t trades_number_ = 0;
    Json::Value early_;  ///< a book that was pushed before the first one was fetched
    bool ready_ = false;
    bool closed_ = false;
};

}  // namespace cambio::streams
