-- A year of many clients' history, as the programs would have written it: psql -v more=N -v orders=100
-- -v resting=1 -f grown.sql adds N clients and fills them and all who have no such history. For each client
-- there are about so many orders of which a tenth was cancelled, two fills and six transfers for each order, so
-- many orders that rest, fifty notifications, sixty days of balances, thirty days of trading, a subscription that
-- waits for yesterday's interest, conversions, positions and alerts of prices, of which some wait; every second
-- new client is somebody's friend. All of it balances.
\set ON_ERROR_STOP on
begin;
set local synchronous_commit = off;
set local statement_timeout = 0;
set local work_mem = '512MB';

insert into clients (user_unique_id, email, password_hash, transaction_password_hash,
                     referral_code, created_at)
select 'grown' || id, 'grown' || id || '@example.com', '!', '!', 'G' || id,
       now() - interval '1 year'
from (select (select coalesce(max(id), 0) from clients) + n as id
      from generate_series(1, :more) n) t;

create temporary table who on commit drop as
select row_number() over (order by id) - 1 as n, id
from clients c
where not exists (select from trading_days where client_id = c.id and day = current_date - 30);
alter table who add primary key (n);
analyze who;

update clients c set referred_by = f.referrer
from (select w.id, p.id as referrer from who w join who p on p.n = w.n - 1 where w.n % 2 = 1) f
where c.id = f.id and c.referred_by is null and c.password_hash = '!';
insert into referrals (friend_id, referrer_id, joined_at, signed_in_at)
select c.id, c.referred_by, c.created_at, c.created_at
from clients c join who w on w.id = c.id where c.referred_by is not null
on conflict do nothing;

-- Four markets, with a price each that fits their ticks, and what about 20 USDT are there.
create temporary table places on commit drop as
select row_number() over (order by m.id) - 1 as place, m.id as market, m.base_id as base,
       m.quote_id as quote, p.price, greatest(m.lot, trunc(20 / p.price / m.lot) * m.lot) as lots,
       m.tick, max(m.seq) over () as seq
from markets m
join assets a on a.id = m.base_id and a.code in ('BTC', 'ETH', 'SOL', 'LTC')
left join quotes q on q.market_id = m.id
cross join lateral (select trunc(coalesce(q.last, 100) / m.tick) * m.tick as price) p;

-- Accounts ------------------------------------------------------------------------------------------

create temporary table coins on commit drop as
select quote as asset, null::bigint as place, 100000::numeric as gift from places group by quote
union all
select base, place, trunc(100000 / price, 8) from places;

insert into ledger_accounts (client_id, wallet, held, asset_id)
select w.id, 1, held, c.asset from who w, coins c, (values (false), (true)) as h (held)
union all
select w.id, o.wallet, o.held, c.asset
from who w, coins c, (values (2, false), (2, true), (3, false), (4, false)) as o (wallet, held)
where c.place is null
on conflict do nothing;
insert into ledger_accounts (house, asset_id, may_be_negative)
select h.house, c.asset, h.house = 'demo' from coins c, (values ('fees'), ('demo')) as h (house)
on conflict do nothing;

create temporary table purses on commit drop as
select w.n, w.id, a.asset_id as asset, c.place,
       max(a.id) filter (where wallet = 1 and not held) as spot,
       max(a.id) filter (where wallet = 1 and held) as held,
       max(a.id) filter (where wallet = 2 and not held) as future,
       max(a.id) filter (where wallet = 2 and held) as margin,
       max(a.id) filter (where wallet = 3) as funding,
       max(a.id) filter (where wallet = 4) as earn
from who w join ledger_accounts a on a.client_id = w.id join coins c on c.asset = a.asset_id
group by 1, 2, 3, 4;
create unique index on purses (n, place) nulls not distinct;
analyze purses;
create temporary table vaults on commit drop as
select c.asset, c.gift, max(a.id) filter (where a.house = 'fees') as fees,
       max(a.id) filter (where a.house = 'demo') as demo
from coins c join ledger_accounts a on a.asset_id = c.asset and a.house in ('fees', 'demo')
group by 1, 2;

insert into ledger_transfers (debit, credit, amount, kind, reference, at)
select v.demo, p.spot, v.gift, 1, p.id, now() - interval '1 year'
from purses p join vaults v on v.asset = p.asset;

