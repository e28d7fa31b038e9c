// Brings the provider's order books into `provider_books`: those that it pushes four times a
// second, all together, and by calls those that it has not pushed for a second. A book far from
// the last price is judged like a tick: nobody trades with it until a second one confirms it.
#include <algorithm>
#include <map>
#include <optional>

#include "jobs/job.h"
#include "log/log.h"
#include "markets/feed.h"

namespace {

using namespace cambio;
using markets::FedMarket;
using markets::ProviderBook;
using Clock = std::chrono::steady_clock;

/// As many levels as are pushed, so that a book does not grow and shrink with how it came; more
/// where nothing is pushed.
constexpr int pushed_depth = 5;
constexpr int depth = 25;

constexpr const char* read_known = R"sql(
    select m.id, q.last, b.held_back, b.held_back_at
    from markets m left join quotes q on q.market_id = m.id
    left join provider_books b on b.market_id = m.id)sql";

constexpr const char* write_books = R"sql(
    insert into provider_books (market_id, bids, asks, provider_at, received_at, held_back,
                                held_back_at)
    select v.id, v.bids::jsonb, v.asks::jsonb, v.at, clock_timestamp(), v.held_back,
           case when v.held_back is not null then v.at end
    from (select id, bids, asks, to_timestamp(at::numeric / 1000) as at,
                 nullif(held_back, '')::numeric as held_back
          from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::text[])
               u (id, bids, asks, at, held_back)) v
    on conflict (market_id) do update set bids = excluded.bids, asks = excluded.asks,
        provider_at = excluded.provider_at, received_at = excluded.received_at,
        held_back = excluded.held_back, held_back_at = excluded.held_back_at
    where provider_books.provider_at <= excluded.provider_at
        or provider_books.provider_at > clock_timestamp() + interval '5 seconds')sql";

std::string json_of(const std::vector<markets::ProviderLevel>& levels) {
    std::string text = "[";
    for (const auto& level : levels) {
        text += (text.size() > 1 ? ",[\"" : "[\"") + level.price.str() + "\",\"" +
                level.quantity.str() + "\"]";
    }
    return text + "]";
}

/// Between the best prices; of a book with one side that one's.
std::optional<Decimal> middle_of(const ProviderBook& book) {
    if (book.bids.empty() && book.asks.empty()) return std::nullopt;
    if (book.bids.empty()) return book.asks.front().price;
    if (book.asks.empty()) return book.bids.front().price;
    return Decimal::divide(book.bids.front().price + book.asks.front().price, Decimal::of(2),
                           Rounding::half_even);
}

/// Books as the columns of one statement.
struct Columns {
    std::vector<std::int64_t> ids, times;
    std::vector<std::string> bids, asks, held_back;

    void add(MarketId market, const ProviderBook& book, const std::optional<Decimal>& held) {
        ids.push_back(market.value);
        times.push_back(book.at.time_since_epoch().count());
        bids.push_back(json_of(book.bids));
        asks.push_back(json_of(book.asks));
        held_back.push_back(held ? held->str() : std::string{});
    }
};

class Books {
  public:
    Books(jobs::Job& job, bool once)
        : job_{job}, source_{job.config, markets::Channel::books, once} {}

    void step() {
        read_markets();
        if (source_.stream) {
            for (auto& pushed : source_.stream->read(markets::stream_pace))
                arrive(pushed.instrument, std::get<ProviderBook>(std::move(pushed.row.value)));
        }
        write();
        ask();
        write();
    }

  private:
    struct Followed {
        FedMarket market;
        Clock::time_point asked_at{};
        pg::Time told_until{};  ///< the provider's time of its newest book
        std::optional<ProviderBook> arrived{};
    };

    void read_markets();
    void arrive(const std::string& instrument, ProviderBook book);
    void write();
    void ask();
    bool ask_for(Followed& followed);

    jobs::Job& job_;
    markets::Source source_;
    std::vector<Followed> followed_;  ///< in order of listing
    Clock::time_point markets_read_at_{};
    Clock::time_point ask_after_{};
};

void Books::read_markets() {
    const auto now = Clock::now();
    if (!followed_.empty() && now < markets_read_at_ + markets::call_pace) return;
    markets_read_at_ = now;
    // The stream comes first: what it brings at once need not be asked for.
    const auto first = source_.stream ? now - markets::confirm_pace / 2 : Clock::time_point{};
    std::map<std::string, Followed> before;
    for (auto& one : followed_) before.emplace(one.market.instrument, std::move(one));
    followed_.clear();
    std::vector<std::string> instruments;
    for (auto& market : markets::fed_markets(job_.db)) {
        instruments.push_back(market.instrument);
        const auto known = before.find(market.instrument);
        followed_.push_back(known != before.end() ? std::move(known->second)
                                                  : Followed{std::move(market), first});
    }
    if (source_.stream) source_.stream->follow(instruments);
}

