#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "markets/provider_push.h"
#include "pg/pg.h"

namespace cambio::markets {

/// A run of pushes of one instrument in which none can be missing. Another one begins with each
/// subscription, and after a message that could not be read.
struct UnbrokenRun {
    int number = 0;  ///< the same as long as it lasts, never again afterwards
    pg::Time since{};
};

struct Pushed {
    std::string instrument;
    PushedRow row;
    int run = 0;  ///< UnbrokenRun::number
};

/// Follows one channel of the OKX v5 public WebSocket protocol over one connection: opens it again
/// after growing, jittered pauses, subscribes anew, asks a silent server whether it is there, and
/// takes nothing that is malformed or older than what it has told already. It works only inside
/// read(); nothing throws for what the network or the provider does. Not for two threads at once.
class ProviderStream {
  public:
    struct Options {
        /// Before another try, twice as long each time, of which a random half is kept: the
        /// provider allows three connections a second.
        std::chrono::milliseconds first_pause{500};
        std::chrono::milliseconds max_pause{15'000};
        /// A server that says nothing for so long is asked, and is given up after the second one.
        std::chrono::milliseconds ask_after{5'000};
        std::chrono::milliseconds give_up_after{10'000};
        /// The server gives up a client that says nothing for thirty seconds.
        std::chrono::milliseconds speak_after{15'000};
        /// What was not confirmed by then is asked for again, one by one.
        std::chrono::milliseconds confirmed_after{3'000};
    };

    ProviderStream(const std::string& url, Channel channel)
        : ProviderStream{url, channel, Options{}} {}
    ProviderStream(const std::string& url, Channel channel, const Options& options);
    ~ProviderStream();
    ProviderStream(const ProviderStream&) = delete;
    ProviderStream& operator=(const ProviderStream&) = delete;

    /// What to follow from the next read() on; what is left out is no longer told.
    void follow(const std::vector<std::string>& instruments);
    /// Works for `time`; what was pushed meanwhile, in order.
    std::vector<Pushed> read(std::chrono::milliseconds time);

    /// The server may be well again: the next try, if one is waited for, is made at once.
    void hurry();

    /// The run that goes on, if the instrument is subscribed to.
    std::optional<UnbrokenRun> unbroken(const std::string& instrument) const;
    /// When the connection last brought anything; nothing while it is down.
    std::optional<pg::Time> heard_at() const;
    /// Messages that were refused, and connections that were opened, since the beginning.
    int malformed() const;
    int connections() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cambio::markets
