// Brings the provider's tickers into `quotes`, those that it pushes four times a second and by a
// call those of which it has pushed none for two seconds, and tells the browsers, also of prices
// that are late or in doubt.
#include <json/value.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "jobs/job.h"
#include "json/write.h"
#include "log/log.h"
#include "markets/feed.h"
#include "markets/last_price.h"
#include "markets/quotes.h"

namespace {

using namespace cambio;
using markets::FedMarket;
using markets::ProviderTicker;

using Clock = std::chrono::steady_clock;

/// How often the list of all markets is told of changes, which every page follows.
constexpr std::chrono::seconds list_pace{1};

constexpr const char* known_quotes = R"sql(
    select market_id, last, provider_at, received_at, held_back, held_back_at from quotes)sql";

constexpr const char* write_quotes = R"sql(
    insert into quotes (market_id, last, open24h, high24h, low24h, volume24h, volume_usdt24h,
                        provider_at, received_at)
    select v.id, v.last::numeric, v.open::numeric, v.high::numeric, v.low::numeric,
           v.volume::numeric, v.volume_usdt::numeric, to_timestamp(v.at::numeric / 1000),
           clock_timestamp()
    from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
                $7::text[], $8::bigint[]) v (id, last, open, high, low, volume, volume_usdt, at)
    on conflict (market_id) do update set last = excluded.last, open24h = excluded.open24h,
        high24h = excluded.high24h, low24h = excluded.low24h, volume24h = excluded.volume24h,
        volume_usdt24h = excluded.volume_usdt24h, provider_at = excluded.provider_at,
        received_at = excluded.received_at, held_back = null, held_back_at = null
    where quotes.provider_at <= excluded.provider_at
        or quotes.provider_at > clock_timestamp() + interval '5 seconds')sql";

constexpr const char* hold_back = R"sql(
    update quotes set held_back = $2, held_back_at = $3 where market_id = $1)sql";

/// Tickers as the columns of one statement.
struct Columns {
    std::vector<std::int64_t> ids, times;
    std::array<std::vector<std::string>, 6> figures;

    void add(MarketId market, const ProviderTicker& ticker) {
        ids.push_back(market.value);
        times.push_back(ticker.at.time_since_epoch().count());
        const std::array<Decimal, 6> row{
            ticker.last,   ticker.open24h,        ticker.high24h,
            ticker.low24h, ticker.base_volume24h, ticker.quote_volume24h.value_or(Decimal{})};
        for (std::size_t i = 0; i < row.size(); ++i) figures[i].push_back(row[i].str());
    }

    void write(pg::Transaction& tx) const {
        if (ids.empty()) return;
        using pg::Param;
        tx.run(write_quotes,
               {Param::array(ids), Param::array(figures[0]), Param::array(figures[1]),
                Param::array(figures[2]), Param::array(figures[3]), Param::array(figures[4]),
                Param::array(figures[5]), Param::array(times)});
    }
};

struct Rules {
    int stale_after_ms;
    std::chrono::milliseconds apart;  ///< of two ticks of which one confirms the other
};

struct Known {
    Decimal last;
    pg::Time at;
    std::optional<markets::Tick> held_back;
    bool late = false;

    bool doubted() const { return held_back.has_value() || late; }
};

std::map<std::int64_t, Known> read_known(pg::Transaction& tx, int stale_after_ms) {
    std::map<std::int64_t, Known> known;
    const pg::Time now = pg::now();
    for (const auto row : tx.run(known_quotes)) {
        const pg::Time at = row.time("provider_at");
        const bool late = markets::stale(at, row.time("received_at"), now, stale_after_ms);
        known[row.integer("market_id")] = {row.decimal("last"), at, markets::held_back_of(row),
                                           late};
    }
    return known;
}

void set_last(Json::Value& data, Decimal last, Decimal open) {
    const auto percent = open.positive() ? Decimal::multiply_divide(last - open, Decimal::of(100),
                                                                    open, Rounding::half_even)
                                         : Decimal{};
    data["close"] = last.str();
    data["percent"] = percent.str(4, Rounding::half_even);
}

