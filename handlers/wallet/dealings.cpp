#include "dealings.h"

namespace cambio::wallet {

namespace {

// A buyer pays its fee in the coin, a seller in USDT, and gets back in the same what its fee credit
// pays of it (kind 15): some seconds later, for all fills of an order that were settled together.
// It belongs to the newest fill that the order had by then, so that a later one changes no
// statement that somebody has drawn. A conversion between two coins kept what it was worth on the
// way.
constexpr const char* open_dealings = R"sql(
    declare dealings no scroll cursor for
    with own as (
        select id, quote_id from markets
         where base_id = $2 and quote_id = (select id from assets where code = 'USDT')
    ), filled as (
        select at, taker_order as order_id, taker_side = 1 as bought, seq, position, quantity,
               trunc(price * quantity, 18) as worth, taker_fee as fee
          from fills where taker_client = $1 and market_id in (select id from own)
        union all
        select at, maker_order, taker_side = 2, seq, position, quantity,
               trunc(price * quantity, 18), maker_fee
          from fills where maker_client = $1 and market_id in (select id from own)
    ), given_back as materialized (
        select reference as order_id, at, amount from ledger_transfers
         where kind = 15
               and credit in (select l.id from ledger_accounts l
                               where l.client_id = $1 and l.wallet = 1 and not l.held
                                     and l.asset_id in ($2, (select quote_id from own)))
    ), newest as (
        -- A refund of the first fill counts from ever: its transaction may have begun before it.
        select f.*, case when lag(at) over by_order is null then '-infinity' else at end as since,
               coalesce(lead(at) over by_order, 'infinity') as until
          from filled f window by_order as (partition by order_id order by seq, position)
    ), charged as (
        select n.at, n.bought, n.seq, n.position, n.quantity, n.worth,
               n.fee - coalesce(sum(g.amount), 0) as fee
          from newest n left join given_back g
            on g.order_id = n.order_id and g.at >= n.since and g.at < n.until
         group by n.at, n.bought, n.order_id, n.seq, n.position, n.quantity, n.worth, n.fee
    )
    select at, bought, quantity, worth from (
        select at, bought, seq, position, case when bought then quantity - fee else quantity end
                   as quantity,
               case when bought then worth else worth - fee end as worth
          from charged
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

void each_dealing(pg::Snapshot& tx, ClientId client, AssetId asset,
                  const std::function<void(const Dealing&)>& take) {
    tx.run(open_dealings, {client, asset});
    for (auto page = tx.run(next_dealings); !page.empty(); page = tx.run(next_dealings))
        for (const auto row : page)
            take({row.time("at"), row.boolean("bought"), row.decimal("quantity"),
                  row.decimal("worth")});
    tx.run(close_dealings);
}

}  // namespace cambio::wallet
