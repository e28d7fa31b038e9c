-- Earn: products that pay interest, what clients have subscribed, the interest of each day, and plans that buy
-- coins at set times. What is subscribed lies in its client's EARN account; house:earn pays the interest.

create table earn_products (
    id integer generated always as identity primary key,
    asset_id smallint not null unique references assets,
    minimum_amount numeric(38,18) not null check (minimum_amount > 0),
    maximum_amount numeric(38,18) not null,         -- of one subscription
    risk text not null default 'low' check (risk in ('low', 'high')),
    open boolean not null default true,             -- closed: what is subscribed runs on
    position smallint not null default 0,           -- order of listing
    check (maximum_amount >= minimum_amount)
);

-- The rate of a flexible subscription, in percent a year; those of terms follow from it (common/earn/interest.h).
-- Flexible ones earn each day what held when that day began.
create table earn_rates (
    product_id integer not null references earn_products,
    since timestamptz not null default now(),
    apr numeric(38,18) not null check (apr > 0 and apr <= 1000),
    primary key (product_id, since)
);

create table earn_subscriptions (
    id bigint generated always as identity primary key,
    client_id bigint not null references clients,
    product_id integer not null references earn_products,
    asset_id smallint not null references assets,
    client_key text,                                -- idempotency key
    content_hash bigint not null,                   -- of what was asked for under that key
    days smallint not null check (days in (0, 5, 10, 15, 30, 60, 120, 180)), -- 0: flexible
    apr numeric(38,18) not null check (apr > 0),    -- of its first day; a term keeps it
    base_balance numeric(38,18) not null check (base_balance > 0),  -- what it began with
    balance numeric(38,18) not null check (balance >= 0),           -- its part of the EARN account
    owed numeric(38,18) not null default 0 check (owed >= 0),       -- interest that house:earn has not paid yet
    accrued numeric(38,18) not null default 0 check (accrued >= 0), -- all interest of its days, paid or owed
    auto_renew boolean not null default false,
    renewed_from bigint unique references earn_subscriptions,
    state smallint not null default 1 check (state in (1, 2, 3)),   -- 1 ACTIVE, 2 REDEEMED, 3 MATURED
    started_at timestamptz not null default now(),
    first_day date not null,                        -- the first that brings interest (UTC)
    next_day date not null,                         -- the first whose interest is not counted yet
    matures_on date,                                -- the day on which a term is over; null: flexible
    ended_at timestamptz,
    constraint terms_mature check ((days = 0) = (matures_on is null)),
    constraint terms_have_their_days check (days = 0 or matures_on = first_day + days),
    constraint days_in_order check (next_day >= first_day and (matures_on is null or next_day <= matures_on)),
    constraint ended_is_empty check ((state = 1) = (ended_at is null) and (state = 1 or balance = 0)),
    constraint flexible_does_not_renew check (days > 0 or not auto_renew)
) with (fillfactor = 70);
create unique index earn_subscriptions_key on earn_subscriptions (client_id, client_key) where client_key is not null;
create index earn_subscriptions_client on earn_subscriptions (client_id, id);
create index earn_subscriptions_due on earn_subscriptions (next_day, id) where state = 1;
create index earn_subscriptions_owed on earn_subscriptions (id) where owed > 0;

create function earn_subscription_is_history() returns trigger language plpgsql as $$
begin
    if (new.client_id, new.product_id, new.asset_id, new.days, new.apr, new.base_balance, new.renewed_from,
        new.started_at, new.first_day, new.matures_on) is distinct from
       (old.client_id, old.product_id, old.asset_id, old.days, old.apr, old.base_balance, old.renewed_from,
        old.started_at, old.first_day, old.matures_on) then
        raise exception 'what a subscription began with does not change' using errcode = 'CA002';
    end if;
    -- Interest that is owed may be paid after the end, nothing else.
    if old.state <> 1 and ((new.state, new.balance, new.accrued, new.next_day, new.ended_at, new.auto_renew)
            is distinct from (old.state, old.balance, old.accrued, old.next_day, old.ended_at, old.auto_renew)
            or new.owed > old.owed) then
        raise exception 'a subscription that ended does not change' using errcode = 'CA002';
    end if;
    return new;
end $$;
create trigger earn_subscription_is_history before update on earn_subscriptions
    for each row execute function earn_subscription_is_history();

-- The interest of each subscription's each day, once.
create table earn_accruals (
    subscription_id bigint not null references earn_subscriptions,
    day date not null,
    client_id bigint not null references clients,
    asset_id smallint not null references assets,
    balance numeric(38,18) not null check (balance >= 0),   -- that earned it
    apr numeric(38,18) not null check (apr > 0),
    amount numeric(38,18) not null check (amount >= 0),
    price numeric(38,18) not null default 0,                -- USDT for one when it was counted; 0: unknown
    at timestamptz not null default now(),
    primary key (subscription_id, day)
);
create index earn_accruals_client on earn_accruals (client_id, day);

