#include "rewards/unsettled_fees.h"

namespace cambio::rewards {

namespace {

// A buyer's fee is in the market's base, a seller's in its quote.
constexpr const char* unsettled = R"sql(
    select coalesce((
               select sum(case when m.base_id = $1 then case f.taker_side when 1 then f.taker_fee
                                                                          else f.maker_fee end
                               else case f.taker_side when 1 then f.maker_fee
                                                      else f.taker_fee end end)
                 from markets m join assets q on q.id = m.quote_id and q.code = 'USDT'
                 left join fee_marks mark on mark.market_id = m.id
                 join fills f on f.market_id = m.id
                      and (f.seq, f.position) > (coalesce(mark.seq, 0),
                                                 coalesce(mark.position, -1))
                where $1 in (m.base_id, m.quote_id)), 0)
         + coalesce((
               select sum(p.fee) from positions p
                where not p.fee_settled and p.fee > 0
                      and $1 = (select id from assets where code = 'USDT')), 0)
         + coalesce((select sum(o.fee) from fees_owed o where o.asset_id = $1), 0) as amount
)sql";

}  // namespace

Decimal unsettled_fees(pg::Transaction& tx, AssetId asset) {
    return tx.one(unsettled, {asset}).decimal("amount");
}

}  // namespace cambio::rewards
