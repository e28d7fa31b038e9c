#include "risk/house_trades.h"

namespace cambio::risk {

namespace {

constexpr const char* add = R"sql(
    insert into house_trades (asset_id, direction, source, at, worth)
    select $1::smallint, d, $2::smallint,
           date_bin('5 seconds', clock_timestamp(), timestamptz 'epoch'), w
    from (values (1, $3::numeric), (2, $4::numeric)) t (d, w) where w > 0
    on conflict (asset_id, direction, source, at)
        do update set worth = house_trades.worth + excluded.worth
)sql";
// A time is that at which its five seconds began: each trade counts for a minute at least.
constexpr const char* sum_of_asset = R"sql(
    select coalesce(sum(worth) filter (where direction = 1), 0) as sold,
           coalesce(sum(worth) filter (where direction = 2), 0) as bought
    from house_trades
    where asset_id = $1 and at > clock_timestamp() - interval '65 seconds'
        and ($2::smallint is null or source = $2)
)sql";
constexpr const char* sum_by_source = R"sql(
    select asset_id, coalesce(sum(worth) filter (where direction = 1), 0) as sold,
           coalesce(sum(worth) filter (where direction = 2), 0) as bought
    from house_trades where source = $1 and at > clock_timestamp() - interval '65 seconds'
    group by asset_id
)sql";
constexpr const char* forget = R"sql(
    delete from house_trades where at < clock_timestamp() - interval '10 minutes'
)sql";

Traded traded_in(const pg::Row& row) {
    return {row.decimal("sold"), row.decimal("bought")};
}

}  // namespace

void add_traded(pg::Connection& connection, AssetId asset, Source source, const Traded& traded) {
    connection.run(add, {asset, static_cast<int>(source), traded.sold, traded.bought});
}

Traded traded_of(pg::Connection& connection, AssetId asset, std::optional<Source> source) {
    const auto only =
        source ? std::optional<std::int64_t>{static_cast<int>(*source)} : std::nullopt;
    return traded_in(connection.run(sum_of_asset, {asset, only})[0]);
}

std::map<AssetId, Traded> traded_by(pg::Connection& connection, Source source) {
    std::map<AssetId, Traded> found;
    for (const pg::Row row : connection.run(sum_by_source, {static_cast<int>(source)}))
        found.emplace(row.id<AssetId>("asset_id"), traded_in(row));
    return found;
}

void forget_traded(pg::Connection& connection) {
    connection.run(forget);
}

}  // namespace cambio::risk
