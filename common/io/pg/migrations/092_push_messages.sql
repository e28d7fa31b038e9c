-- compatible-from: 088
-- Push messages reach the browsers that clients have subscribed, also while the site is closed. Whoever knows a browser's address
-- and keys can write to it: they are for the handler that takes them, and for the job that sends, as cambio_push.
do $$
begin
    if to_regrole('cambio_push') is null then
        raise exception 'the server has no role cambio_push: the README says how to make it';
    end if;
end $$;

create table push_subscriptions (
    id bigint generated always as identity primary key,
    client_id bigint not null references clients,
    session_id bigint not null references sessions, -- with which it ends
    endpoint text not null unique,                  -- where messages to the browser go, known to it and its push service
    p256dh bytea not null check (length(p256dh) = 65), -- the browser's public key
    auth bytea not null check (length(auth) = 16),  -- the secret that it shares with us
    created_at timestamptz not null default now(),
    last_error text,                                -- of the last message: an HTTP status or what http::Outcome says
    last_error_at timestamptz,
    hour_began timestamptz not null default now(),  -- in which so many were sent
    sent_in_hour integer not null default 0
);
create index push_subscriptions_client on push_subscriptions (client_id);
create index push_subscriptions_session on push_subscriptions (session_id);

-- What waits to be sent; whatever was sent or given up leaves it. No foreign key: orders are settled in the transactions that write
-- here, and must not fail because a browser is signed out meanwhile. The job that sends drops what is left of such a browser.
create table outgoing_pushes (
    notification_id bigint not null,
    subscription_id bigint not null,
    kind text not null,
    data jsonb not null,
    tries smallint not null default 0,
    next_try_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    primary key (subscription_id, notification_id)
);
create index outgoing_pushes_waiting on outgoing_pushes (next_try_at);

-- Many write notifications, and each in a transaction that is in a hurry: one statement for all that were written together.
create function queue_pushes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
    insert into outgoing_pushes (notification_id, subscription_id, kind, data)
    select t.id, p.id, t.kind, t.data
    from told t join push_subscriptions p on p.client_id = t.client_id
    join sessions s on s.id = p.session_id and s.expires_at > now()
    -- However much happens, and whether or not the job runs, no more than so many wait for one browser.
    where (select count(*) from (select from outgoing_pushes o where o.subscription_id = p.id limit 100) waiting) < 100;
    return null;
end $$;

create trigger queue_pushes after insert on notifications referencing new table as told
    for each statement execute function queue_pushes();

-- Nobody is told any more at a browser that was signed out. Where a session only was idle for too long, the site is closed, which is
-- when messages are wanted; they end with the time that it was made for, or when the client ends all sign-ins.
alter table sessions add column ended_idle boolean not null default false;

create function end_pushes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
    delete from push_subscriptions where session_id = new.id;
    return null;
end $$;

create trigger end_pushes after update of revoked_at on sessions
    for each row when (old.revoked_at is null and new.revoked_at is not null and not new.ended_idle)
    execute function end_pushes();

create function end_all_pushes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
    delete from push_subscriptions where client_id = new.id;
    return null;
end $$;

create trigger end_all_pushes after update of epoch on clients
    for each row when (old.epoch <> new.epoch)
    execute function end_all_pushes();

grant select, insert, delete on push_subscriptions to cambio_rewards;
grant update (session_id) on push_subscriptions to cambio_rewards;
grant select, delete on push_subscriptions to cambio_push;
grant update (last_error, last_error_at, hour_began, sent_in_hour) on push_subscriptions to cambio_push;
grant select, delete on outgoing_pushes to cambio_push;
grant update (tries, next_try_at) on outgoing_pushes to cambio_push;
