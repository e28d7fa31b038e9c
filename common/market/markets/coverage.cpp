#include "markets/coverage.h"

namespace cambio::markets {
namespace {

constexpr const char* read_mark = R"sql(
    select to_timestamp(split_part(value, ' ', 1)::numeric / 1000000) as since,
           to_timestamp(split_part(value, ' ', 2)::numeric / 1000000) as until
    from job_marks where name = 'trades ' || $1)sql";

constexpr const char* write_marks = R"sql(
    insert into job_marks (name, value)
    select 'trades ' || v.market, v.value from unnest($1::bigint[], $2::text[]) v (market, value)
    on conflict (name) do update set value = excluded.value, at = now())sql";

std::string microseconds(pg::Time time) {
    return std::to_string(time.time_since_epoch().count());
}

}  // namespace

std::optional<Coverage> read_coverage(pg::Transaction& tx, MarketId market) {
    const auto row = tx.maybe(read_mark, {market});
    if (!row) return {};
    return Coverage{row->time("since"), row->time("until")};
}

void write_coverages(pg::Transaction& tx,
                     const std::vector<std::pair<MarketId, Coverage>>& coverages) {
    std::vector<std::int64_t> markets;
    std::vector<std::string> values;
    for (const auto& [market, coverage] : coverages) {
        markets.push_back(market.value);
        values.push_back(microseconds(coverage.since) + " " + microseconds(coverage.until));
    }
    tx.run(write_marks, {pg::Param::array(markets), pg::Param::array(values)});
}

}  // namespace cambio::markets
