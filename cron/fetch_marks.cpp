// Brings the provider's mark prices into `marks` every two seconds and its funding rates into
// `funding_rates` twice a minute, and lists a contract for each open market whose coin the provider
// has as a swap.
#include <map>
#include <optional>

#include "jobs/job.h"
#include "log/log.h"
#include "markets/feed.h"
#include "markets/provider.h"
#include "markets/quotes.h"

namespace {

using namespace cambio;
using markets::FedMarket;
using markets::ProviderMarkPrice;
using Clock = std::chrono::steady_clock;

constexpr auto pace = std::chrono::seconds{2};
/// A rate is the forecast of a payment hours away.
constexpr auto rates_pace = std::chrono::seconds{30};

// A market that was closed keeps its marks as long as somebody has a position there.
constexpr const char* find_markets = R"sql(
    select id, pair, instrument from markets m
    where state = 'open'
        or exists (select 1 from positions p where p.market_id = m.id and p.state in (1, 2))
    order by position, id
)sql";
constexpr const char* list_contract = R"sql(
    insert into contracts (market_id, instrument) values ($1, $2) on conflict do nothing
)sql";
constexpr const char* known_marks = R"sql(
    select market_id, price, provider_at, held_back, held_back_at from marks
)sql";
constexpr const char* write_mark = R"sql(
    insert into marks (market_id, price, provider_at, received_at)
    values ($1, $2, $3, clock_timestamp())
    on conflict (market_id) do update set price = excluded.price,
        provider_at = excluded.provider_at, received_at = excluded.received_at, held_back = null,
        held_back_at = null
    where marks.provider_at <= excluded.provider_at
)sql";
constexpr const char* hold_back = R"sql(
    update marks set held_back = $2, held_back_at = $3 where market_id = $1
)sql";
// The first believed mark from the time of funding on is the one that it is settled at.
constexpr const char* fix_funding = R"sql(
    update funding_rates f set mark = m.price from marks m
    where m.market_id = f.market_id and f.mark is null and f.settled_at is null
        and f.at <= m.provider_at
)sql";
constexpr const char* write_rate = R"sql(
    insert into funding_rates (market_id, at, rate) values ($1, $2, $3)
    on conflict (market_id, at) do update set rate = excluded.rate, received_at = now()
    where funding_rates.mark is null
)sql";

struct Known {
    Decimal price;
    pg::Time at;
    std::optional<markets::Tick> held_back;
};

std::map<std::int64_t, Known> read_known(pg::Transaction& tx) {
    std::map<std::int64_t, Known> known;
    for (const auto row : tx.run(known_marks)) {
        known[row.integer("market_id")] = {row.decimal("price"), row.time("provider_at"),
                                           markets::held_back_of(row)};
    }
    return known;
}

std::vector<FedMarket> find_all(pg::Connection& db) {
    std::vector<FedMarket> found;
    for (const auto row : db.run(find_markets))
        found.push_back({row.id<MarketId>("id"), row.str("pair"), row.str("instrument")});
    return found;
}

std::string swap_of(const FedMarket& market) {
    return market.instrument + "-SWAP";
}

/// What the browsers are told: a mark, and whether it is late or in doubt.
std::string pushed(Decimal price, bool stale) {
    return R"({"mark_price":")" + price.str() + R"(","stale":)" + (stale ? "true}" : "false}");
}

/// Writes one mark; what the browsers are told of it, if it is news for them.
std::optional<std::string> take(pg::Transaction& tx, const FedMarket& market,
                                const ProviderMarkPrice& mark,
                                const std::map<std::int64_t, Known>& known, int stale_after_ms) {
    const pg::Time at = mark.at;
    const auto before = known.find(market.id.value);
    if (before == known.end()) {
        tx.run(list_contract, {market.id, mark.instrument});
    } else {
        if (at < before->second.at) return {};
        if (markets::judge_tick(before->second.price, before->second.held_back, {mark.price, at}) ==
            markets::TickVerdict::hold_back) {
            tx.run(hold_back, {market.id, mark.price, at});
            log::warn("mark_held_back", {{"pair", market.pair},
                                         {"last", before->second.price.str()},
                                         {"mark", mark.price.str()}});
            return pushed(before->second.price, true);
        }
    }
    tx.run(write_mark, {market.id, mark.price, at});
    const bool news = before == known.end() || before->second.price != mark.price ||
                      before->second.held_back.has_value();
    if (!news) return {};
    const pg::Time now = pg::now();
    return pushed(mark.price, markets::stale(at, now, now, stale_after_ms));
}

void fetch_marks(jobs::Job& job, markets::Provider& provider) {
    const auto answer = provider.mark_prices();
    if (!answer.ok()) {
        log::warn("no_marks", {{"outcome", name_of(answer.outcome)}, {"reason", answer.reason}});
        return job.failed();
    }
    std::map<std::string, const ProviderMarkPrice*> by_instrument;
    for (const auto& mark : answer.value) by_instrument[mark.instrument] = &mark;

    std::vector<std::pair<std::string, std::string>> changed;
    const auto markets = find_all(job.db);
    pg::Transaction tx{job.db};
    const auto known = read_known(tx);
    for (const auto& market : markets) {
        const auto found = by_instrument.find(swap_of(market));
        if (found == by_instrument.end()) continue;
        if (auto news = take(tx, market, *found->second, known, job.config.stale_after_ms))
            changed.emplace_back(market.pair, std::move(*news));
    }
    tx.run(fix_funding);
    tx.commit();
    for (const auto& [pair, news] : changed)
        job.push.publish("market." + pair, "mark", news, R"("pair":")" + pair + '"');
}

void fetch_rates(jobs::Job& job, markets::Provider& provider) {
    const auto answer = provider.funding_rates("");
    if (!answer.ok()) {
        log::warn("no_funding_rates",
                  {{"outcome", name_of(answer.outcome)}, {"reason", answer.reason}});
        return job.failed();
    }
    std::map<std::string, const markets::ProviderFundingRate*> by_instrument;
    for (const auto& rate : answer.value) by_instrument[rate.instrument] = &rate;

    pg::Transaction tx{job.db};
    const auto known = read_known(tx);
    for (const auto& market : find_all(job.db)) {
        const auto found = by_instrument.find(swap_of(market));
        if (found == by_instrument.end() || !known.contains(market.id.value)) continue;
        tx.run(write_rate, {market.id, pg::Time{found->second->due}, found->second->rate});
    }
    tx.commit();
}

}  // namespace

int main(int argc, char** argv) {
    std::unique_ptr<markets::Provider> provider;
    std::optional<Clock::time_point> rates_at;
    return jobs::run(argc, argv, "fetch_marks", pace, [&](jobs::Job& job) {
        if (!provider) provider = markets::provider_of(job.config);
        fetch_marks(job, *provider);
        if (rates_at && Clock::now() < *rates_at + rates_pace) return;
        rates_at = Clock::now();
        fetch_rates(job, *provider);
    });
}
