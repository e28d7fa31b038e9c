#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "asio.h"
#include "binance/turns.h"
#include "binance/user_events.h"
#include "calls.h"
#include "subscription.h"

namespace cambio::streams {

/// What becomes of one client's orders and coins, for as long as the key that asked may read it.
/// The client's channel of nchan tells that something has changed; then everything is looked at
/// anew, and the look asks whether the key still lives. So the end of the key, of its rights or of
/// the client's freedom, which ends the channel, ends this at once. Of all who hear one channel one
/// looks at a time, so that no client keeps the program that answers from the others.
class UserStream : public std::enable_shared_from_this<UserStream> {
  public:
    struct Listener {
        std::function<void()> ready;  ///< what happens from now on is told
        std::function<void(const std::vector<Json::Value>&)> events;
        std::function<void()> ended;  ///< by the server; nothing more comes, not even ready
    };

    /// `channel`: client.<user_unique_id>.
    UserStream(asio::io_context& io, binance::Turns& turns, ClientCalls& calls, std::string channel,
               std::string api_key, std::string address, Listener listener);
    void start();
    void close();
    /// As if the server had ended it: the listener hears so.
    void end();
    const std::string& channel() const { return name_; }

  private:
    void look();
    void ask_now();
    void see(const binance::CallReply& reply);
    void take(const Json::Value& state);
    void look_later(std::chrono::milliseconds pause);

    asio::io_context& io_;
    binance::Turns& turns_;
    ClientCalls& calls_;
    const std::string name_;  ///< of the channel
    const std::string api_key_;
    const std::string address_;
    const Listener listener_;
    std::shared_ptr<Subscription> channel_;
    Timer next_look_;
    std::optional<binance::UserView> view_;
    bool looking_ = false;
    bool again_ = false;  ///< something came while a look was on its way
    bool closed_ = false;
};

}  // namespace cambio::streams