Json::Value pushed(const ProviderTicker& ticker, bool late) {
    Json::Value data;
    set_last(data, ticker.last, ticker.open24h);
    data["open"] = ticker.open24h.str();
    data["high"] = ticker.high24h.str();
    data["low"] = ticker.low24h.str();
    data["volume"] = ticker.base_volume24h.str();
    data["volume_usdt"] = ticker.quote_volume24h.value_or(Decimal{}).str();
    data["stale"] = late;
    return data;
}

/// That the last price is late or in doubt, and nothing else.
Json::Value doubted() {
    Json::Value data;
    data["stale"] = true;
    return data;
}

/// Judges one ticker, to be written where it is believed; what the browsers are told of it, if it
/// is news for them.
std::optional<Json::Value> take(pg::Transaction& tx, Columns& believed, const FedMarket& market,
                                const ProviderTicker& ticker,
                                const std::map<std::int64_t, Known>& known, const Rules& rules) {
    const auto before = known.find(market.id.value);
    const pg::Time at = ticker.at;
    if (before != known.end()) {
        if (!markets::is_news(before->second.at, at, pg::now())) return {};
        const auto verdict = markets::judge_tick(before->second.last, before->second.held_back,
                                                 {ticker.last, at}, rules.apart);
        if (verdict == markets::TickVerdict::too_soon) return {};
        if (verdict == markets::TickVerdict::hold_back) {
            tx.run(hold_back, {market.id, ticker.last, at});
            log::warn("tick_held_back", {{"pair", market.pair},
                                         {"last", before->second.last.str()},
                                         {"tick", ticker.last.str()}});
            return doubted();
        }
    }
    believed.add(market.id, ticker);
    const pg::Time now = pg::now();
    const bool late = markets::stale(at, now, now, rules.stale_after_ms);
    const bool news = before == known.end() || before->second.last != ticker.last ||
                      before->second.doubted() != late;
    return news ? std::optional{pushed(ticker, late)} : std::nullopt;
}

/// The pairs of which the browsers know that their price is late or in doubt.
using LatePairs = std::set<std::string>;

void add_late(jobs::Job& job, const std::vector<FedMarket>& followed, LatePairs& told,
              Json::Value& changed) {
    std::map<MarketId, std::string> pairs;
    for (const auto& market : followed) pairs[market.id] = market.pair;
    LatePairs late;
    for (const auto& quote : markets::read_quotes(job.db)) {
        const auto found = pairs.find(quote.market);
        if (found == pairs.end()) continue;
        if (markets::stale(quote, pg::now(), job.config.stale_after_ms)) late.insert(found->second);
    }
    for (const auto& pair : late)
        if (!told.contains(pair)) changed[pair]["stale"] = true;
    told = std::move(late);
}

class Tickers {
  public:
    Tickers(jobs::Job& job, bool once)
        : job_{job}, source_{job.config, markets::Channel::tickers, once} {}

    void step() {
        if (source_.stream) {
            if (followed_.empty()) follow();
            for (auto& pushed : source_.stream->read(markets::stream_pace))
                arrive(std::get<ProviderTicker>(std::move(pushed.row.value)));
        }
        const auto now = Clock::now();
        const bool round = now >= round_at_;
        if (round) {
            round_at_ = now + markets::call_pace;
            follow();
            ask();
        }
        Json::Value changed = write();
        if (round) add_late(job_, followed_, late_, changed);
        push(changed, round);
    }

  private:
    void follow();
    void arrive(ProviderTicker ticker);
    void ask();
    Json::Value write();
    void show_last_prices(Json::Value& changed);
    void push(const Json::Value& changed, bool round);

