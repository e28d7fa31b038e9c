#include "hub.h"

#include <algorithm>

#include "bounds.h"
#include "clock.h"
#include "text/letters.h"

namespace cambio::streams {

namespace {

using binance::StreamName, binance::StreamRefusal;
using Kind = StreamName::Kind;

constexpr std::chrono::milliseconds pace{100};
constexpr std::uint64_t second = 10;  ///< in ticks
/// A market that is not known may be new.
constexpr std::chrono::seconds markets_kept{10};

constexpr int invalid_request = 2;
constexpr int unavailable = -1001;

bool fetched(Kind kind) {
    return kind == Kind::candle || kind == Kind::ticker || kind == Kind::mini_ticker;
}

}  // namespace

/// What is told first follows what is known now.
void Stream::begin() {
    told = source->feed->state();
    if (name.kind == Kind::best)
        latest = binance::best_event(market.symbol, told.number, told.book);
    if (name.kind == Kind::partial_depth)
        latest = binance::partial_depth_event(told.number, told.book, name.levels);
}

void Stream::tell(std::string event) {
    Text plain;
    Text combined;
    for (auto* hearer : hearers) {
        auto& text = hearer->combined() ? combined : plain;
        if (!text) text = text_for(*hearer, event);
        hearer->hear(text);
    }
    if (tells_all()) latest = std::move(event);
}

void Stream::welcome(Hearer& hearer) const {
    if (!latest.empty()) hearer.hear(text_for(hearer, latest));
}

Text Stream::text_for(const Hearer& hearer, const std::string& event) const {
    return std::make_shared<const std::string>(
        hearer.combined() ? "{\"stream\":\"" + name.text + "\",\"data\":" + event + '}' : event);
}

/// Whether an event needs none of those before it.
bool Stream::tells_all() const {
    return name.kind != Kind::trade && name.kind != Kind::joined_trade && name.kind != Kind::depth;
}

/// What one client asked for.
struct Hub::Search {
    explicit Search(asio::io_context& io) : patience{io} {}
    std::vector<StreamName> names;
    Found found;
    Streams streams;
    std::size_t missing = 0;
    Timer patience;

