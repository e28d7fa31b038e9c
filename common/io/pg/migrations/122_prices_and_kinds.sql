-- compatible-from: 102
-- What one of a coin costs in USDT, said once. Nobody knows the price of a coin without a market in USDT, or before the provider has
-- told one: it is null, and who must not guess asks for that. A sum counts what nobody knows as nothing: price_or_zero.
create view asset_prices as
select p.asset_id, p.code, p.market_id, p.price, coalesce(p.price, 0) as price_or_zero, p.made_at
  from (select a.id as asset_id, a.code, m.id as market_id, case when a.code = 'USDT' then 1 else q.last end as price,
               case when a.code <> 'USDT' then least(q.provider_at, q.received_at) end as made_at
          from assets a
          left join markets m on m.base_id = a.id and m.quote_id = (select id from assets where code = 'USDT')
          left join quotes q on q.market_id = m.id and q.last > 0) p;
grant select on asset_prices to cambio_app;

-- As before, but for where its prices come from.
create or replace function money_moves(client bigint) returns table (at timestamptz, worth numeric) language sql stable as $$
    select d.unlocked_at, trunc(d.credited * p.price_or_zero, 18)
      from deposits d join asset_prices p on p.asset_id = d.asset_id
     where d.client_id = client and d.credited > 0 and d.unlocked_at is not null
    union all
    select w.requested_at, -greatest(w.worth, trunc(w.amount * p.price_or_zero, 18))
      from withdrawals w join asset_prices p on p.asset_id = w.asset_id
     where w.client_id = client and w.stage < 8
$$;