-- Plans that buy ------------------------------------------------------------------------------------

create table earn_plans (
    id bigint generated always as identity primary key,
    client_id bigint not null references clients,
    client_key text,                                -- idempotency key
    content_hash bigint not null,
    amount numeric(38,18) not null check (amount > 0),      -- USDT, each time
    cycle smallint not null check (cycle between 1 and 8),  -- earn::Cycle
    weekday smallint check (weekday between 1 and 7),       -- ISO: Monday is 1
    monthday smallint check (monthday between 1 and 31),    -- the last day where a month is shorter
    state smallint not null default 1 check (state in (1, 2, 3)),   -- 1 ACTIVE, 2 PAUSED, 3 ENDED
    next_run timestamptz,
    created_at timestamptz not null default now(),
    constraint weeks_have_a_day check ((cycle in (2, 3)) = (weekday is not null)),
    constraint months_have_a_date check ((cycle = 4) = (monthday is not null)),
    constraint active_has_a_next_run check ((state = 1) = (next_run is not null))
);
create unique index earn_plans_key on earn_plans (client_id, client_key) where client_key is not null;
create index earn_plans_client on earn_plans (client_id, id);
create index earn_plans_due on earn_plans (next_run, id) where state = 1;

create table earn_plan_coins (
    plan_id bigint not null references earn_plans,
    market_id smallint not null references markets,
    share smallint not null check (share between 1 and 100),        -- percent of the amount
    primary key (plan_id, market_id)
);

create function earn_plan_is_fixed() returns trigger language plpgsql as $$
begin
    if old.state = 3 then
        raise exception 'a plan that ended does not change' using errcode = 'CA002';
    end if;
    if (new.client_id, new.amount, new.cycle, new.weekday, new.monthday, new.created_at) is distinct from
       (old.client_id, old.amount, old.cycle, old.weekday, old.monthday, old.created_at) then
        raise exception 'what a plan does not change' using errcode = 'CA002';
    end if;
    return new;
end $$;
create trigger earn_plan_is_fixed before update on earn_plans for each row execute function earn_plan_is_fixed();

-- What came of each due time, once for each coin.
create table earn_runs (
    id bigint generated always as identity primary key,
    plan_id bigint not null references earn_plans,
    client_id bigint not null references clients,
    market_id smallint not null references markets,
    due_at timestamptz not null,
    ran_at timestamptz not null default now(),
    order_id bigint,                                -- null: skipped
    reason text,                                    -- why it was skipped: an error's code, or 'missed'
    amount numeric(38,18) not null check (amount >= 0),     -- USDT: spent, or what would have been
    quantity numeric(38,18),                        -- received, after the fee
    price numeric(38,18),                           -- on average, before the fee
    unique (plan_id, due_at, market_id),
    constraint bought_or_skipped check ((order_id is null) = (reason is not null)
        and (order_id is null) = (quantity is null) and (order_id is null) = (price is null))
);
create index earn_runs_plan on earn_runs (plan_id, id);

-- What moved, for the list of its owner.
create table earn_transactions (
    id bigint generated always as identity primary key,
    client_id bigint not null references clients,
    client_key text,                                -- idempotency key of a redemption
    content_hash bigint,
    asset_id smallint not null references assets,
    product smallint not null check (product in (1, 2, 3)), -- 1 flexible, 2 locked, 3 auto_invest
    type smallint not null check (type between 1 and 6),    -- earn::Type
    subscription_id bigint references earn_subscriptions,
    run_id bigint references earn_runs,
    amount numeric(38,18) not null check (amount > 0),
    price numeric(38,18) not null default 0,        -- USDT for one at that time; 0: unknown
    at timestamptz not null default now(),
    check ((subscription_id is null) <> (run_id is null))
);
create unique index earn_transactions_key on earn_transactions (client_id, client_key) where client_key is not null;
create index earn_transactions_client on earn_transactions (client_id, id);

-- Between SPOT and EARN money is moved, neither won nor lost: found by account, as other transfers are.
-- 70 is ledger::Kind::earn_subscribe, 71 earn_redeem.
create index ledger_transfers_earned_in on ledger_transfers (credit, at) where kind in (70, 71);
create index ledger_transfers_earned_out on ledger_transfers (debit, at) where kind in (70, 71);

grant select, insert, update on earn_products to cambio_app;
grant select, insert on earn_rates, earn_accruals, earn_plan_coins, earn_runs, earn_transactions to cambio_app;
grant select, insert, update on earn_subscriptions, earn_plans to cambio_app;
grant usage, select on all sequences in schema public to cambio_app;
