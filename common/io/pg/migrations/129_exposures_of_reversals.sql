-- compatible-from: 128
-- A position that is being reversed has its price, and is to the house what it becomes: one of the opposite side. Any other whose
-- closing was asked for moves no more with the market, and counts in none of this.
create or replace view monitor.exposures as
    select a.code, e.amount, coalesce(q.last, k.price) as price
      from (select asset_id, sum(amount) as amount
              from (select asset_id, balance as amount from ledger_accounts
                     where client_id is null and house in ('liquidity', 'insurance')
                    union all
                    select m.base_id, case when (p.side = 1) = (p.reversed_as is null) then -p.quantity else p.quantity end
                      from positions p join markets m on m.id = p.market_id
                     where p.state = 1 or p.state = 2 and p.reversed_as is not null) t
             group by asset_id) e
      join assets a on a.id = e.asset_id
      join markets m on m.pair = a.code || 'USDT'
      left join quotes q on q.market_id = m.id and q.last > 0
      left join marks k on k.market_id = m.id
     where e.amount <> 0 and coalesce(q.last, k.price) is not null;
