#include "support/contracts.h"

namespace cambio::test {

namespace {

constexpr const char* insert_coin = R"sql(
    with coin as (
        insert into assets (code, name, type, icon, display_places, trade_places)
        values ($1, 'Coin ' || $1, 'ALT', '/icons/' || $1 || '.svg', 8, 8) returning id)
    insert into markets (pair, base_id, quote_id, instrument, tick, lot, minimum_quantity,
                         minimum_total, provider_limit)
    select $1 || 'USDT', coin.id, q.id, $1 || '-USDT', 0.1, 0.00001, 0.00001, 1, 100
    from coin, assets q where q.code = 'USDT'
)sql";
constexpr const char* insert_contract = R"sql(
    insert into contracts (market_id, instrument)
    select id, instrument || '-SWAP' from markets where id = $1 on conflict do nothing
)sql";
constexpr const char* upsert_mark = R"sql(
    insert into marks (market_id, price, provider_at, received_at) values ($1, $2, $3, $3)
    on conflict (market_id) do update set price = excluded.price,
        provider_at = excluded.provider_at, received_at = excluded.received_at
)sql";
constexpr const char* insert_rate = R"sql(
    insert into funding_rates (market_id, at, rate, mark) values ($1, $2, $3, $4)
)sql";

}  // namespace

void make_contract(World& world, const std::string& coin) {
    world.superuser().run(insert_coin, {coin});
    world.superuser().run(insert_contract, {world.market(coin + "USDT")});
}

void mark(World& world, const std::string& pair, std::string_view price,
          std::chrono::milliseconds age) {
    const MarketId id = world.market(pair);
    world.superuser().run(insert_contract, {id});
    world.app().run(upsert_mark, {id, price, pg::now() - age});
}

void funding(World& world, const std::string& pair, std::string_view rate, std::string_view mark,
             pg::Time at) {
    world.app().run(insert_rate, {world.market(pair), at, rate, mark});
}

}  // namespace cambio::test
