#include "markets/candles.h"

namespace cambio::markets {
namespace {

constexpr const char* last_closed = R"sql(
    select opened_at, close from candles
    where market_id = $1 and span = $2 and closed and opened_at >= $3
    order by opened_at desc limit 1)sql";

constexpr const char* close_before = R"sql(
    select close from candles where market_id = $1 and span = 1 and opened_at < $2
    order by opened_at desc limit 1)sql";

// The first and the last trade of a minute are looked up by their times, of which the minute's sums
// tell: so nothing is sorted, of however many trades.
constexpr const char* minutes_of_trades = R"sql(
    select m.opened_at, f.price as open, m.high, m.low, l.price as close, m.volume
    from (select date_bin('1 minute', at, 'epoch') as opened_at, min(at) as first, max(at) as last,
                 max(price) as high, min(price) as low, sum(quantity) as volume
          from provider_trades where market_id = $1 and at >= $2 and at < $3
          group by 1) m,
         lateral (select price from provider_trades t where t.market_id = $1 and t.at = m.first
                  order by length(t.trade_id), t.trade_id limit 1) f,
         lateral (select price from provider_trades t where t.market_id = $1 and t.at = m.last
                  order by length(t.trade_id) desc, t.trade_id desc limit 1) l
    order by 1)sql";

// A closed candle stays, and one that is as it was is not written again.
const std::string over_open_ones = R"sql(
    on conflict (market_id, span, opened_at) do update set open = excluded.open,
        high = excluded.high, low = excluded.low, close = excluded.close,
        volume = excluded.volume, closed = excluded.closed
    where not candles.closed
      and (candles.open, candles.high, candles.low, candles.close, candles.volume, candles.closed)
          is distinct from
          (excluded.open, excluded.high, excluded.low, excluded.close, excluded.volume,
           excluded.closed))sql";

const std::string write_candles = R"sql(
    insert into candles (market_id, span, opened_at, open, high, low, close, volume, closed)
    select $1, $2, to_timestamp(v.opened_at), v.open::numeric, v.high::numeric, v.low::numeric,
           v.close::numeric, v.volume::numeric, v.closed = 1
    from unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                $9::bigint[]) v (opened_at, open, high, low, close, volume, closed))sql" +
                                  over_open_ones;

// A longer candle is written once its first shorter one is there, so that no part of it is missing.
const std::string join_candles = R"sql(
    insert into candles (market_id, span, opened_at, open, high, low, close, volume, closed)
    select $1, $2, bucket, (array_agg(open order by opened_at))[1], max(high), min(low),
           (array_agg(close order by opened_at desc))[1], sum(volume),
           count(*) filter (where closed) = $2::int / $3::int
    from (select date_bin(make_interval(mins => $2::int), opened_at, 'epoch') as bucket, c.*
          from candles c where market_id = $1 and span = $3 and opened_at >= $4) shorter
    group by bucket having min(opened_at) = bucket)sql" +
                                 over_open_ones;

constexpr const char* missing_candle = R"sql(
    select s as opened_at
    from generate_series($3::timestamptz, $4::timestamptz - interval '1 second',
                         make_interval(mins => $2::int)) s
    where not exists (select 1 from candles c where c.market_id = $1 and c.span = $2
                      and c.opened_at = s and c.closed)
    order by s limit 1)sql";

constexpr auto minute = std::chrono::minutes{1};

/// Candles as the columns of one statement.
class Columns {
  public:
    void add(pg::Time opened_at, const std::array<Decimal, 5>& figures, bool closed) {
        opened_.push_back(
            std::chrono::duration_cast<std::chrono::seconds>(opened_at.time_since_epoch()).count());
        for (std::size_t column = 0; column < figures.size(); ++column) {
            figures_[column].push_back(figures[column].str());
        }
        closed_.push_back(closed ? 1 : 0);
    }

