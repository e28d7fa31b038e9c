// Brings the provider's mark prices into `marks`, those that it pushes four times a second and by a
// call those of which it has pushed none for a second, and its funding rates into
// `funding_rates` twice a minute, and lists a contract for each open market whose coin the provider
// has as a swap.
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "jobs/job.h"
#include "log/log.h"
#include "markets/feed.h"
#include "markets/quotes.h"
#include "positions/funding.h"

namespace {

using namespace cambio;
using markets::FedMarket;
using markets::ProviderMarkPrice;
using Clock = std::chrono::steady_clock;

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
constexpr const char* write_marks = R"sql(
    insert into marks (market_id, price, provider_at, received_at)
    select v.id, v.price::numeric, to_timestamp(v.at::numeric / 1000), clock_timestamp()
    from unnest($1::bigint[], $2::text[], $3::bigint[]) v (id, price, at)
    on conflict (market_id) do update set price = excluded.price,
        provider_at = excluded.provider_at, received_at = excluded.received_at, held_back = null,
        held_back_at = null
    where marks.provider_at <= excluded.provider_at
        or marks.provider_at > clock_timestamp() + interval '5 seconds'
)sql";
constexpr const char* hold_back = R"sql(
    update marks set held_back = $2, held_back_at = $3 where market_id = $1
)sql";

struct Rules {
    int stale_after_ms;
    std::chrono::milliseconds apart;  ///< of two ticks of which one confirms the other
};

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

/// Marks as the columns of one statement.
struct Columns {
    std::vector<std::int64_t> ids, times;
    std::vector<std::string> prices;

    void add(MarketId market, const ProviderMarkPrice& mark) {
        ids.push_back(market.value);
        times.push_back(mark.at.time_since_epoch().count());
        prices.push_back(mark.price.str());
    }

    void write(pg::Transaction& tx) const {
        if (ids.empty()) return;
        using pg::Param;
        tx.run(write_marks, {Param::array(ids), Param::array(prices), Param::array(times)});
    }
};

/// Judges one mark, to be written where it is believed; what the browsers are told of it, if it is
/// news for them.
std::optional<std::string> take(pg::Transaction& tx, Columns& believed, const FedMarket& market,
                                const ProviderMarkPrice& mark,
                                const std::map<std::int64_t, Known>& known, const Rules& rules) {
    const pg::Time at = mark.at;
    const auto before = known.find(market.id.value);
    if (before == known.end()) {
        tx.run(list_contract, {market.id, mark.instrument});
    } else {
        if (!markets::is_news(before->second.at, at, pg::now())) return {};
        const auto verdict = markets::judge_tick(before->second.price, before->second.held_back,
                                                 {mark.price, at}, rules.apart);
        if (verdict == markets::TickVerdict::too_soon) return {};
        if (verdict == markets::TickVerdict::hold_back) {
            tx.run(hold_back, {market.id, mark.price, at});
            log::warn("mark_held_back", {{"pair", market.pair},
                                         {"last", before->second.price.str()},
                                         {"mark", mark.price.str()}});
            return pushed(before->second.price, true);
        }
    }
    believed.add(market.id, mark);
    const bool news = before == known.end() || before->second.price != mark.price ||
                      before->second.held_back.has_value();
    if (!news) return {};
    const pg::Time now = pg::now();
    return pushed(mark.price, markets::stale(at, now, now, rules.stale_after_ms));
}

/// How long after this payment the one after it is due.
std::chrono::hours until_next(const markets::ProviderFundingRate& next) {
    return std::chrono::floor<std::chrono::hours>(next.next_due - next.due);
}

/// Whether a contract of the provider can have such a funding: the widest bound of a rate there is
/// 3 %, once it was 4 %, and it is due on the hour and the next one 1 to 8 whole hours later.
/// Everything else is a fault of its own, which would take the margins of one side and pay the
/// other out of the house.
bool believable(const markets::ProviderFundingRate& next, pg::Time known_until) {
    constexpr int widest_percent = 4;
    const Decimal widest =
        Decimal::divide(Decimal::of(widest_percent), Decimal::of(100), Rounding::down);
    const bool on_the_hour =
        next.due.time_since_epoch() % std::chrono::hours{1} == std::chrono::hours{0};
    const auto period = until_next(next);
    const bool known = period >= std::chrono::hours{1} && period <= std::chrono::hours{8} &&
                       next.next_due - next.due == period;
    return maximum(next.rate, -next.rate) <= widest && on_the_hour && known &&
           pg::Time{next.due} > known_until;
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
        const auto mark = known.find(market.id.value);
        if (found == by_instrument.end() || mark == known.end()) continue;
        const auto& next = *found->second;
        // What its marks have passed has come, however old this answer is.
        const auto told = std::max(pg::Time{next.at}, mark->second.at);
        if (believable(next, mark->second.at))
            positions::note_rate(tx, market.id,
                                 {told, pg::Time{next.due}, next.rate, until_next(next)});
        else
            log::warn("funding_rate_refused", {{"pair", market.pair},
                                               {"rate", next.rate.str()},
                                               {"due", pg::iso(pg::Time{next.due})},
                                               {"next", pg::iso(pg::Time{next.next_due})}});
    }
    tx.commit();
}

