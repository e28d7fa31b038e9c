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

-- What transfers are for, as the programs name it (common/books/ledger/kinds.def). A flow brings money into a wallet or takes it out
-- without any dealing: it is no profit.
create table ledger_kinds (
    kind smallint primary key,
    name text not null unique,
    is_flow boolean not null
);
insert into ledger_kinds (kind, name, is_flow) values
    (1, 'demo_grant', true),
    (2, 'deposit', true),
    (3, 'withdrawal', true),
    (4, 'withdrawal_fee', true),
    (5, 'order_hold', false),
    (6, 'order_release', false),
    (7, 'trade', false),
    (8, 'fee', false),
    (9, 'dust', false),
    (10, 'house_funding', false),
    (11, 'wallet_transfer', true),
    (12, 'task_reward', false),
    (13, 'referral_credit', false),
    (14, 'fee_credit_used', false),
    (15, 'fee_refund', false),
    (16, 'fee_share', false),
    (20, 'margin_hold', false),
    (21, 'margin_release', false),
    (22, 'futures_fee', false),
    (23, 'futures_profit', false),
    (24, 'futures_loss', false),
    (25, 'liquidation', false),
    (26, 'insurance', false),
    (27, 'funding', false),
    (40, 'conversion', false),
    (41, 'conversion_hold', false),
    (42, 'conversion_release', false),
    (60, 'withdrawal_hold', false),
    (61, 'withdrawal_release', false),
    (62, 'deposit_reversal', true),
    (63, 'network_fee', false),
    (64, 'house_withdrawal', false),
    (70, 'earn_subscribe', true),
    (71, 'earn_redeem', true),
    (72, 'earn_interest', false),
    (73, 'earn_forfeit', false);
grant select on ledger_kinds to cambio_app;

-- For statements that look for some kinds among the transfers of an account: the planner puts the numbers in the function's place, and
-- finds the indexes that have just these, or all others (020, 053).
create function ledger_is_flow(kind smallint) returns boolean language sql immutable as $$ select kind in (1, 2, 3, 4, 11, 62, 70, 71) $$;
create function ledger_is_trading(kind smallint) returns boolean language sql immutable as $$ select kind in (5, 6, 7, 8) $$;