-- Orders --------------------------------------------------------------------------------------------

-- Two clients each: the maker's order rests until the taker's meets it in four fills.
create temporary table deals on commit drop as
select d.k, first.id + 2 * d.k as maker_order, first.id + 2 * d.k + 1 as taker_order,
       d.maker_buys, d.k % 10 = 9 as cancelled, m.market, m.base, m.quote, m.place,
       m.price + m.tick * (d.k % 20) as price, m.lots * (1 + d.k % 5) as quantity,
       m.seq + 1 + d.k as seq, maker.id as maker, taker.id as taker,
       case when d.maker_buys then d.maker_n else d.taker_n end as buyer_n,
       case when d.maker_buys then d.taker_n else d.maker_n end as seller_n,
       now() - interval '1 year' + d.k * (interval '1 year' / all_.deals) as at
from (select count(*) as clients, count(*) * :orders / 2 as deals from who) as all_
cross join (select nextval('order_ids') as id) as first
cross join lateral (
    select k, k % all_.clients as maker_n,
           (k + 1 + (k / all_.clients) % (all_.clients - 1)) % all_.clients as taker_n,
           (k / all_.clients) % 2 = 0 as maker_buys
    from generate_series(0, all_.deals - 1) as k) as d
join places m on m.place = (d.k + d.k / all_.clients) % 4
join who maker on maker.n = d.maker_n
join who taker on taker.n = d.taker_n;
analyze deals;
select setval('order_ids', last_value + (2 * (select count(*) from deals)
                                         + :resting * (select count(*) from who)) / 1000 * 1000 + 2000)
from order_ids \g /dev/null

insert into orders (id, client_id, market_id, seq, client_key, content_hash, side, type, price,
                    quantity, filled, filled_total, fee, state, reason, created_at, updated_at)
select o.id, o.client, d.market, d.seq, 'grown-' || o.id, 0, case when o.buys then 1 else 2 end, 1,
       d.price, 4 * d.quantity, case when d.cancelled then 0 else 4 * d.quantity end,
       case when d.cancelled then 0 else 4 * d.quantity * d.price end,
       case when d.cancelled then 0 when o.buys then 0.004 * d.quantity
            else trunc(0.004 * d.quantity * d.price, 18) end,
       case when d.cancelled then 3 else 2 end, d.cancelled::int, d.at, d.at
from deals d
cross join lateral (values (d.maker_order, d.maker, d.maker_buys),
                           (d.taker_order, d.taker, not d.maker_buys)) as o (id, client, buys)
order by d.k, o.id;

insert into fills (market_id, seq, position, taker_order, maker_order, taker_client, maker_client,
                   taker_side, price, quantity, taker_fee, maker_fee, at)
select market, seq, position, taker_order, maker_order, taker, maker,
       case when maker_buys then 2 else 1 end, price, quantity,
       case when maker_buys then 0.001 * quantity * price else 0.001 * quantity end,
       case when maker_buys then 0.001 * quantity else 0.001 * quantity * price end, at
from deals, generate_series(0, 3) as position
where not cancelled
order by k, position;

insert into ledger_transfers (debit, credit, amount, kind, reference, at)
select t.debit, t.credit, t.amount, t.kind,
       case when t.of_buyer = d.maker_buys then d.maker_order else d.taker_order end, d.at
from deals d
join purses buys on buys.n = d.buyer_n and buys.place = d.place
join purses pays on pays.n = d.buyer_n and pays.place is null
join purses sells on sells.n = d.seller_n and sells.place = d.place
join purses earns on earns.n = d.seller_n and earns.place is null
join vaults base on base.asset = d.base
join vaults quote on quote.asset = d.quote
cross join lateral (
    select pays.spot as debit, pays.held as credit, 4 * d.quantity * d.price as amount, 5 as kind,
           true as of_buyer
    union all
    select sells.spot, sells.held, 4 * d.quantity, 5, false
    union all
    select pays.held, pays.spot, 4 * d.quantity * d.price, 6, true where d.cancelled
    union all
    select sells.held, sells.spot, 4 * d.quantity, 6, false where d.cancelled
    union all
    select leg.debit, leg.credit, leg.amount, 7, leg.of_buyer
    from generate_series(1, 4) as fill,
         (values (pays.held, earns.spot, d.quantity * d.price, true),
                 (sells.held, buys.spot, d.quantity, false)) as leg (debit, credit, amount, of_buyer)
    where not d.cancelled
    union all
    select buys.spot, base.fees, 0.004 * d.quantity, 8, true where not d.cancelled
    union all
    select earns.spot, quote.fees, trunc(0.004 * d.quantity * d.price, 18), 8, false
    where not d.cancelled) as t
