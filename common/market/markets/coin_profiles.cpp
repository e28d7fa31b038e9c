#include "markets/coin_profiles.h"

namespace cambio::markets {

namespace {

constexpr const char* upsert_facts = R"sql(
    insert into coin_profiles (asset_id, ranking, market_cap, market_dominance,
                               circulating_supply, total_supply, max_supply, all_time_high,
                               all_time_low, facts_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now())
    on conflict (asset_id) do update
        set ranking = excluded.ranking, market_cap = excluded.market_cap,
            market_dominance = coalesce(excluded.market_dominance, coin_profiles.market_dominance),
            circulating_supply = excluded.circulating_supply,
            total_supply = excluded.total_supply, max_supply = excluded.max_supply,
            all_time_high = excluded.all_time_high, all_time_low = excluded.all_time_low,
            facts_at = excluded.facts_at
)sql";
constexpr const char* upsert_details = R"sql(
    insert into coin_profiles (asset_id, issue_date, intro, details_at)
    values ($1, $2::date, $3, now())
    on conflict (asset_id) do update
        set issue_date = excluded.issue_date, intro = excluded.intro, details_at = now()
)sql";
constexpr const char* upsert_without_details = R"sql(
    insert into coin_profiles (asset_id, details_at) values ($1, now())
    on conflict (asset_id) do update set details_at = now()
)sql";

}  // namespace

void write_facts(pg::Transaction& tx, AssetId asset, const CoinFacts& facts,
                 const std::optional<Decimal>& share) {
    tx.change(1, upsert_facts,
              {asset, facts.ranking, facts.market_cap, share, facts.circulating_supply,
               facts.total_supply, facts.max_supply, facts.all_time_high, facts.all_time_low});
}

void write_details(pg::Connection& connection, AssetId asset, const CoinDetails& details) {
    connection.run(upsert_details, {asset, details.issue_date, details.intro});
}

void note_no_details(pg::Connection& connection, AssetId asset) {
    connection.run(upsert_without_details, {asset});
}

}  // namespace cambio::markets
