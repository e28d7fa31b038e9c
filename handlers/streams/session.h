#pragma once

#include <map>
#include <memory>
#include <string>

#include "binance/streams.h"
#include "client.h"
#include "hub.h"

namespace cambio::streams {

/// A client who hears streams of markets.
class Session : public Client, public Hearer {
  public:
    /// `streams` are those that the address named.
    Session(Socket socket, Hub& hub, Counters& counters, bool combined, Streams streams);

    void hear(const Text& text) override { send(text); }
    bool combined() const override { return combined_; }

  private:
    void opened() override { join(std::exchange(first_, {})); }
    void answer(const std::string& text) override;
    void ended() override;

    void answer(const binance::StreamRequest& request);
    void subscribe(const binance::StreamRequest& request);
    void leave(const binance::StreamRequest& request);
    void join(const Streams& streams);

    Hub& hub_;
    bool combined_;
    Streams first_;
    std::map<std::string, std::shared_ptr<Stream>> streams_;
};

}  // namespace cambio::streams
