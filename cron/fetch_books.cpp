// Brings the provider's order books into `provider_books` every two seconds. A book far from the
// last price is judged like a tick: nobody trades with it until a second one confirms it.
#include "jobs/job.h"
#include "log/log.h"
#include "markets/feed.h"
#include "markets/provider.h"

namespace {

using namespace cambio;

constexpr auto pace = std::chrono::seconds{2};
constexpr int depth = 25;

constexpr const char* read_known = R"sql(
    select q.last, b.provider_at, b.held_back, b.held_back_at
    from markets m left join quotes q on q.market_id = m.id
    left join provider_books b on b.market_id = m.id
    where m.id = $1)sql";

constexpr const char* write_book = R"sql(
    insert into provider_books (market_id, bids, asks, provider_at, received_at, held_back,
                                held_back_at)
    values ($1, $2, $3, $4, clock_timestamp(), $5,
            case when $5::numeric is not null then $4::timestamptz end)
    on conflict (market_id) do update set bids = excluded.bids, asks = excluded.asks,
        provider_at = excluded.provider_at, received_at = excluded.received_at,
        held_back = excluded.held_back, held_back_at = excluded.held_back_at
    where provider_books.provider_at <= excluded.provider_at)sql";

std::string json_of(const std::vector<markets::ProviderLevel>& levels) {
    std::string text = "[";
    for (const auto& level : levels) {
        text += (text.size() > 1 ? ",[\"" : "[\"") + level.price.str() + "\",\"" +
                level.quantity.str() + "\"]";
    }
    return text + "]";
}

/// Between the best prices; of a book with one side that one's.
std::optional<Decimal> middle_of(const markets::ProviderBook& book) {
    if (book.bids.empty() && book.asks.empty()) return std::nullopt;
    if (book.bids.empty()) return book.asks.front().price;
    if (book.asks.empty()) return book.bids.front().price;
    return Decimal::divide(book.bids.front().price + book.asks.front().price, Decimal::of(2),
                           Rounding::half_even);
}

/// Writes a book; one that is held back without its levels, so that the one before it, which may be
/// the wrong one, fills nothing either.
void take(pg::Connection& db, const markets::FedMarket& market, const markets::ProviderBook& book) {
    const pg::Time at = book.at;
    const auto found = db.run(read_known, {market.id});
    const auto known = found[0];
    const auto last = known.maybe_decimal("last");
    const auto middle = middle_of(book);
    if (!last || !middle ||
        markets::judge_tick(*last, {}, {*middle, at}) == markets::TickVerdict::accept) {
        db.run(write_book,
               {market.id, json_of(book.bids), json_of(book.asks), at, std::optional<Decimal>{}});
        return;
    }
    const auto before = markets::held_back_of(known);
    // The same book seen twice says nothing new.
    if (before && at <= before->at) return;
    const bool confirmed =
        markets::judge_tick(*last, before, {*middle, at}) == markets::TickVerdict::accept;
    if (confirmed) {
        db.run(write_book, {market.id, json_of(book.bids), json_of(book.asks), at, middle});
        return;
    }
    db.run(write_book, {market.id, "[]", "[]", at, middle});
    log::warn("book_held_back",
              {{"pair", market.pair}, {"last", last->str()}, {"middle", middle->str()}});
}

void fetch(jobs::Job& job, markets::Provider& provider) {
    int missing = 0;
    for (const auto& market : markets::fed_markets(job.db)) {
        const auto answer = provider.book(market.instrument, depth);
        if (answer.ok()) {
            take(job.db, market, answer.value);
            continue;
        }
        missing += 1;
        log::warn("no_book", {{"pair", market.pair},
                              {"outcome", name_of(answer.outcome)},
                              {"reason", answer.reason}});
        if (answer.outcome == markets::ProviderOutcome::unreachable) break;
    }
    if (missing > 0) job.failed();
}

}  // namespace

int main(int argc, char** argv) {
    std::unique_ptr<markets::Provider> provider;
    return jobs::run(argc, argv, "fetch_books", pace, [&](jobs::Job& job) {
        if (!provider) provider = markets::provider_of(job.config);
        fetch(job, *provider);
    });
}