order by d.k;

-- What rests is far below the market, each order of a client's a tick below the one before.
create temporary table resting on commit drop as
select (select max(taker_order) from deals) + 1 + w.n * :resting + r as id, w.id as client, m.market,
       p.spot, p.held, trunc(m.price / 2 / m.tick) * m.tick - r * m.tick as price,
       m.lots as quantity, m.seq + (select count(*) from deals) + 1 as seq
from who w join places m on m.place = w.n % 4
join purses p on p.n = w.n and p.place is null, generate_series(0, :resting - 1) as r;
insert into orders (id, client_id, market_id, seq, client_key, content_hash, side, type, price,
                    quantity, state)
select id, client, market, seq, 'grown-' || id, 0, 1, 1, price, quantity, 1
from resting order by id;
insert into ledger_transfers (debit, credit, amount, kind, reference)
select spot, held, price * quantity, 5, id from resting;

update markets m set seq = p.seq + (select count(*) from deals) + 1
from places p where p.market = m.id;
insert into fee_marks (market_id, seq, position)
select market, seq + (select count(*) from deals) + 1, 0 from places
on conflict (market_id) do update set seq = excluded.seq, position = excluded.position;

-- What else there is of each client -----------------------------------------------------------------

create temporary table subscriptions on commit drop as
select w.n, w.id as client, p.asset, p.spot, p.earn, e.id as product
from who w join purses p on p.n = w.n and p.place is null
join earn_products e on e.asset_id = p.asset;
with written as (
    insert into earn_subscriptions (client_id, product_id, asset_id, content_hash, days, apr,
                                    base_balance, balance, started_at, first_day, next_day)
    select client, product, asset, 0, 0, 1, 100, 100, now() - interval '31 days',
           current_date - 30, current_date - 1
    from subscriptions
    returning id, client_id
)
insert into ledger_transfers (debit, credit, amount, kind, reference, at)
select s.spot, s.earn, 100, 70, w.id, now() - interval '31 days'
from written w join subscriptions s on s.client = w.client_id;
insert into earn_accruals (subscription_id, day, client_id, asset_id, balance, apr, amount, price)
select e.id, current_date - 30 + d, e.client_id, e.asset_id, 100, 1, 0, 1
from earn_subscriptions e join who w on w.id = e.client_id, generate_series(0, 28) as d;

with written as (
    insert into wallet_transfers (client_id, asset_id, from_wallet, to_wallet, amount, at)
    select p.id, p.asset, 1, t.wallet, 100, now() - t.days * interval '1 day'
    from purses p, (values (300, 2), (200, 3), (20, 3)) as t (days, wallet) where p.place is null
    returning id, client_id, to_wallet, amount, at
)
insert into ledger_transfers (debit, credit, amount, kind, reference, at)
select p.spot, case w.to_wallet when 2 then p.future else p.funding end, w.amount, 11, w.id, w.at
from written w join purses p on p.id = w.client_id and p.place is null;

-- Three conversions each that were filled; every tenth client has one that waits for a rate that is far away.
with written as (
    insert into conversions (client_id, content_hash, from_id, to_id, market_type, from_amount,
                             to_amount, rate, limit_price, state, created_at, updated_at)
    select p.id, 0, v.quote, v.base, case when t.waits then 1 else 2 end, 20,
           trunc(20 / t.price, 8), trunc(1 / t.price, 18), case when t.waits then 1 / t.price end,
           case when t.waits then 1 else 2 end, t.at, t.at
    from purses p
    join places v on v.place = p.n % 4
    cross join lateral (
        select false as waits, v.price, now() - d * interval '90 days' as at
        from generate_series(1, 3) as d
        union all
        select true, trunc(v.price / 2, 8), now() where p.n % 10 = 0) as t
    where p.place is null
    returning id, client_id, from_id, to_id, from_amount, to_amount, state, created_at
)
insert into ledger_transfers (debit, credit, amount, kind, reference, at)
select t.debit, t.credit, t.amount, t.kind, w.id, w.created_at
from written w
join purses pays on pays.id = w.client_id and pays.asset = w.from_id
join purses gets on gets.id = w.client_id and gets.asset = w.to_id
join vaults paid on paid.asset = w.from_id
join vaults given on given.asset = w.to_id
cross join lateral (
    select pays.spot as debit, paid.demo as credit, w.from_amount as amount, 40 as kind
    where w.state = 2
    union all
    select given.demo, gets.spot, w.to_amount, 40 where w.state = 2
    union all
    select pays.spot, pays.held, w.from_amount, 41 where w.state = 1) as t;

