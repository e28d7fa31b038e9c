#pragma once

#include <json/value.h>

#include <string>
#include <vector>

#include "http/http.h"
#include "support/child_process.h"

namespace cambio::test {

/// The market simulator on a free port, and what a test may do to it.
class SimulatedMarket {
  public:
    /// `options` as its command line has them. Throws std::runtime_error when it does not start.
    explicit SimulatedMarket(const std::vector<std::string>& options = {});

    /// http://127.0.0.1:PORT
    const std::string& url() const { return url_; }
    const std::string& port() const { return port_; }

    http::Answer get(const std::string& path);
    /// The `data` of a call that must succeed. Throws std::runtime_error otherwise.
    Json::Value data(const std::string& path);

    /// kind, then what follows it in the address: "late", "&value=300&instId=BTC-USDT".
    void fault(const std::string& kind, const std::string& more = {});
    void pin_price(const std::string& instrument, const std::string& price);
    /// The next funding: its rate and, unless they are the usual ones, its time in milliseconds and
    /// that of the one after it.
    void pin_funding(const std::string& instrument, const std::string& rate,
                     const std::string& time = {}, const std::string& after = {});
    /// {"bids":[["price","size"],…],"asks":[…]}, best first.
    void pin_book(const std::string& instrument, const std::string& book);
    void clear();
    /// What was done to this instrument alone.
    void clear(const std::string& instrument);
    /// Moves a clock that stands still.
    void advance(std::int64_t milliseconds);
    /// /control/state
    Json::Value state();
    void stop() { child_.signal(15); }
    int wait() { return child_.wait(); }

  private:
    void control(const std::string& path, const std::string& body = {});

    ScratchFolder folder_;
    ChildProcess child_;
    std::string port_;
    std::string url_;
    http::Client client_;
};

}  // namespace cambio::test
