-- Rewards: tasks, referrals, fee credit, membership levels by volume.

-- What clients trade, by day ------------------------------------------------------------------------

-- Kept by the job settle_fees, a few seconds behind the fills: 30-day volumes and the progress of
-- tasks are sums over days, never over fills.
create table trading_days (
    client_id bigint not null references clients,
    day date not null,                              -- UTC
    volume numeric(38,18) not null,                 -- USDT
    trades bigint not null,                         -- fills on the client's side
    primary key (client_id, day)
);
create index trading_days_day on trading_days (day);

-- How far settle_fees has come in each market: up to this fill, it included.
create table fee_marks (
    market_id smallint primary key references markets,
    seq bigint not null,
    position integer not null
);

insert into trading_days (client_id, day, volume, trades)
select side.client, (f.at at time zone 'UTC')::date, sum(f.price * f.quantity), count(*)
  from fills f
  join markets m on m.id = f.market_id
  join assets q on q.id = m.quote_id and q.code = 'USDT'
 cross join lateral (values (f.taker_client), (f.maker_client)) as side (client)
 where side.client is not null
 group by 1, 2;

-- Nobody was promised anything for the trades before today.
insert into fee_marks (market_id, seq, position) select id, seq, 2147483647 from markets;

-- Tasks -----------------------------------------------------------------------------------------------

-- What there is to do. The operator adds tasks and ends them; one that was claimed is never deleted.
create table task_center (
    id bigint generated always as identity primary key,
    name text not null unique check (name ~ '^[a-z][a-z0-9_]{0,39}$'), -- finds its translated text on the site
    description text not null check (description <> ''),               -- what to do, in English
    rules text not null default '',                                    -- what counts, in English
    kind text not null check (kind in ('once', 'daily', 'weekly')),    -- the window: ever, a UTC day, a UTC week from Monday
    measure text not null check (measure in (
        'verification',                             -- 1 when the client is verified; once only
        'deposits',                                 -- USDT that came in within the window, at the last prices
        'trading_volume',                           -- USDT traded within the window
        'trades',                                   -- fills within the window
        'referrals')),                              -- friends whose first sign-in fell into the window
    amount numeric(38,18) not null check (amount > 0),                 -- the target, in the measure's unit
    reward_amount numeric(38,18) not null check (reward_amount > 0),   -- in `coin`
    coin text not null default 'USDT',              -- the code of the asset that it is paid in, one of `assets`
    active boolean not null default true,           -- shown and can be claimed
    position smallint not null default 0,           -- order of the list
    created_at timestamptz not null default now(),
    check (measure <> 'verification' or (kind = 'once' and amount = 1))
);

-- What was paid. One row for each client, task and window, so that two claims pay once.
create table task_claims (
    client_id bigint not null references clients,
    task_id bigint not null references task_center,
    window_start date not null,                     -- the UTC day or Monday; 1970-01-01 for 'once'
    target numeric(38,18) not null,                 -- as they stood when it was claimed
    reward_amount numeric(38,18) not null,
    coin text not null,
    claimed_at timestamptz not null default now(),
    primary key (client_id, task_id, window_start)
);
create index task_claims_newest on task_claims (client_id, claimed_at desc);

insert into task_center (name, description, rules, kind, measure, amount, reward_amount, position) values
    ('verify', 'Verify your identity', 'Done when your documents are approved.', 'once', 'verification', 1, 20, 10),
    ('first_trade', 'Make your first trade', 'Any order that is filled, in whole or in part, counts.', 'once', 'trades', 1, 5, 20),
    ('first_deposit', 'Deposit 100 USDT', 'Confirmed deposits of all coins count, at their last price in USDT.', 'once', 'deposits', 100, 10, 30),
    ('invite_three', 'Invite 3 friends', 'A friend counts after signing up with your link and signing in.', 'once', 'referrals', 3, 30, 40),
    ('daily_volume', 'Trade 500 USDT today', 'Bought and sold count alike. The day begins at 00:00 UTC.', 'daily', 'trading_volume', 500, 0.25, 50),
    ('daily_trades', 'Make 3 trades today', 'Each fill counts. The day begins at 00:00 UTC.', 'daily', 'trades', 3, 0.1, 60),
    ('weekly_volume', 'Trade 10,000 USDT this week', 'Bought and sold count alike. The week begins on Monday at 00:00 UTC.', 'weekly', 'trading_volume', 10000, 5, 70),
    ('weekly_friend', 'Invite a friend this week', 'A friend counts after signing up with your link and signing in.', 'weekly', 'referrals', 1, 5, 80);

