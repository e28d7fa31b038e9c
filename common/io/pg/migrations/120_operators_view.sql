-- compatible-from: 102
-- What support asks the writer of a market for, who alone ends orders: that all of a client's there end. The operator's program waits
-- for the answer, and the row stays as what was asked and what came of it.
create table cancel_requests (
    id bigint generated always as identity primary key,
    client_id bigint not null references clients,
    market_id smallint not null references markets,
    at timestamptz not null default now(),
    answered_at timestamptz,                        -- null: not yet, or by nobody
    orders integer,                                 -- so many have ended, with pairs that waited for their orders
    refusal text,                                   -- the error's name; null: there was none
    check ((answered_at is null) = (orders is null))
);
create index cancel_requests_waiting on cancel_requests (at) where answered_at is null;
grant select on cancel_requests to cambio_app;
grant insert on cancel_requests to cambio_operator;
grant update (answered_at, orders, refusal) on cancel_requests to cambio_spot;
-- Those that close positions have no writer of their own.
grant update (state, ended_at) on closing_orders to cambio_operator;

-- What lies on the chains, as the job weigh_chains last asked the nodes, against what the books say lies there. It is what the operator
-- is warned by, so who trades and who pays out cannot write it: who reads the chains does.
create table chain_holdings (
    network text not null,
    coin text not null,
    hot numeric(38,18) not null,
    cold numeric(38,18) not null,
    deposits numeric(38,18) not null,               -- at clients' addresses
    books numeric(38,18) not null,
    leaving numeric(38,18) not null,                -- of the books, what withdrawals may have taken out already
    at timestamptz not null default now(),
    primary key (network, coin)
);
grant select on chain_holdings to cambio_app, cambio_monitor;
grant insert, update, delete on chain_holdings to cambio_deposits;


-- What a standby still has to read, of each that has a slot: everybody may see those. How far behind a standby is in seconds the
-- server tells whoever may read its statistics (pg_read_all_stats), which cambio_monitor is given with its role.
create view monitor.standby_slots as
    select slot_name as standby, active::int as active,
           case when pg_is_in_recovery() then null
                else greatest(0, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn))::bigint end as bytes
      from pg_replication_slots where slot_type = 'physical';
grant select on monitor.standby_slots to cambio_monitor;
