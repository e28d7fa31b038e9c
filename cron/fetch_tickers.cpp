// Brings the provider's tickers into `quotes` every two seconds and tells the browsers, also of
// prices that are late or in doubt.
#include <json/value.h>
#include <json/writer.h>

#include <map>
#include <optional>
#include <set>

#include "jobs/job.h"
#include "log/log.h"
#include "markets/feed.h"
#include "markets/provider.h"
#include "markets/quotes.h"

namespace {

using namespace cambio;
using markets::FedMarket;
using markets::ProviderTicker;

constexpr auto pace = std::chrono::seconds{2};

constexpr const char* known_quotes = R"sql(
    select market_id, last, provider_at, received_at, held_back, held_back_at from quotes)sql";

constexpr const char* write_quote = R"sql(
    insert into quotes (market_id, last, open24h, high24h, low24h, volume24h, volume_usdt24h,
                        provider_at, received_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp())
    on conflict (market_id) do update set last = excluded.last, open24h = excluded.open24h,
        high24h = excluded.high24h, low24h = excluded.low24h, volume24h = excluded.volume24h,
        volume_usdt24h = excluded.volume_usdt24h, provider_at = excluded.provider_at,
        received_at = excluded.received_at, held_back = null, held_back_at = null
    where quotes.provider_at <= excluded.provider_at)sql";

constexpr const char* hold_back = R"sql(
    update quotes set held_back = $2, held_back_at = $3 where market_id = $1)sql";

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

std::string compact(const Json::Value& value) {
    Json::StreamWriterBuilder writer;
    writer["indentation"] = "";
    return Json::writeString(writer, value);
}

Json::Value pushed(const ProviderTicker& ticker, bool late) {
    Json::Value data;
    const auto percent =
        ticker.open24h.positive()
            ? Decimal::multiply_divide(ticker.last - ticker.open24h, Decimal::of(100),
                                       ticker.open24h, Rounding::half_even)
            : Decimal{};
    data["close"] = ticker.last.str();
    data["percent"] = percent.str(4, Rounding::half_even);
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

/// Writes one ticker; what the browsers are told of it, if it is news for them.
std::optional<Json::Value> take(pg::Transaction& tx, const FedMarket& market,
                                const ProviderTicker& ticker,
                                const std::map<std::int64_t, Known>& known, int stale_after_ms) {
    const auto before = known.find(market.id.value);
    const pg::Time at = ticker.at;
    if (before != known.end()) {
        if (at < before->second.at) return {};
        if (markets::judge_tick(before->second.last, before->second.held_back, {ticker.last, at}) ==
            markets::TickVerdict::hold_back) {
            tx.run(hold_back, {market.id, ticker.last, at});
            log::warn("tick_held_back", {{"pair", market.pair},
                                         {"last", before->second.last.str()},
                                         {"tick", ticker.last.str()}});
            return doubted();
        }
    }
    tx.run(write_quote, {market.id, ticker.last, ticker.open24h, ticker.high24h, ticker.low24h,
                         ticker.base_volume24h, ticker.quote_volume24h.value_or(Decimal{}), at});
    const pg::Time now = pg::now();
    const bool late = markets::stale(at, now, now, stale_after_ms);
    const bool news = before == known.end() || before->second.last != ticker.last ||
                      before->second.doubted() != late;
    return news ? std::optional{pushed(ticker, late)} : std::nullopt;
}

/// Writes all tickers; what the browsers are told, by pair.
Json::Value take_all(jobs::Job& job, const std::vector<ProviderTicker>& tickers) {
    std::map<std::string, const ProviderTicker*> by_instrument;
    for (const auto& ticker : tickers) by_instrument[ticker.instrument] = &ticker;

    const int stale_after_ms = job.config.stale_after_ms;
    Json::Value changed{Json::objectValue};
    const auto markets = markets::fed_markets(job.db);
    pg::Transaction tx{job.db};
    const auto known = read_known(tx, stale_after_ms);
    for (const auto& market : markets) {
        const auto found = by_instrument.find(market.instrument);
        if (found == by_instrument.end()) continue;
        if (auto news = take(tx, market, *found->second, known, stale_after_ms))
            changed[market.pair] = std::move(*news);
    }
    tx.commit();
    return changed;
}

/// The pairs of which the browsers know that their price is late or in doubt.
using LatePairs = std::set<std::string>;

void add_late(jobs::Job& job, LatePairs& told, Json::Value& changed) {
    std::map<MarketId, std::string> pairs;
    for (const auto& market : markets::fed_markets(job.db)) pairs[market.id] = market.pair;
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

void fetch(jobs::Job& job, markets::Provider& provider, LatePairs& told) {
    const auto answer = provider.tickers(markets::InstrumentType::spot);
    Json::Value changed{Json::objectValue};
    if (answer.ok()) {
        changed = take_all(job, answer.value);
    } else {
        log::warn("no_tickers", {{"outcome", name_of(answer.outcome)}, {"reason", answer.reason}});
        job.failed();
    }
    add_late(job, told, changed);

    for (const auto& pair : changed.getMemberNames()) {
        job.push.publish("market." + pair, "ticker", compact(changed[pair]),
                         "\"pair\":\"" + pair + "\"");
    }
    // Where nothing changed, the empty news says that the last prices are still true: a page marks
    // them as delayed once it hears nothing.
    if (answer.ok() || !changed.empty()) job.push.publish("tickers", "tickers", compact(changed));
}

}  // namespace

int main(int argc, char** argv) {
    std::unique_ptr<markets::Provider> provider;
    LatePairs told;
    return jobs::run(argc, argv, "fetch_tickers", pace, [&](jobs::Job& job) {
        if (!provider) provider = markets::provider_of(job.config);
        fetch(job, *provider, told);
    });
}
