#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace cambio {

class Redis;

enum class ClientEvent {
#define X(name) name,
#include "push/client_events.def"
#undef X
};

/// nchan's channel of a client's own events.
std::string client_channel(std::string_view user_unique_id);

/// What is told of a market to everybody.
enum class MarketEvent { book, mark, ticker, trades };

/// nchan's channel of a market by its pair ("BTCUSDT").
std::string market_channel(std::string_view pair);

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
    /// To the pages and programs of a client, after the commit. `data` is JSON text.
    void tell(std::string_view user_unique_id, ClientEvent event, std::string data = "{}");
    /// To whoever looks at the market of that pair. `data` is JSON text.
    void tell(std::string_view pair, MarketEvent event, std::string data);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cambio
