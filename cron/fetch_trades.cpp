// Brings the provider's public trades into `provider_trades`, those that it pushes four times a
// second and by calls what the pushes do not reach, keeps account of gaps, tells browsers.
#include <algorithm>
#include <map>
#include <utility>

#include "jobs/job.h"
#include "log/log.h"
#include "markets/coverage.h"
#include "markets/feed.h"
#include "markets/trade_tail.h"
#include "markets/trades.h"

namespace {

using namespace cambio;
using markets::FedMarket;
using markets::ProviderTrade;
using markets::TradeTail;
using Clock = std::chrono::steady_clock;

/// What is asked for once a minute has to reach back to what was known before.
constexpr int max_trades_joined = 500;
constexpr int max_trades = 100;

constexpr const char* read_tails = R"sql(
    select m.id, t.trade_id, t.at
    from markets m cross join lateral (
        select trade_id, at from provider_trades where market_id = m.id
        order by at desc, length(trade_id) desc, trade_id desc limit 1) t)sql";

constexpr const char* write_trades = R"sql(
    insert into provider_trades (market_id, trade_id, price, quantity, side, at)
    select v.market, v.id, v.price::numeric, v.quantity::numeric, v.side,
           to_timestamp(v.at::numeric / 1000)
    from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[])
         v (market, id, price, quantity, side, at)
    on conflict do nothing)sql";

/// Newest first.
std::string json_of(const std::vector<ProviderTrade>& trades) {
    std::string text = R"({"trades":[)";
    for (auto trade = trades.rbegin(); trade != trades.rend(); ++trade) {
        const auto at = trade->at.time_since_epoch().count();
        text += (text.back() == '[' ? "" : ",") + std::string{R"({"px":")"} + trade->price.str() +
                R"(","sz":")" + trade->quantity.str() + R"(","side":")" +
                (trade->taker_buys ? "buy" : "sell") + R"(","ts":")" + std::to_string(at) + '"';
        if (const auto id = markets::provider_trade_id(trade->at, trade->id))
            text += ",\"id\":" + std::to_string(*id);
        text += '}';
    }
    return text + "]}";
}

/// Trades as the columns of one statement.
struct Columns {
    std::vector<std::int64_t> markets, sides, times;
    std::vector<std::string> ids, prices, quantities;

    void add(MarketId market, const ProviderTrade& trade) {
        markets.push_back(market.value);
        ids.push_back(trade.id);
        prices.push_back(trade.price.str());
        quantities.push_back(trade.quantity.str());
        sides.push_back(trade.taker_buys ? 1 : 2);
        times.push_back(trade.at.time_since_epoch().count());
    }

    void write(pg::Transaction& tx) const {
        if (ids.empty()) return;
        using pg::Param;
        tx.run(write_trades, {Param::array(markets), Param::array(ids), Param::array(prices),
                              Param::array(quantities), Param::array(sides), Param::array(times)});
    }
};

/// The newest trade that is stored, by market.
std::map<std::int64_t, TradeTail::Newest> read_newest(pg::Transaction& tx) {
    std::map<std::int64_t, TradeTail::Newest> newest;
    for (const auto row : tx.run(read_tails)) {
        const auto at = std::chrono::floor<std::chrono::milliseconds>(row.time("at"));
        newest[row.integer("id")] = {at, row.str("trade_id")};
    }
    return newest;
}

class Trades {
  public:
    Trades(jobs::Job& job, bool once)
        : job_{job}, source_{job.config, markets::Channel::trades, once} {}

    void step() {
        try {
            read_markets();
            listen();
            ask();
            write();
        } catch (...) {
            // What was taken and not stored is lost here, and found again by what is stored.
            followed_.clear();
            throw;
        }
    }

  private:
    struct Followed {
        FedMarket market;
        TradeTail tail;
        Clock::time_point asked_at{};
    };

    void read_markets();
    void listen();
    void ask();
    bool ask_for(Followed& followed);
    bool due(const Followed& followed, Clock::time_point now) const;
    void write();

    jobs::Job& job_;
    markets::Source source_;
    std::map<std::string, Followed> followed_;  ///< by instrument
    Clock::time_point markets_read_at_{};
    Clock::time_point covered_at_{};
    Clock::time_point ask_after_{};
};

