-- The throw-away accounts of a demonstration: opened by one press, with an email that nobody reads. They are counted by
-- the network that asked, are no registered users, and invite nobody.
create table demo_accounts (
    client_id bigint primary key references clients,
    network text not null,                                       -- token::network_of
    opened_at timestamptz not null default clock_timestamp()
);
create index demo_accounts_network on demo_accounts (network, opened_at);
grant select, insert on demo_accounts to cambio_app;
