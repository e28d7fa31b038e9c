-- The wallet's own screens: browser wallets that a client shows there, and what costs and profits are counted from.

-- Browser wallets whose owner signed that they belong here. They show an address and its balance: they sign nobody
-- in, which clients.wallet_address does after a password.
create table web3_connections (
    id bigint generated always as identity primary key,
    client_id bigint not null references clients,
    provider text not null,
    address text not null,                          -- EIP-55
    connected_at timestamptz not null default now(),
    disconnected_at timestamptz                     -- null: connected
);
create unique index web3_connections_open on web3_connections (client_id) where disconnected_at is null;
create index web3_connections_newest on web3_connections (client_id, id);

-- What a conversion between two coins was worth in USDT, for average costs; null before this migration.
alter table conversions add column through numeric(38,18) check (through >= 0);

-- Money that comes to one wallet from another of the same client, or that a reorganised chain takes back, is no profit. As
-- many indexes as before, so that a batch of orders costs what it did. Of ledger::Kind: wallet_transfer, deposit_reversal,
-- earn_subscribe, earn_redeem.
drop index ledger_transfers_moved_in, ledger_transfers_moved_out;
create index ledger_transfers_moved_in on ledger_transfers (credit, at) where kind in (11, 62, 70, 71);
create index ledger_transfers_moved_out on ledger_transfers (debit, at) where kind in (11, 62, 70, 71);

grant select, insert, update on web3_connections to cambio_app;
revoke delete, truncate on web3_connections from cambio_app;
grant usage, select on all sequences in schema public to cambio_app;
