-- What whoever watches an installation may know: figures of the whole, and of no client. The role cambio_monitor, by which the
-- handler of /metrics connects, reads this and nothing else.
do $$
begin
    if to_regrole('cambio_monitor') is null then
        raise exception 'the server has no role cambio_monitor: the README says how to make it';
    end if;
end $$;

grant usage on schema public to cambio_monitor;
grant select on assets, markets, quotes, provider_books, marks, job_runs, job_marks, pauses, schema_migrations,
    house_refusals to cambio_monitor;
grant select (id, at, passed) on audits to cambio_monitor;
grant select (subject) on alarms to cambio_monitor;

create schema monitor;
grant usage on schema monitor to cambio_app, cambio_monitor;

-- After 16 tries a mail is given up, and waits no more.
create view monitor.mails as
    select count(*) filter (where tries < 16) as waiting,
           count(*) filter (where tries >= 16) as given_up,
           coalesce(extract(epoch from now() - min(created_at) filter (where tries < 16)), 0)::bigint as oldest
      from outgoing_mails where sent_at is null;

-- Those that have not ended: how many are in each stage, and since when the one that has not moved for the longest is there.
create view monitor.withdrawals as
    select stage, count(*) as number, extract(epoch from now() - min(updated_at))::bigint as oldest
      from withdrawals where stage < 7 group by stage;

-- All that the house has. Each coin sums to zero, so what clients have together is the opposite of the sum.
create view monitor.house as
    select a.code as coin, l.house as account, trim_scale(l.balance) as balance
      from ledger_accounts l join assets a on a.id = l.asset_id
     where l.client_id is null and l.balance <> 0;

-- What the house would gain if a coin cost one USDT more (common/positions/exposure.h).
create view monitor.exposures as
    select a.code, e.amount, coalesce(q.last, k.price) as price
      from (select asset_id, sum(amount) as amount
              from (select asset_id, balance as amount from ledger_accounts
                     where client_id is null and house in ('liquidity', 'insurance')
                    union all
                    select m.base_id, case p.side when 1 then -p.quantity else p.quantity end
                      from positions p join markets m on m.id = p.market_id where p.state = 1) t
             group by asset_id) e
      join assets a on a.id = e.asset_id
      join markets m on m.pair = a.code || 'USDT'
      left join quotes q on q.market_id = m.id and q.last > 0
      left join marks k on k.market_id = m.id
     where e.amount <> 0 and coalesce(q.last, k.price) is not null;

grant select on monitor.mails, monitor.withdrawals, monitor.house, monitor.exposures to cambio_monitor;
grant select on monitor.exposures to cambio_app;
