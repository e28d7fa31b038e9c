-- A program trades by an API key: a session of its own kind, which no token belongs to and which does not end by being
-- idle, and beside it what proves the program and what it may do. Whoever ends the session has ended the key, also for
-- an order that is on its way. A key whose rights change gets another session.
alter table sessions add column kind text not null default 'device' check (kind in ('device', 'key'));

drop index sessions_idle;
create index sessions_idle on sessions (last_seen_at) where revoked_at is null and kind = 'device';

create table api_keys (
    id bigint generated always as identity primary key,
    client_id bigint not null references clients,
    session_id bigint not null unique references sessions,
    public_id text not null unique check (length(public_id) = 64),  -- what the program names the key by
    label text not null check (label <> ''),
    kind text not null check (kind in ('ed25519', 'hmac')),
    public_key bytea check (length(public_key) = 32),
    secret_sealed bytea,
    may_trade boolean not null,
    market_ids smallint[] check (cardinality(market_ids) > 0),      -- where it may trade; null: everywhere
    networks text[] check (cardinality(networks) > 0),              -- CIDR; null: from anywhere
    expires_at timestamptz,                                         -- as the session does; null: never
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    last_used_ip text not null default '',
    check ((kind = 'ed25519') = (public_key is not null)),
    check ((kind = 'hmac') = (secret_sealed is not null))
);
create index api_keys_client on api_keys (client_id, id);

grant select, insert on api_keys to cambio_app;
grant update (session_id, label, may_trade, market_ids, networks, expires_at, last_used_at, last_used_ip)
    on api_keys to cambio_app;
