#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "asio.h"
#include "binance/streams.h"
#include "calls.h"
#include "client.h"
#include "feed.h"

namespace cambio::streams {

/// Somebody who hears streams.
class Hearer {
  public:
    virtual ~Hearer() = default;
    virtual void hear(const Text& text) = 0;
    /// Whether events come with the names of their streams.
    virtual bool combined() const = 0;
};

/// A market's feed, which ends with the last stream that needs it.
struct HeldFeed {
    explicit HeldFeed(std::shared_ptr<Feed> held) : feed{std::move(held)} {}
    ~HeldFeed() { feed->close(); }
    HeldFeed(const HeldFeed&) = delete;
    HeldFeed& operator=(const HeldFeed&) = delete;
    std::shared_ptr<Feed> feed;
};

/// A stream, as long as somebody holds it, and what its hearers were told last.
struct Stream {
    binance::StreamName name;
    Market market;
    std::shared_ptr<HeldFeed> source;  ///< null: the stream's events are fetched
    std::set<Hearer*> hearers;
    Feed::State told;
    Json::Value told_value;
    std::string latest;  ///< the event that tells a newcomer how things stand; or empty
    bool asked = false;  ///< a reply is being waited for

    void begin();
    void tell(std::string event);
    void welcome(Hearer& hearer) const;

  private:
    Text text_for(const Hearer& hearer, const std::string& event) const;
    bool tells_all() const;
};
using Streams = std::vector<std::shared_ptr<Stream>>;

/// All streams that somebody hears.
class Hub {
  public:
    Hub(asio::io_context& io, const std::string& socket);
    void start();

    /// The streams of these names, as soon as what joins them to the calls is known; or a refusal,
    /// without an id.
    using Found = std::function<void(std::variant<Streams, binance::StreamRefusal>)>;
    void find(const std::vector<std::string>& names, Found found);

    /// How many streams somebody hears.
    std::size_t size() const { return streams_.size(); }

  private:
    struct Search;

    void fetch_markets(std::function<void()> then);
    void take(const std::shared_ptr<Search>& search);
    std::shared_ptr<Stream> stream_of(const binance::StreamName& name);
    std::shared_ptr<HeldFeed> feed_of(const Market& market);
    std::shared_ptr<Stream> known(const std::string& name) const;

    void tick();
    void tell_book(const Market& market, const Feed::State& state);
    void tell_trades(const Market& market, const std::vector<binance::StreamTrade>& trades);
    static void tell_depth(Stream& stream);
    void fetch_tickers(const Streams& streams);
    void look_at_feeds();
    void fetch_candles();
    void fetch_candle(const std::shared_ptr<Stream>& stream);

    asio::io_context& io_;
    const std::string socket_;
    Calls calls_;
    Calls candle_calls_;  ///< apart: a thousand candles must not hold up a book
    Timer pace_;
    std::uint64_t ticks_ = 0;
    std::map<std::string, Market> markets_;
    std::chrono::steady_clock::time_point markets_at_{};
    std::vector<std::function<void()>> markets_awaited_;
    std::map<std::string, std::weak_ptr<Stream>> streams_;
    struct KeptFeed {
        std::shared_ptr<HeldFeed> held;
        std::chrono::steady_clock::time_point wanted_at{};
    };
    std::map<std::string, KeptFeed> feeds_;
    std::deque<std::weak_ptr<Stream>> candles_;  ///< that are due to be asked for, in turn
};

}  // namespace cambio::streams
