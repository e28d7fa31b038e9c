#include "dealings.h"

namespace cambio::wallet {

namespace {

// A buyer pays its fee in the coin, a seller in USDT. A conversion between two coins kept what it
// was worth on the way.
constexpr const char* open_dealings = R"sql(
    declare dealings no scroll cursor for
    with own as (select id from markets
                  where base_id = $2 and quote_id = (select id from assets where code = 'USDT'))
    select at, bought, quantity, worth from (
        select at, taker_side = 1 as bought, seq, position,
               quantity - case taker_side when 1 then taker_fee else 0 end as quantity,
               trunc(price * quantity, 18) - case taker_side when 2 then taker_fee else 0 end
                   as worth
          from fills where taker_client = $1 and market_id in (select id from own)
        union all
        select at, taker_side = 2, seq, position,
               quantity - case taker_side when 2 then maker_fee else 0 end,
               trunc(price * quantity, 18) - case taker_side when 1 then maker_fee else 0 end
          from fills where maker_client = $1 and market_id in (select id from own)
        union all
        select c.updated_at, c.to_id = $2, 0, 0,
               case when c.to_id = $2 then c.to_amount else c.from_amount end,
               case when f.code = 'USDT' then c.from_amount
                    when t.code = 'USDT' then c.to_amount else c.through end
          from conversions c join assets f on f.id = c.from_id join assets t on t.id = c.to_id
         where c.client_id = $1 and c.state = 2 and $2 in (c.from_id, c.to_id)) d
     where worth is not null
     order by at, seq, position
)sql";

constexpr const char* next_dealings = "fetch 1000 from dealings";
constexpr const char* close_dealings = "close dealings";

}  // namespace

void each_dealing(pg::Connection& connection, ClientId client, AssetId asset,
                  const std::function<void(const Dealing&)>& take) {
    pg::Transaction tx{connection};
    tx.run(open_dealings, {client, asset});
    for (auto page = tx.run(next_dealings); !page.empty(); page = tx.run(next_dealings))
        for (const auto row : page)
            take({row.time("at"), row.boolean("bought"), row.decimal("quantity"),
                  row.decimal("worth")});
    tx.run(close_dealings);
    tx.commit();
}

}  // namespace cambio::wallet