class Marks {
  public:
    Marks(jobs::Job& job, bool once)
        : job_{job}, source_{job.config, markets::Channel::mark_prices, once} {}

    void step() {
        if (source_.stream) {
            if (followed_.empty()) follow();
            for (auto& pushed : source_.stream->read(markets::stream_pace))
                arrive(std::get<ProviderMarkPrice>(std::move(pushed.row.value)));
        }
        const auto now = Clock::now();
        if (now >= round_at_) {
            round_at_ = now + pace();
            follow();
            ask();
        }
        write();
        if (rates_at_ && now < *rates_at_ + rates_pace) return;
        rates_at_ = now;
        fetch_rates(job_, *source_.provider);
    }

  private:
    std::chrono::seconds pace() const {
        return source_.stream ? markets::confirm_pace : markets::call_pace;
    }
    void follow();
    void arrive(ProviderMarkPrice mark);
    void ask();
    void write();

    jobs::Job& job_;
    markets::Source source_;
    std::vector<FedMarket> followed_;
    std::map<std::string, ProviderMarkPrice> arrived_;  ///< by instrument
    std::map<std::string, pg::Time> told_until_;        ///< by instrument, the provider's time
    Clock::time_point round_at_ = Clock::now();
    std::optional<Clock::time_point> rates_at_;
};

void Marks::follow() {
    followed_ = find_all(job_.db);
    if (!source_.stream) return;
    std::vector<std::string> instruments;
    for (const auto& market : followed_) instruments.push_back(swap_of(market));
    source_.stream->follow(instruments);
}

void Marks::arrive(ProviderMarkPrice mark) {
    if (!markets::take_newest(told_until_[mark.instrument], mark.at, mark.instrument)) return;
    arrived_.insert_or_assign(mark.instrument, std::move(mark));
}

/// Asks for all at once where the stream has been silent about one.
void Marks::ask() {
    const auto recent = pg::now() - pace();
    const bool all = std::ranges::all_of(
        followed_, [&](const auto& market) { return told_until_[swap_of(market)] > recent; });
    if (all) return;
    auto answer = source_.provider->mark_prices();
    source_.called(answer.outcome);
    for (auto& mark : answer.value) arrive(std::move(mark));
    if (answer.ok()) return;
    log::warn("no_marks", {{"outcome", name_of(answer.outcome)}, {"reason", answer.reason}});
    job_.failed();
}

void Marks::write() {
    if (arrived_.empty()) return;
    const auto arrived = std::exchange(arrived_, {});
    std::vector<std::pair<std::string, std::string>> changed;
    const Rules rules{job_.config.stale_after_ms, source_.apart};
    Columns believed;
    pg::Transaction tx{job_.db};
    const auto known = read_known(tx);
    for (const auto& market : followed_) {
        const auto found = arrived.find(swap_of(market));
        if (found == arrived.end()) continue;
        if (auto news = take(tx, believed, market, found->second, known, rules))
            changed.emplace_back(market.pair, std::move(*news));
    }
    believed.write(tx);
    const auto dropped = positions::fix_marks(tx);
    tx.commit();
    if (dropped > 0) log::warn("funding_dropped", {{"times", std::to_string(dropped)}});
    for (const auto& [pair, news] : changed) job_.push.tell(pair, MarketEvent::mark, news);
}

}  // namespace

int main(int argc, char** argv) {
    const bool once = argc > 1;
    std::optional<Marks> marks;
    return jobs::run(argc, argv, "fetch_marks", markets::stream_pace, [&](jobs::Job& job) {
        if (!marks) marks.emplace(job, once);
        marks->step();
    });
}