void Trades::read_markets() {
    const auto now = Clock::now();
    if (!followed_.empty() && now < markets_read_at_ + markets::call_pace) return;
    markets_read_at_ = now;
    auto before = std::exchange(followed_, {});
    std::optional<std::map<std::int64_t, TradeTail::Newest>> stored;
    std::vector<std::string> instruments;
    auto all = markets::fed_markets(job_.db);
    pg::Transaction tx{job_.db};
    for (auto& market : all) {
        instruments.push_back(market.instrument);
        if (auto known = before.extract(market.instrument)) {
            followed_.insert(std::move(known));
            continue;
        }
        if (!stored) stored = read_newest(tx);
        TradeTail tail{(*stored)[market.id.value], markets::read_coverage(tx, market.id)};
        std::string instrument = market.instrument;
        followed_.emplace(std::move(instrument), Followed{std::move(market), std::move(tail)});
    }
    tx.commit();
    if (source_.stream) source_.stream->follow(instruments);
}

void Trades::listen() {
    if (!source_.stream) return;
    for (const auto& pushed : source_.stream->read(markets::stream_pace)) {
        const auto found = followed_.find(pushed.instrument);
        if (found != followed_.end()) found->second.tail.push(pushed);
    }
    const auto heard_at = source_.stream->heard_at();
    for (auto& [instrument, one] : followed_) {
        one.tail.follow(source_.stream->unbroken(instrument));
        if (heard_at) one.tail.heard(*heard_at);
    }
}

/// Whether a market is to be asked for: always while nothing is pushed of it, and else when the
/// answer can join the pushes to what is known, for which it is not waited for ever.
bool Trades::due(const Followed& followed, Clock::time_point now) const {
    const auto unasked = now - followed.asked_at;
    if (followed.tail.joined() || unasked < markets::call_pace) return false;
    const auto from = followed.tail.joins_from();
    return !from || pg::now() >= *from || unasked >= 2 * markets::call_pace;
}

/// Asks for the trades that the stream does not bring, longest unasked first, and in a single run
/// for all. Beside a stream it ends after a while, at which others may have come.
void Trades::ask() {
    const auto started = Clock::now();
    if (started < ask_after_) return;
    std::vector<Followed*> all;
    for (auto& [instrument, one] : followed_)
        if (due(one, started)) all.push_back(&one);
    std::ranges::stable_sort(all, {}, [](const Followed* one) { return one->asked_at; });
    for (auto* one : all) {
        if (!ask_for(*one)) break;
        if (source_.stream && Clock::now() - started >= markets::stream_pace) break;
    }
}

/// False when asking for further markets makes no sense now.
bool Trades::ask_for(Followed& followed) {
    followed.asked_at = Clock::now();
    const auto asked_at = pg::now();
    const auto answer = source_.provider->trades(followed.market.instrument,
                                                 source_.stream ? max_trades_joined : max_trades);
    source_.called(answer.outcome);
    if (answer.ok()) {
        followed.tail.answered(answer.value, asked_at);
        return true;
    }
    job_.failed();
    log::warn("no_trades", {{"pair", followed.market.pair},
                            {"outcome", name_of(answer.outcome)},
                            {"reason", answer.reason}});
    const bool silent = source_.stream && answer.outcome == markets::ProviderOutcome::timed_out;
    if (!silent && answer.outcome != markets::ProviderOutcome::unreachable) return true;
    ask_after_ = Clock::now() + markets::call_pace;
    return false;
}

/// Stores what is new together with how far it is complete, and tells the browsers.
void Trades::write() {
    const auto now = Clock::now();
    const bool round = now >= covered_at_ + markets::call_pace;
    if (round) covered_at_ = now;
    Columns columns;
    std::vector<std::pair<MarketId, markets::Coverage>> coverages;
    std::vector<std::pair<std::string, std::string>> news;
    for (auto& [instrument, one] : followed_) {
        const auto fresh = one.tail.take();
        if (one.tail.coverage() && (round || !fresh.empty()))
            coverages.emplace_back(one.market.id, *one.tail.coverage());
        if (fresh.empty()) continue;
        for (const auto& trade : fresh) columns.add(one.market.id, trade);
        news.emplace_back(one.market.pair, json_of(fresh));
    }
    if (coverages.empty()) return;
    pg::Transaction tx{job_.db};
    columns.write(tx);
    markets::write_coverages(tx, coverages);
    tx.commit();
    for (const auto& [pair, trades] : news) job_.push.tell(pair, MarketEvent::trades, trades);
}

}  // namespace

int main(int argc, char** argv) {
    const bool once = argc > 1;
    std::optional<Trades> trades;
    return jobs::run(argc, argv, "fetch_trades", markets::stream_pace, [&](jobs::Job& job) {
        if (!trades) trades.emplace(job, once);
        trades->step();
    });
}