-- Referrals ---------------------------------------------------------------------------------------------

-- One row for each friend that came by a link. Whatever makes the client makes the row.
create table referrals (
    friend_id bigint primary key references clients,
    referrer_id bigint not null references clients check (referrer_id <> friend_id),
    joined_at timestamptz not null default now(),
    signed_in_at timestamptz,                       -- the friend's first sign-in, once the job has seen it
    refused text not null default '',               -- why it counts for nobody: 'same_person'
    qualified_at timestamptz,                       -- the first purchase or deposit of more than 50 USDT
    qualified_credited_at timestamptz               -- when that was answered by credits
);
create index referrals_of_referrer on referrals (referrer_id, friend_id);
create index referrals_new on referrals (friend_id) where signed_in_at is null;
create index referrals_qualified on referrals (friend_id)
    where qualified_at is not null and qualified_credited_at is null;

-- Trading fee credit that was given, in USDT: once for each friend, step and receiver.
create table referral_credits (
    friend_id bigint not null references referrals,
    step smallint not null check (step in (1, 2)),  -- 1 first sign-in, 2 first purchase or deposit
    client_id bigint not null references clients,   -- the friend or its referrer
    amount numeric(38,18) not null check (amount > 0),
    at timestamptz not null default now(),
    primary key (friend_id, step, client_id)
);
create index referral_credits_client on referral_credits (client_id);

-- What referrers have earned of their friends' fees: sums of transfers, for reading.
create table fee_shares (
    referrer_id bigint not null references clients,
    friend_id bigint not null references clients,
    asset_id smallint not null references assets,
    amount numeric(38,18) not null check (amount > 0),
    primary key (referrer_id, friend_id, asset_id)
);

create function remember_referral() returns trigger language plpgsql as $$
begin
    insert into referrals (friend_id, referrer_id, joined_at)
    values (new.id, new.referred_by, new.created_at);
    return null;
end $$;
create trigger clients_referral after insert on clients for each row
    when (new.referred_by is not null) execute function remember_referral();

-- Friends of the time before have their row too, but what they did before today is over.
insert into referrals (friend_id, referrer_id, joined_at, signed_in_at)
select id, referred_by, created_at, now() from clients where referred_by is not null;

-- The network of an address: its first bits, as many as the family's argument says. Null for what
-- is no address, and for loopback and private networks, which say nothing about who somebody is.
create function network_of(address text, bits4 integer, bits6 integer) returns cidr
    language plpgsql immutable as $$
declare
    parsed inet;
begin
    parsed := address::inet;  -- not above, where no exception is caught
    if parsed <<= any (array['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16',
                             '169.254.0.0/16', '::1/128', 'fc00::/7', 'fe80::/10']::inet[]) then
        return null;
    end if;
    return network(set_masklen(parsed, case family(parsed) when 4 then bits4 else bits6 end));
exception when invalid_text_representation then
    return null;
end $$;

-- The mailbox behind an e-mail address: without what follows a plus, and at Gmail without dots.
create function mailbox_of(email text) returns text language sql immutable as $$
    select case when domain in ('gmail.com', 'googlemail.com')
                then replace(name, '.', '') || '@gmail.com' else name || '@' || domain end
      from (select split_part(split_part(lower(email), '@', 1), '+', 1) as name,
                   split_part(lower(email), '@', 2) as domain) as parts
$$;

-- Reads by client of what has only been written so far ---------------------------------------------------

create index sessions_of_client on sessions (client_id, id);
-- ledger::Kind::deposit
create index ledger_transfers_deposits on ledger_transfers (credit, at) where kind = 2;

grant select, insert, update on trading_days, fee_marks, referrals, fee_shares to cambio_app;
grant select, insert on task_claims, referral_credits to cambio_app;
grant select, insert, update on task_center to cambio_app;
