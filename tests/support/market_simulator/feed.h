#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "world.h"

namespace simulator {

// What one WebSocket connection has subscribed to. It knows the protocol and not the socket.
class Feed {
  public:
    // `business` is the address for candles; the other channels are on the public one.
    Feed(World& world, bool business, std::string connection_id);

    // Answers one message of the client, one text for each argument.
    std::vector<std::string> receive(const std::string& text);

    // What has changed since the last call, in order. Call it at each interval.
    std::vector<std::string> due();

  private:
    enum class Channel { books5, tickers, trades, mark_price, funding_rate, candle };
    struct Subscription {
        Channel channel;
        std::string name;
        std::size_t instrument;
        Bar bar;
        std::int64_t seen = -1;  // what was sent last: a trade, a price or a period
        std::int64_t slot = -1;  // the half second, second or bar in which it was sent
    };

    std::string subscribe(const std::string& name, const std::string& inst_id,
                          const std::string& id_field);
    std::string unsubscribe(const std::string& name, const std::string& inst_id,
                            const std::string& id_field);
    std::string error(const std::string& code, const std::string& message,
                      const std::string& id_field) const;
    std::string push(const Subscription& subscription, const std::string& row) const;
    void due_of(Subscription& subscription, std::vector<std::string>& out);
    void due_trades(Subscription& subscription, std::int64_t now, std::vector<std::string>& out);
    void due_candle(Subscription& subscription, std::int64_t now, std::vector<std::string>& out);

    World& world_;
    bool business_;
    std::string connection_id_;
    std::vector<Subscription> subscriptions_;
    int operations_ = 0;
};

}  // namespace simulator
