#include "markets/coverage.h"

namespace cambio::markets {
namespace {

constexpr const char* read_mark = R"sql(
    select to_timestamp(split_part(value, ' ', 1)::numeric / 1000000) as since,
           to_timestamp(split_part(value, ' ', 2)::numeric / 1000000) as until
    from job_marks where name = 'trades ' || $1)sql";

constexpr const char* write_mark = R"sql(
    insert into job_marks (name, value) values ('trades ' || $1, $2)
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

void write_coverage(pg::Transaction& tx, MarketId market, const Coverage& coverage) {
    tx.run(write_mark, {market, microseconds(coverage.since) + " " + microseconds(coverage.until)});
}

}  // namespace cambio::markets
