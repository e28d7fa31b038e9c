#include "markets/window.h"

namespace cambio::markets {

namespace {

constexpr const char* read_candles = R"sql(
    with parts as (
        select market_id, opened_at, open, high, low, volume from candles
        where market_id = any($1::smallint[]) and span = 1 and opened_at >= $2 and opened_at < $3
        union all
        select market_id, opened_at, open, high, low, volume from candles
        where market_id = any($1::smallint[]) and span = 60 and opened_at >= $3
    )
    select market_id, (array_agg(open order by opened_at))[1] as open, max(high) as high,
           min(low) as low, sum(volume) as volume
    from parts group by market_id
)sql";

}  // namespace

std::vector<Window> read_windows(pg::Connection& connection,
                                 const std::vector<std::int64_t>& markets,
                                 std::chrono::sys_time<std::chrono::minutes> from) {
    using std::chrono::hours;
    const pg::Time begin{from}, now = pg::now();
    const auto hours_from =
        begin + hours{24} <= now ? pg::Time{std::chrono::ceil<hours>(from)} : now + hours{1};
    std::vector<Window> windows;
    for (const pg::Row row :
         connection.run(read_candles, {pg::Param::array(markets), begin, hours_from})) {
        windows.push_back({row.id<MarketId>("market_id"), row.decimal("open"), row.decimal("high"),
                           row.decimal("low"), row.decimal("volume")});
    }
    return windows;
}

}  // namespace cambio::markets
