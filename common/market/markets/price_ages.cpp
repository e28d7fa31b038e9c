#include "markets/price_ages.h"

namespace cambio::markets {

namespace {

constexpr const char* oldest_prices = R"sql(
    with told as (
        select 0 as kind, market_id, provider_at, received_at from quotes
        union all
        select 1, market_id, provider_at, received_at from provider_books
        union all
        select 2, market_id, provider_at, received_at from marks
    ),
    -- A price from the future is as good as none.
    prices as (
        select kind, market_id,
               case when greatest(provider_at, received_at) > now() + interval '5 seconds'
                    then 'epoch' else least(provider_at, received_at) end as as_of
          from told
    )
    select distinct on (p.kind) p.kind, m.pair, p.as_of,
           greatest(0, floor(1000 * extract(epoch from now() - p.as_of)))::bigint as age_ms
      from prices p join markets m on m.id = p.market_id and m.state = 'open'
     order by p.kind, p.as_of, m.pair
)sql";

}  // namespace

std::optional<OldPrice> PriceAges::oldest() const {
    std::optional<OldPrice> oldest;
    for (const auto& price : of_kind)
        if (price && (!oldest || price->age_ms > oldest->age_ms)) oldest = price;
    return oldest;
}

bool PriceAges::stale(int after_ms) const {
    const auto price = oldest();
    return !price || price->age_ms > after_ms;
}

PriceAges price_ages(pg::Connection& connection) {
    PriceAges ages;
    for (const auto row : connection.run(oldest_prices)) {
        const auto kind = static_cast<std::size_t>(row.integer("kind"));
        ages.of_kind.at(kind) = {static_cast<PriceKind>(kind), row.str("pair"), row.time("as_of"),
                                 row.integer("age_ms")};
    }
    return ages;
}

}  // namespace cambio::markets
