-- Rewards that cannot be farmed, acts that need two operators, and a log that shows when it was touched.

-- Rewards -----------------------------------------------------------------------------------------------

-- A friend counts for its referrer's tasks from this moment on: verified, and with money of its own.
alter table referrals add counted_at timestamptz;
alter table referrals add looked_at timestamptz;    -- when referral_credits last looked whether it counts
create index referrals_not_counted on referrals (friend_id) where counted_at is null and qualified_at is not null;

-- Friends of the time before counted at their first sign-in. Those that would count by the new rule still do, and in
-- the same week.
update referrals r set counted_at = r.signed_in_at
  from clients c
 where c.id = r.friend_id and c.account_status = 'Verified' and r.refused = '' and r.signed_in_at is not null
   and r.qualified_at is not null;

-- A reward may be traded at once, and leaves the exchange after this moment (REWARDS_REST_DAYS when it was claimed).
alter table task_claims add rests_until timestamptz;
update task_claims set rests_until = claimed_at + interval '7 days';
alter table task_claims alter rests_until set not null;
create index task_claims_resting on task_claims (client_id, rests_until);

update task_center set rules = 'A trade with money that you brought counts. Trades with your referrer, the referrer''s other friends and your own friends do not.'
 where name = 'first_trade';
update task_center set rules = 'Final deposits of all coins count, at their last price in USDT, less what was withdrawn.'
 where measure = 'deposits';
update task_center set rules = 'A friend counts who signed up with your link, is verified, and has deposited or bought for more than 50 USDT.'
 where measure = 'referrals';

-- Friends of one referrer are compared with each other by the networks that they came from.
create index sessions_network on sessions (network_of(ip, 32, 64), client_id);
create index sessions_wide_network on sessions (network_of(ip, 24, 48), device, client_id);

-- Whether one of the two brought the other, or one referrer brought both.
create function of_one_circle(one bigint, other bigint) returns boolean language sql stable as $$
    select exists (select from referrals where friend_id = one and referrer_id = other)
        or exists (select from referrals where friend_id = other and referrer_id = one)
        or exists (select from referrals a join referrals b on b.referrer_id = a.referrer_id
                    where a.friend_id = one and b.friend_id = other)
$$;

-- What a client brought and took away again, in USDT: deposits that are final, at their last price, and withdrawals, at the
-- higher one of then and now.
create function money_moves(client bigint) returns table (at timestamptz, worth numeric) language sql stable as $$
    select d.unlocked_at, trunc(d.credited * case when a.code = 'USDT' then 1 else coalesce(q.last, 0) end, 18)
      from deposits d join assets a on a.id = d.asset_id
      left join markets m on m.pair = a.code || 'USDT' left join quotes q on q.market_id = m.id
     where d.client_id = client and d.credited > 0 and d.unlocked_at is not null
    union all
    select w.requested_at, -greatest(w.worth, trunc(w.amount * case when a.code = 'USDT' then 1
                                                                    else coalesce(q.last, 0) end, 18))
      from withdrawals w join assets a on a.id = w.asset_id
      left join markets m on m.pair = a.code || 'USDT' left join quotes q on q.market_id = m.id
     where w.client_id = client and w.stage < 8
$$;

-- Two operators -----------------------------------------------------------------------------------------

-- What one operator has approved and a second one has to approve as well.
create table approvals (
    id bigint generated always as identity primary key,
    act text not null,                              -- as in operator_log: 'withdrawals approve', 'house fund' …
    subject text not null,
    content jsonb not null,                         -- what exactly was approved; the second has to ask for the same
    operator text not null,
    operator_uid bigint not null,                   -- the system user as the kernel knows it
    reason text not null,
    at timestamptz not null default now(),
    second_operator text,
    second_uid bigint,
    ended_at timestamptz,                           -- completed, or taken back
    check (second_uid <> operator_uid),
    check ((second_uid is null) = (second_operator is null)),
    check (second_uid is null or ended_at is not null)
);
create unique index approvals_waiting on approvals (act, subject, content) where ended_at is null;
grant select on approvals to cambio_app;
grant insert, update on approvals to cambio_operator;

-- The operators' log ------------------------------------------------------------------------------------

-- Each row holds the SHA-256 of its content and of the row before it, so that a row which is changed, removed or put in
-- between breaks the chain. `cambioctl log verify` computes it anew.
alter table operator_log add previous bytea;
alter table operator_log add hash bytea;

-- The end of the chain. Who writes the log holds this row until the transaction ends: writers follow each other.
create table operator_log_end (
    only_one boolean primary key default true check (only_one),
    id bigint not null,
    hash bytea not null
);
insert into operator_log_end (id, hash) values (0, decode(repeat('00', 32), 'hex'));

create function operator_log_content(entry operator_log) returns text language sql stable as $$
    select jsonb_build_array(entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), entry.operator,
                             entry.act, entry.subject, entry.reason, entry.data)::text
$$;

-- Runs as the owner: the programs can neither choose a row's place in the chain nor move its end.
create function chain_operator_log() returns trigger language plpgsql security definer
    set search_path = public, pg_temp as $$
declare
    last operator_log_end;
begin
    select * into strict last from operator_log_end for update;
    new.id := last.id + 1;
    new.previous := last.hash;
    new.hash := sha256(last.hash || convert_to(operator_log_content(new), 'UTF8'));
    update operator_log_end set id = new.id, hash = new.hash;
    return new;
end $$;

do $$
declare
    entry operator_log;
    last bytea := decode(repeat('00', 32), 'hex');
begin
    for entry in select * from operator_log order by id loop
        update operator_log set previous = last,
               hash = sha256(last || convert_to(operator_log_content(entry), 'UTF8'))
         where id = entry.id returning hash into last;
        update operator_log_end set id = entry.id, hash = last;
    end loop;
end $$;

alter table operator_log alter previous set not null, alter hash set not null;
create trigger chain before insert on operator_log for each row execute function chain_operator_log();
grant select on operator_log_end to cambio_app;