    std::int64_t write(pg::Transaction& tx, MarketId market, int span) const {
        if (opened_.empty()) return 0;
        using pg::Param;
        return tx
            .run(write_candles.c_str(),
                 {market, span, Param::array(opened_), Param::array(figures_[0]),
                  Param::array(figures_[1]), Param::array(figures_[2]), Param::array(figures_[3]),
                  Param::array(figures_[4]), Param::array(closed_)})
            .affected();
    }

  private:
    std::vector<std::int64_t> opened_;
    std::array<std::vector<std::string>, 5> figures_;  ///< open, high, low, close, volume
    std::vector<std::int64_t> closed_;
};

/// How many candles it changed.
std::int64_t compute_minutes(pg::Transaction& tx, MarketId market, const Coverage& coverage) {
    auto next = opening_after(coverage.since, 1);
    if (const auto closed = tx.maybe(last_closed, {market, 1, next})) {
        next = closed->time("opened_at") + minute;
    }
    std::optional<Decimal> carried;
    if (const auto before = tx.maybe(close_before, {market, next}))
        carried = before->decimal("close");

    Columns columns;
    // Fills the minutes before `end` in which nobody traded.
    const auto pass_quiet_minutes = [&](pg::Time end) {
        for (; next + minute <= end; next += minute) {
            if (carried)
                columns.add(next, {*carried, *carried, *carried, *carried, Decimal{}}, true);
        }
    };
    for (const auto row : tx.run(minutes_of_trades, {market, next, coverage.until})) {
        const auto opened_at = row.time("opened_at");
        pass_quiet_minutes(opened_at);
        carried = row.decimal("close");
        columns.add(opened_at,
                    {row.decimal("open"), row.decimal("high"), row.decimal("low"), *carried,
                     row.decimal("volume")},
                    opened_at + minute <= coverage.until);
        next = opened_at + minute;
    }
    pass_quiet_minutes(coverage.until);
    return columns.write(tx, market, 1);
}

/// How many candles it changed.
std::int64_t join(pg::Transaction& tx, MarketId market, int span, int shorter,
                  const Coverage& coverage) {
    auto from = opening_before(coverage.since, span);
    if (const auto closed = tx.maybe(last_closed, {market, span, from})) {
        from = closed->time("opened_at") + std::chrono::minutes{span};
    }
    return tx.run(join_candles.c_str(), {market, span, shorter, from}).affected();
}

}  // namespace

pg::Time opening_before(pg::Time time, int span) {
    const std::chrono::minutes length{span};
    const auto since_epoch = time.time_since_epoch();
    return pg::Time{since_epoch - since_epoch % length};
}

pg::Time opening_after(pg::Time time, int span) {
    const auto before = opening_before(time, span);
    return before == time ? before : before + std::chrono::minutes{span};
}

void compute_candles(pg::Transaction& tx, MarketId market, Longer longer) {
    const auto coverage = read_coverage(tx, market);
    if (!coverage) return;
    std::int64_t changed = compute_minutes(tx, market, *coverage);
    for (std::size_t i = 1; i < candle_spans.size(); ++i) {
        if (changed == 0 && longer == Longer::changed) return;
        changed = join(tx, market, candle_spans[i], candle_spans[i - 1], *coverage);
    }
}

std::optional<pg::Time> first_missing(pg::Transaction& tx, MarketId market, int span, pg::Time from,
                                      pg::Time to) {
    const auto row = tx.maybe(missing_candle, {market, span, from, to});
    if (!row) return {};
    return row->time("opened_at");
}

std::int64_t fill_candles(pg::Transaction& tx, MarketId market, int span,
                          const std::vector<ProviderCandle>& candles) {
    Columns columns;
    for (const auto& candle : candles) {
        columns.add(candle.opened_at,
                    {candle.open, candle.high, candle.low, candle.close, candle.base_volume},
                    candle.closed);
    }
    return columns.write(tx, market, span);
}

}  // namespace cambio::markets