    void end(std::variant<Streams, StreamRefusal> result) {
        patience.cancel();
        if (const auto done = std::exchange(found, nullptr)) done(std::move(result));
    }
};

Hub::Hub(asio::io_context& io, const std::string& socket)
    : io_{io}, socket_{socket}, calls_{io, socket}, candle_calls_{io, socket}, pace_{io} {}

void Hub::start() {
    pace_.expires_after(pace);
    pace_.async_wait([this](Failure failure) {
        if (failure) return;
        tick();
        start();
    });
}

void Hub::find(const std::vector<std::string>& names, Found found) {
    auto search = std::make_shared<Search>(io_);
    bool all_known = true;
    for (const auto& text : names) {
        auto name = binance::read_stream(text);
        if (!name)
            return found(StreamRefusal{invalid_request, "Invalid request: invalid stream", {}});
        all_known = all_known && markets_.contains(name->symbol);
        search->names.push_back(std::move(*name));
    }
    search->found = std::move(found);
    if (all_known || std::chrono::steady_clock::now() < markets_at_ + markets_kept)
        return take(search);
    fetch_markets([this, search] { take(search); });
}

/// Once for all who wait for it.
void Hub::fetch_markets(std::function<void()> then) {
    markets_awaited_.push_back(std::move(then));
    if (markets_awaited_.size() > 1) return;
    calls_.get("/binance/api/v3/exchangeInfo", [this](const auto& reply) {
        if (reply && reply->isObject() && (*reply)["symbols"].isArray()) {
            markets_at_ = std::chrono::steady_clock::now();
            markets_.clear();
            for (const auto& rules : (*reply)["symbols"]) {
                Market market{
                    rules["symbol"].asString(),
                    {rules["quotePrecision"].asInt(), rules["baseAssetPrecision"].asInt()}};
                markets_[market.symbol] = market;
            }
        }
        for (const auto& waiting : std::exchange(markets_awaited_, {})) waiting();
    });
}

void Hub::take(const std::shared_ptr<Search>& search) {
    for (const auto& name : search->names) {
        if (markets_.contains(name.symbol)) continue;
        return search->end(
            markets_.empty()
                ? StreamRefusal{unavailable,
                                "Internal error; unable to process your request. "
                                "Please try again.",
                                {}}
                : StreamRefusal{invalid_request, "Invalid request: invalid stream", {}});
    }
    for (const auto& name : search->names) search->streams.push_back(stream_of(name));
    // One more, so that nothing ends before all are counted.
    search->missing = 1;
    const auto ready = [search] {
        if (--search->missing == 0) search->end(std::move(search->streams));
    };
    search->patience.expires_after(call_patience);
    search->patience.async_wait([search](Failure failure) {
        if (failure) return;
        search->streams.clear();
        search->end(StreamRefusal{
            unavailable, "Internal error; unable to process your request. Please try again.", {}});
    });
    for (const auto& stream : Streams{search->streams}) {
        if (!stream->source) continue;
        ++search->missing;
        stream->source->feed->when_ready([stream, ready] {
            // Nobody has heard anything of it yet: its events begin with what is known now.
            if (stream->hearers.empty()) stream->begin();
            ready();
        });
    }
    ready();
}

std::shared_ptr<Stream> Hub::known(const std::string& name) const {
    const auto found = streams_.find(name);
    return found == streams_.end() ? nullptr : found->second.lock();
}

std::shared_ptr<Stream> Hub::stream_of(const StreamName& name) {
    if (auto stream = known(name.text)) return stream;
    auto stream = std::make_shared<Stream>();
    stream->name = name;
    stream->market = markets_.at(name.symbol);
    if (!fetched(name.kind)) stream->source = feed_of(stream->market);
    streams_[name.text] = stream;
    return stream;
}

std::shared_ptr<HeldFeed> Hub::feed_of(const Market& market) {
    auto& place = feeds_[market.symbol];
    place.wanted_at = std::chrono::steady_clock::now();
    if (place.held) return place.held;
    Feed::Listener listener{
        [this](const Market& of, const Feed::State& state) { tell_book(of, state); },
        [this](const Market& of, const auto& trades) { tell_trades(of, trades); }};
    place.held = std::make_shared<HeldFeed>(
        std::make_shared<Feed>(io_, calls_, socket_, market, std::move(listener)));
    place.held->feed->start();
    return place.held;
}

void Hub::tell_book(const Market& market, const Feed::State& state) {
    const auto stream = known(text::lower(market.symbol) + "@bookTicker");
    if (!stream) return;
    const auto same = [](const auto& now, const auto& before) {
        return now.empty() == before.empty() && (now.empty() || now.front() == before.front());
    };
    const bool news = !same(state.book.bids, stream->told.book.bids) ||
                      !same(state.book.asks, stream->told.book.asks);
    stream->told = state;
    if (news) stream->tell(binance::best_event(market.symbol, state.number, state.book));
}

void Hub::tell_trades(const Market& market, const std::vector<binance::StreamTrade>& trades) {
    const auto at = now();
    if (const auto stream = known(text::lower(market.symbol) + "@trade")) {
        for (const auto& trade : trades)
            stream->tell(binance::trade_event(market.symbol, at, trade));
    }
    if (const auto stream = known(text::lower(market.symbol) + "@aggTrade")) {
        for (const auto& event : binance::joined_trade_events(market.symbol, at, trades))
            stream->tell(event);
    }
}

void Hub::tick() {
    ++ticks_;
    const bool full = ticks_ % second == 0;
    std::erase_if(streams_, [](const auto& one) { return one.second.expired(); });
    if (full) look_at_feeds();
    Streams tickers;
    for (const auto& [text, place] : streams_) {
        const auto stream = place.lock();
        const auto& name = stream->name;
        const bool book = name.kind == Kind::depth || name.kind == Kind::partial_depth;
        if (book && (name.quick || full)) tell_depth(*stream);
        if (!full || !fetched(name.kind)) continue;
        if (name.kind != Kind::candle) {
            tickers.push_back(stream);
        } else if (ticks_ % (2 * second) == 0 && !std::exchange(stream->asked, true)) {
            candles_.push_back(stream);
        }
    }
    if (!tickers.empty()) fetch_tickers(tickers);
    fetch_candles();
}

/// One that was left by all is kept for a while: whoever comes and goes has it begin no more often.
void Hub::look_at_feeds() {
    const auto at = std::chrono::steady_clock::now();
    for (auto& [symbol, kept] : feeds_) {
        if (kept.held.use_count() > 1) kept.wanted_at = at;
        kept.held->feed->look();
    }
    std::erase_if(feeds_, [&](const auto& one) { return one.second.wanted_at + feed_kept < at; });
}

/// So many at a time that whoever listens to all of them takes no core of the database.
void Hub::fetch_candles() {
    for (std::size_t asked = 0; asked < candles_in_a_tick && !candles_.empty(); ++asked) {
        const auto stream = candles_.front().lock();
        candles_.pop_front();
        if (stream) fetch_candle(stream);
    }
}

/// Events follow each other without a gap: what changed nothing counts for the next one.
void Hub::tell_depth(Stream& stream) {
    const auto& state = stream.source->feed->state();
    auto& told = stream.told;
    if (state.number == told.number) return;
    if (stream.name.kind == Kind::partial_depth) {
        stream.tell(binance::partial_depth_event(state.number, state.book, stream.name.levels));
        told.number = state.number;
        return;
    }
    const auto changed = binance::changes(told.book, state.book);
    // Numbers that begin again are no longer those of whoever counts: its own check tells it so.
    const bool lost = state.number < told.number;
    if (changed.empty() && !lost) return;
    const auto first = lost ? state.number : told.number + 1;
    stream.tell(binance::depth_event(stream.market.symbol, now(), first, state.number, changed));
    told = state;
}

void Hub::fetch_tickers(const Streams& streams) {
    if (std::ranges::any_of(streams, &Stream::asked)) return;
    std::set<std::string> symbols;
    for (const auto& stream : streams) {
        symbols.insert(stream->market.symbol);
        stream->asked = true;
    }
    std::string target = "/binance/api/v3/ticker/24hr?symbols=%5B";
    for (const auto& symbol : symbols)
        target += (target.back() == 'B' ? "%22" : ",%22") + symbol + "%22";
    calls_.get(target + "%5D", [this, streams](const auto& reply) {
        for (const auto& stream : streams) stream->asked = false;
        if (!reply || !reply->isArray()) return;
        for (const auto& ticker : *reply) {
            auto figures = ticker;
            figures.removeMember("openTime");
            figures.removeMember("closeTime");
            for (const auto& stream : streams) {
                if (ticker["symbol"] != stream->market.symbol || stream->told_value == figures)
                    continue;
                stream->told_value = figures;
                stream->tell(stream->name.kind == Kind::ticker
                                 ? binance::ticker_event(ticker, now())
                                 : binance::mini_ticker_event(ticker, now()));
            }
        }
    });
}

/// The one that was the last is fetched with the next, so that its end is told.
void Hub::fetch_candle(const std::shared_ptr<Stream>& stream) {
    const auto& symbol = stream->market.symbol;
    candle_calls_.get(
        "/binance/api/v3/klines?limit=2&symbol=" + symbol + "&interval=" + stream->name.interval,
        [stream](const auto& reply) {
            stream->asked = false;
            if (!reply || !reply->isArray()) return;
            const auto before = std::exchange(stream->told_value, *reply);
            if (before == *reply || reply->empty()) return;
            const auto tell = [&](const Json::Value& candle, bool closed) {
                stream->tell(binance::candle_event(stream->market.symbol, stream->name.interval,
                                                   candle, closed, now()));
            };
            const auto& newest = (*reply)[reply->size() - 1];
            const bool next =
                !before.empty() && reply->size() > 1 && before[before.size() - 1][0] != newest[0];
            if (next) tell((*reply)[0], true);
            tell(newest, false);
        });
}

}  // namespace cambio::streams
