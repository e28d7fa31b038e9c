#pragma once

#include <memory>
#include <string>

namespace cambio {

class Redis;

/// Carries messages to browsers through nchan. publish() never blocks and never throws: a thread of
/// its own sends them in order; when the publisher is away, messages are dropped (clients see the
/// gap in `seq` and fetch a snapshot).
class Push {
  public:
    /// `url`: "unix:/path" of nginx's publisher server, or empty: everything is dropped.
    Push(std::string url, Redis& redis);
    ~Push();
    /// `channel`: nchan's channel id ("market.BTCUSDT", "tickers", "client.<user_unique_id>").
    /// `stream`: the name in the message ("book", "trades", "ticker", "tickers", "client"); `seq`
    /// counts per channel and stream. `data` is JSON text; `more` further top-level members as JSON
    /// text
    /// ("\"pair\":\"BTCUSDT\"") or empty.
    void publish(std::string channel, std::string stream, std::string data, std::string more = {});

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cambio
