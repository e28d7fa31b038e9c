#pragma once

#include <map>
#include <memory>
#include <string>

#include "binance/gateway.h"
#include "binance/turns.h"
#include "client.h"
#include "config/config.h"
#include "user_stream.h"

namespace cambio::streams {

/// What all clients of the WebSocket API share.
struct GatewayPlace {
    asio::io_context& io;
    std::string socket;  ///< nginx's, for programs
    binance::GatewayLimits of_key;
    binance::GatewayLimits of_address;
    std::map<std::string, std::size_t> hearers{};  ///< subscriptions by the client's channel
    binance::Turns looks{};                        ///< by the same
};

/// A client of Binance's WebSocket API: each request is passed on as the call that it stands for,
/// and answered with that call's reply. Nothing is known here of keys but what a request says.
class Gateway : public Client {
  public:
    /// `limits`: whether replies tell what was used, where a request does not say.
    Gateway(Socket socket, GatewayPlace& place, Counters& counters, std::string address,
            bool limits);

  private:
    void opened() override {}
    void answer(const std::string& text) override;
    void ended() override;

    void call(const binance::GatewayRequest& request, const binance::GatewayCall& call);
    void subscribe(const binance::GatewayRequest& request);
    void listen(const binance::GatewayRequest& request, const binance::CallReply& reply);
    void unsubscribe(const binance::GatewayRequest& request);
    void subscriptions(const binance::GatewayRequest& request);
    std::string reply_to(const binance::GatewayRequest& request, const binance::CallReply& reply,
                         const binance::GatewayLimits& limits) const;
    void tell(std::int64_t subscription, const std::vector<Json::Value>& events);
    void forget(std::int64_t subscription);
    void leave(UserStream& stream);

    /// Reads the next request, now or as soon as one may be read.
    void next();
    void done();

    GatewayPlace& place_;
    const std::string address_;
    const bool limits_;
    std::size_t busy_ = 0;
    bool waiting_ = false;  ///< nothing is read until a call is done
    Timer pause_;
    std::deque<std::chrono::steady_clock::time_point> requests_;  ///< of the last second
    std::map<std::int64_t, std::shared_ptr<UserStream>> user_streams_;
    std::int64_t next_subscription_ = 0;
};

}  // namespace cambio::streams
