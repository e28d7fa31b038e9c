-- The account: passwords that were used before, and what a client owned at the start of each day.

create table password_history (
    id bigint generated always as identity primary key,
    client_id bigint not null references clients,
    password_hash text not null,
    replaced_at timestamptz not null default now()
);
create index password_history_client on password_history (client_id, id desc);

-- In USDT at the prices of that moment; held money counts too.
create table balance_snapshots (
    client_id bigint not null references clients,
    day date not null,                              -- UTC
    spot numeric(38,18) not null,
    future numeric(38,18) not null,
    funding numeric(38,18) not null,
    earn numeric(38,18) not null,
    taken_at timestamptz not null default now(),
    primary key (client_id, day)
);

-- What came from outside or went there (ledger::Kind demo_grant, deposit, withdrawal and its fee) is
-- no profit and no loss: it is found by account, among the few transfers of these kinds.
create index ledger_transfers_in on ledger_transfers (credit, at) where kind between 1 and 4;
create index ledger_transfers_out on ledger_transfers (debit, at) where kind between 1 and 4;

grant select, insert, delete on password_history to cambio_app;
grant select, insert on balance_snapshots to cambio_app;
grant usage, select on all sequences in schema public to cambio_app;