    jobs::Job& job_;
    markets::Source source_;
    std::vector<FedMarket> followed_;
    std::map<std::string, ProviderTicker> arrived_;  ///< by instrument
    std::map<std::string, pg::Time> told_until_;     ///< by instrument, the provider's time
    LatePairs late_;
    Json::Value untold_{Json::objectValue};  ///< what the list of all markets has not been told
    Clock::time_point round_at_ = Clock::now();
    Clock::time_point list_at_{};
    bool true_ = false;  ///< in this round the provider said what all prices are
};

void Tickers::follow() {
    followed_ = markets::fed_markets(job_.db);
    if (!source_.stream) return;
    std::vector<std::string> instruments;
    for (const auto& market : followed_) instruments.push_back(market.instrument);
    source_.stream->follow(instruments);
}

void Tickers::arrive(ProviderTicker ticker) {
    if (!markets::take_newest(told_until_[ticker.instrument], ticker.at, ticker.instrument)) return;
    arrived_.insert_or_assign(ticker.instrument, std::move(ticker));
}

/// Asks for all at once where the stream has been silent about one.
void Tickers::ask() {
    const auto recent = pg::now() - markets::call_pace;
    true_ = std::ranges::all_of(
        followed_, [&](const auto& market) { return told_until_[market.instrument] > recent; });
    if (true_) return;
    auto answer = source_.provider->tickers(markets::InstrumentType::spot);
    source_.called(answer.outcome);
    true_ = answer.ok();
    for (auto& ticker : answer.value) arrive(std::move(ticker));
    if (answer.ok()) return;
    log::warn("no_tickers", {{"outcome", name_of(answer.outcome)}, {"reason", answer.reason}});
    job_.failed();
}

/// Writes what arrived; what the browsers are told, by pair.
Json::Value Tickers::write() {
    Json::Value changed{Json::objectValue};
    if (arrived_.empty()) return changed;
    const auto arrived = std::exchange(arrived_, {});
    const Rules rules{job_.config.stale_after_ms, source_.apart};
    Columns believed;
    pg::Transaction tx{job_.db};
    const auto known = read_known(tx, rules.stale_after_ms);
    for (const auto& market : followed_) {
        const auto found = arrived.find(market.instrument);
        if (found == arrived.end()) continue;
        if (auto news = take(tx, believed, market, found->second, known, rules))
            changed[market.pair] = std::move(*news);
    }
    believed.write(tx);
    tx.commit();
    if (!changed.empty()) show_last_prices(changed);
    return changed;
}

/// Lists show the last price that the book's pages do, which may be that of a trade here.
void Tickers::show_last_prices(Json::Value& changed) {
    std::map<MarketId, markets::LastPrice> prices;
    for (const auto& price : markets::last_prices(job_.db)) prices.emplace(price.market, price);
    for (const auto& market : followed_) {
        const auto price = prices.find(market.id);
        if (price == prices.end() || !changed.isMember(market.pair)) continue;
        auto& data = changed[market.pair];
        if (!data.isMember("close")) continue;
        set_last(data, price->second.shown(), *Decimal::parse(data["open"].asString()));
    }
}

void Tickers::push(const Json::Value& changed, bool round) {
    for (const auto& pair : changed.getMemberNames()) {
        job_.push.tell(pair, MarketEvent::ticker, json::compact(changed[pair]));
        // A price that is late is said to be so beside what was said of it before.
        for (const auto& field : changed[pair].getMemberNames())
            untold_[pair][field] = changed[pair][field];
    }
    const auto now = Clock::now();
    if (!round && (untold_.empty() || now < list_at_ + list_pace)) return;
    // Where nothing changed, the empty news says that the last prices are still true: a page marks
    // them as delayed once it hears nothing.
    if (untold_.empty() && !true_) return;
    job_.push.publish("tickers", "tickers", json::compact(untold_));
    untold_ = Json::Value{Json::objectValue};
    list_at_ = now;
}

}  // namespace

int main(int argc, char** argv) {
    const bool once = argc > 1;
    std::optional<Tickers> tickers;
    return jobs::run(argc, argv, "fetch_tickers", markets::stream_pace, [&](jobs::Job& job) {
        if (!tickers) tickers.emplace(job, once);
        tickers->step();
    });
}