-- Five positions each that were closed where they were opened, and one that is open, with so much
-- margin that no price ends it.
with written as (
    insert into positions (client_id, market_id, content_hash, side, leverage, quantity,
                           opening_price, initial_margin, added_margin, margin, fee, state,
                           closing_price, realised, reason, opened_at, closed_at)
    select p.id, v.market, 0, 1, 10, 10 / v.price, v.price, 1, 9, 10, 0,
           case when d = 0 then 1 else 3 end, case when d > 0 then v.price end,
           case when d > 0 then 0 end, case when d > 0 then 1 end,
           now() - d * interval '60 days' - interval '1 day',
           case when d > 0 then now() - d * interval '60 days' end
    from purses p join places v on v.place = p.n % 4, generate_series(5, 0, -1) as d
    where p.place is null and exists (select from contracts c where c.market_id = v.market)
    returning id, client_id, margin, opened_at, closed_at
)
insert into ledger_transfers (debit, credit, amount, kind, reference, at)
select t.debit, t.credit, w.margin, t.kind, w.id, t.at
from written w join purses p on p.id = w.client_id and p.place is null
cross join lateral (values (p.future, p.margin, 20, w.opened_at),
                           (p.margin, p.future, 21, w.closed_at)) as t (debit, credit, kind, at)
where t.at is not null;

insert into price_alerts (client_id, market_id, kind, price, price_then, created_at, met_at,
                          met_price)
select w.id, v.market, 1, case when met then v.price else 3 * v.price end, v.price,
       now() - interval '90 days', case when met then now() - interval '80 days' end,
       case when met then v.price end
from who w join places v on v.place = w.n % 4, (values (true), (true), (false)) as a (met);

insert into notifications (client_id, kind, data, read_at, created_at)
select w.id, 'order_filled', '{"pair": "BTCUSDT", "side": "BUY", "price": "1", "quantity": "1"}',
       case when d > 3 then now() - d * interval '7 days' end, now() - d * interval '7 days'
from generate_series(50, 1, -1) as d, who w;
insert into outgoing_mails (client_id, name, data, tries, created_at, sent_at)
select w.id, 'new_device', '{}', 1, now() - d * interval '4 days', now() - d * interval '4 days'
from generate_series(20, 1, -1) as d, who w;
insert into account_activity (client_id, kind, ip, device, at)
select w.id, 'signed_in', '192.0.2.1', 'Firefox', now() - d * interval '18 days'
from generate_series(20, 1, -1) as d, who w;
insert into sessions (client_id, device, ip, created_at, expires_at, revoked_at)
select w.id, 'Firefox', '192.0.2.1', now() - d * interval '60 days',
       now() - (d - 1) * interval '60 days', now() - (d - 1) * interval '60 days'
from generate_series(5, 1, -1) as d, who w;
insert into balance_snapshots (client_id, day, spot, future, funding, earn)
select w.id, current_date - d, 500000, 0, 0, 100 from generate_series(60, 1, -1) as d, who w
on conflict do nothing;
insert into trading_days (client_id, day, volume, trades)
select w.id, current_date - d, 1000, 5 from generate_series(30, 1, -1) as d, who w
on conflict do nothing;

update ledger_accounts a set balance = a.balance + m.amount
from (select account, sum(amount) as amount
      from (select debit as account, -amount as amount from ledger_transfers
            where xmin = pg_current_xact_id()::xid
            union all
            select credit, amount from ledger_transfers
            where xmin = pg_current_xact_id()::xid) as sides
      group by account) as m
where a.id = m.account;
commit;
vacuum analyze;
checkpoint;
