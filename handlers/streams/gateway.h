#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
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
    ClientCalls& calls;
    binance::GatewayLimits of_key;
    binance::GatewayLimits of_address;
    std::size_t rate_limit_factor = 1;
    std::map<std::string, std::size_t> hearers{};  ///< subscriptions by the client's channel
    binance::Turns looks{};                        ///< by the same
};

/// The parameters of a call that is asked now, for whoever has logged on.
std::string time_as_parameter();

/// A client of Binance's WebSocket API: each request is passed on as the call that it stands for,
/// and answered with that call's reply. Nothing is known here of keys but what a request says, and
/// which key a logon has proven; each call asks anew what that key may.
class Gateway : public Client {
  public:
    /// `limits`: whether replies tell what was used, where a request does not say.
    Gateway(Socket socket, GatewayPlace& place, Counters& counters, std::string address,
            bool limits);

  private:
    void opened() override;
    void answer(const std::string& text) override;
    void ended() override;

    void call(const binance::GatewayRequest& request, const binance::GatewayCall& call);
    void answer_itself(const binance::GatewayRequest& request, binance::GatewayAct act);
    void subscribe(const binance::GatewayRequest& request);
    void subscribe_by_logon(const binance::GatewayRequest& request);
    void refuse_without_logon(const binance::GatewayRequest& request);
    /// Tells of the orders and coins of whoever has that key. False: no subscription has begun.
    bool listen(const binance::GatewayRequest& request, const binance::CallReply& reply,
                const std::string& api_key);
    void unsubscribe(const binance::GatewayRequest& request);
    void subscriptions(const binance::GatewayRequest& request);

    // gateway_logon.cpp
    void log_on(const binance::GatewayRequest& request);
    void tell_logon(const binance::GatewayRequest& request);
    void log_out();
    void end_by_logon();
    /// A call of that logon was refused as one of a key that is not good: at Binance that ends it.
    void forget_logon(std::uint64_t logon);
    Json::Value connection() const;
    /// Asks whether a key is good, and reads nothing until that is known: what comes behind a logon
    /// counts on it.
    void ask_logon(ClientCall call, std::function<void(const binance::CallReply&)> then);

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
    bool held_ = false;     ///< nothing is read until a logon is answered
    Timer pause_;
    std::deque<std::chrono::steady_clock::time_point> requests_;  ///< of the last second
    std::map<std::int64_t, std::shared_ptr<UserStream>> user_streams_;
    std::int64_t next_subscription_ = 0;

    struct Logon {
        std::string key;
        std::int64_t since = 0;  ///< milliseconds since 1970
    };
    std::optional<Logon> logon_;
    std::uint64_t logons_ = 0;          ///< how many there were, the last one's number
    std::set<std::int64_t> by_logon_;   ///< subscriptions that end with the logon
    std::int64_t connected_since_ = 0;  ///< milliseconds since 1970
};

}  // namespace cambio::streams
