#include "markets/bars.h"

#include <algorithm>

#include "error/error.h"

namespace cambio::markets {
namespace {

constexpr int max_bars = 5000;

constexpr const char* symbols = R"sql(
    select m.id, m.pair, a.code, a.name, m.tick, m.lot
    from markets m join assets a on a.id = m.base_id
    where m.state = 'open' and ($1::text is null or m.pair = $1 or a.code = $1)
    order by m.position, m.id)sql";

// Several stored candles make one bar; weeks and months follow the calendar, the rest the clock.
constexpr const char* joined_bars = R"sql(
    with read as (
        select case $5 when '1 week' then date_trunc('week', opened_at, 'UTC')
                       when '1 month' then date_trunc('month', opened_at, 'UTC')
                       else date_bin($5::interval, opened_at, 'epoch') end as bucket,
               opened_at, open, high, low, close, volume
        from candles
        where market_id = $1 and span = $2
          and opened_at >= case $5
                               when '1 week' then
                                   date_trunc('week', to_timestamp($3::bigint), 'UTC')
                               when '1 month' then
                                   date_trunc('month', to_timestamp($3::bigint), 'UTC')
                                   else to_timestamp($3::bigint) end
          and opened_at < to_timestamp($4::bigint)
    )
    select extract(epoch from bucket)::bigint as time,
           (array_agg(open order by opened_at))[1] as open, max(high) as high, min(low) as low,
           (array_agg(close order by opened_at desc))[1] as close, sum(volume) as volume
    from read group by bucket order by bucket desc limit $6)sql";

constexpr const char* newest = R"sql(
    select extract(epoch from opened_at)::bigint as time from candles
    where market_id = $1 and span = $2 and opened_at < to_timestamp($3::bigint)
    order by opened_at desc limit 1)sql";

constexpr const char* oldest = R"sql(
    select extract(epoch from opened_at)::bigint as time from candles
    where market_id = $1 and span = $2 and opened_at >= to_timestamp($3::bigint)
    order by opened_at limit 1)sql";

Symbol symbol_of(const pg::Row& row) {
    return {row.integer("id"), row.str("pair"),     row.str("code"),
            row.str("name"),   row.decimal("tick"), row.decimal("lot")};
}

struct Named {
    std::string_view name;
    Span span;
    std::int64_t seconds;
};
constexpr Named spans[] = {
    {"1", {1, "1 minute"}, 60},        {"1min", {1, "1 minute"}, 60},
    {"5", {5, "5 minutes"}, 300},      {"5min", {5, "5 minutes"}, 300},
    {"15", {5, "15 minutes"}, 900},    {"30", {5, "30 minutes"}, 1800},
    {"60", {60, "1 hour"}, 3600},      {"1hr", {60, "1 hour"}, 3600},
    {"240", {240, "4 hours"}, 14400},  {"4hr", {240, "4 hours"}, 14400},
    {"D", {1440, "1 day"}, 86400},     {"1D", {1440, "1 day"}, 86400},
    {"W", {1440, "1 week"}, 604800},   {"1W", {1440, "1 week"}, 604800},
    {"M", {1440, "1 month"}, 2678400}, {"1M", {1440, "1 month"}, 2678400},
    {"3m", {1, "3 minutes"}, 180},     {"2h", {60, "2 hours"}, 7200},
    {"6h", {60, "6 hours"}, 21600},    {"8h", {240, "8 hours"}, 28800},
    {"12h", {240, "12 hours"}, 43200}, {"3d", {1440, "3 days"}, 259200},
    {"1m", {1, "1 minute"}, 60},       {"5m", {5, "5 minutes"}, 300},
    {"15m", {5, "15 minutes"}, 900},   {"30m", {5, "30 minutes"}, 1800},
    {"1h", {60, "1 hour"}, 3600},      {"4h", {240, "4 hours"}, 14400},
    {"1d", {1440, "1 day"}, 86400},    {"1w", {1440, "1 week"}, 604800},
};

/// An upper bound of a bar's length, so that `count` bars need no look at more than they can span.
std::int64_t seconds_of(Span span) {
    const auto found = std::find_if(std::begin(spans), std::end(spans), [&](const Named& named) {
        return std::string_view{named.span.bucket} == span.bucket;
    });
    return found->seconds;
}

}  // namespace

Span span_of(const std::string& name, const std::string& field) {
    const auto found = std::find_if(std::begin(spans), std::end(spans),
                                    [&](const Named& named) { return named.name == name; });
    if (found == std::end(spans)) throw Error{Code::invalid_parameter, field};
    return found->span;
}

std::optional<Symbol> find_symbol(pg::Transaction& tx, std::string_view name) {
    if (const auto colon = name.rfind(':'); colon != std::string_view::npos) {
        name.remove_prefix(colon + 1);
    }
    std::string wanted;
    for (const char c : name) {
        if (c != '-' && c != '/') wanted += (c >= 'a' && c <= 'z') ? static_cast<char>(c - 32) : c;
    }
    const auto row = tx.maybe(symbols, {wanted});
    if (!row) return {};
    return symbol_of(*row);
}

std::vector<Symbol> all_symbols(pg::Transaction& tx) {
    std::vector<Symbol> found;
    for (const auto row : tx.run(symbols, {std::nullopt})) found.push_back(symbol_of(row));
    return found;
}

std::vector<ChartBar> bars(pg::Transaction& tx, const Symbol& symbol, Span span, std::int64_t from,
                           std::int64_t to, std::optional<int> count) {
    const auto wanted = std::clamp(count.value_or(max_bars), 1, max_bars);
    // The stored candles have no gaps but those of the provider, so twice the time is enough to
    // look at in all but dead markets, where newest_before() says where to go on.
    const auto looked_at = 2 * seconds_of(span) * wanted;
    if (count) {
        from = std::min(from, to - looked_at);
    } else {
        const auto newest = newest_before(tx, symbol, span, to);
        if (!newest) return {};
        from = std::max(from, *newest - looked_at);
    }
    std::vector<ChartBar> found;
    for (const auto row : tx.run(
             joined_bars, {symbol.market_id, span.stored_minutes, from, to, span.bucket, wanted})) {
        found.push_back({row.integer("time"), row.decimal("open"), row.decimal("high"),
                         row.decimal("low"), row.decimal("close"), row.decimal("volume")});
    }
    std::reverse(found.begin(), found.end());
    return found;
}

std::optional<std::int64_t> newest_before(pg::Transaction& tx, const Symbol& symbol, Span span,
                                          std::int64_t time) {
    const auto row = tx.maybe(newest, {symbol.market_id, span.stored_minutes, time});
    if (!row) return {};
    return row->integer("time");
}

std::optional<std::int64_t> oldest_from(pg::Transaction& tx, const Symbol& symbol, Span span,
                                        std::int64_t time) {
    const auto row = tx.maybe(oldest, {symbol.market_id, span.stored_minutes, time});
    if (!row) return {};
    return row->integer("time");
}

}  // namespace cambio::markets
