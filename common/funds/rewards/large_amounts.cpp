#include "rewards/large_amounts.h"

#include "rewards/referrals.h"

namespace cambio::rewards {

namespace {

constexpr const char* qualify_by_purchases = R"sql(
    with bought as materialized (
        select distinct o.id, o.client_id, o.created_at
          from fills f
          join orders o on o.id = case f.taker_side when 1 then f.taker_order
                                                    else f.maker_order end
          join referrals r on r.friend_id = o.client_id and r.qualified_at is null
               and r.refused = ''
         where f.market_id = $1 and (f.seq, f.position) > ($2, $3)
           and (f.seq, f.position) <= ($4, $5) and o.filled_total > $6
    )
    update referrals set qualified_at = now()
     where friend_id in (
        select b.client_id from bought b
         where $6 < (
            select sum(part.worth)
              from (select price * quantity as worth, maker_client as other from fills
                     where taker_client = b.client_id and taker_order = b.id
                       and at >= b.created_at - interval '1 minute'
                    union all
                    select price * quantity, taker_client from fills
                     where maker_client = b.client_id and maker_order = b.id
                       and at >= b.created_at - interval '1 minute') as part
             where not of_one_circle(b.client_id, part.other)))
)sql";

constexpr const char* qualify_by_deposits = R"sql(
    update referrals r set qualified_at = now()
     where r.qualified_at is null and r.refused = ''
       and ($2::timestamptz is null or r.friend_id = any (array(
            select client_id from deposits where credited_at >= $2)))
       and exists (
            select from ledger_accounts l
              join ledger_transfers t on t.credit = l.id and t.kind = 2 and t.at >= r.joined_at
              join asset_prices p on p.asset_id = l.asset_id
             where l.client_id = r.friend_id and t.amount * p.price > $1)
)sql";

constexpr const char* qualify_by_conversions = R"sql(
    update referrals r set qualified_at = now()
     where r.qualified_at is null and r.refused = ''
       and ($2::timestamptz is null or r.friend_id = any (array(
            select client_id from conversions where state = 2 and updated_at >= $2)))
       and exists (
            select from conversions c
              join asset_prices sold on sold.asset_id = c.from_id
              join assets bought on bought.id = c.to_id and bought.code <> 'USDT'
             where c.client_id = r.friend_id and c.state = 2 and c.from_amount * sold.price > $1)
)sql";

}  // namespace

void note_purchases(pg::Transaction& tx, MarketId market, FillPlace from, FillPlace to) {
    tx.run(qualify_by_purchases,
           {market, from.seq, from.position, to.seq, to.position, large_amount});
}

void note_deposits(pg::Connection& connection, std::optional<pg::Time> since) {
    connection.run(qualify_by_deposits, {large_amount, since});
}

void note_conversions(pg::Connection& connection, std::optional<pg::Time> since) {
    connection.run(qualify_by_conversions, {large_amount, since});
}

}  // namespace cambio::rewards