void Books::arrive(const std::string& instrument, ProviderBook book) {
    for (auto& one : followed_) {
        if (one.market.instrument != instrument) continue;
        if (markets::take_newest(one.told_until, book.at, instrument))
            one.arrived = std::move(book);
        return;
    }
}

/// Writes what arrived; a book that is held back without its levels, so that the one before it,
/// which may be the wrong one, fills nothing either.
void Books::write() {
    if (std::ranges::none_of(followed_, [](const auto& one) { return one.arrived.has_value(); }))
        return;
    struct Known {
        std::optional<Decimal> last;
        std::optional<markets::Tick> held_back;
    };
    std::map<std::int64_t, Known> known;
    for (const auto row : job_.db.run(read_known))
        known[row.integer("id")] = {row.maybe_decimal("last"), markets::held_back_of(row)};
    Columns columns;
    for (auto& one : followed_) {
        if (!one.arrived) continue;
        ProviderBook book = std::move(*one.arrived);
        one.arrived.reset();
        const auto& [last, before] = known[one.market.id.value];
        const auto middle = middle_of(book);
        const auto judged = [&](const std::optional<markets::Tick>& held_back) {
            return markets::judge_tick(*last, held_back, {*middle, book.at}, source_.apart);
        };
        if (!last || !middle || judged({}) == markets::TickVerdict::accept) {
            columns.add(one.market.id, book, {});
            continue;
        }
        // The same book seen twice says nothing new.
        if (before && pg::Time{book.at} <= before->at) continue;
        const auto verdict = judged(before);
        if (verdict == markets::TickVerdict::too_soon) continue;
        if (verdict == markets::TickVerdict::hold_back) {
            book.bids.clear();
            book.asks.clear();
            log::warn(
                "book_held_back",
                {{"pair", one.market.pair}, {"last", last->str()}, {"middle", middle->str()}});
        }
        columns.add(one.market.id, book, middle);
    }
    if (columns.ids.empty()) return;
    using pg::Param;
    job_.db.run(write_books,
                {Param::array(columns.ids), Param::array(columns.bids), Param::array(columns.asks),
                 Param::array(columns.times), Param::array(columns.held_back)});
}

/// Asks for the books that the stream does not bring, longest unasked first, and in a single run
/// for all. Beside a stream it ends after a while, at which others may have come.
void Books::ask() {
    const auto started = Clock::now();
    if (started < ask_after_) return;
    const auto pace = source_.stream ? markets::confirm_pace : markets::call_pace;
    std::vector<Followed*> due;
    for (auto& one : followed_) {
        const bool old = pg::now() - one.told_until >= pace;
        if (old && started - one.asked_at >= pace) due.push_back(&one);
    }
    std::ranges::stable_sort(due, {}, [](const Followed* one) { return one->asked_at; });
    for (auto* one : due) {
        if (!ask_for(*one)) break;
        if (source_.stream && Clock::now() - started >= markets::stream_pace) break;
    }
}

/// False when asking for others makes no sense now.
bool Books::ask_for(Followed& followed) {
    followed.asked_at = Clock::now();
    const bool pushed = source_.stream && source_.stream->heard_at();
    auto answer = source_.provider->book(followed.market.instrument, pushed ? pushed_depth : depth);
    source_.called(answer.outcome);
    if (answer.ok()) {
        arrive(followed.market.instrument, std::move(answer.value));
        return true;
    }
    job_.failed();
    log::warn("no_book", {{"pair", followed.market.pair},
                          {"outcome", name_of(answer.outcome)},
                          {"reason", answer.reason}});
    const bool silent = source_.stream && answer.outcome == markets::ProviderOutcome::timed_out;
    if (!silent && answer.outcome != markets::ProviderOutcome::unreachable) return true;
    ask_after_ = Clock::now() + markets::call_pace;
    return false;
}

}  // namespace

int main(int argc, char** argv) {
    const bool once = argc > 1;
    std::optional<Books> books;
    return jobs::run(argc, argv, "fetch_books", markets::stream_pace, [&](jobs::Job& job) {
        if (!books) books.emplace(job, once);
        books->step();
    });
}
