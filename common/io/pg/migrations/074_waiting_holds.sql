-- What is held for a request that waits for the house's next price: an order that takes the house's levels, a conversion, the
-- opening of a position. Whoever waits could otherwise see that price first and take the money away where they do not like it.
-- A hold ends when its request's turn comes, in the same transaction as what comes of it. Rows stay, for the account statement
-- finds the transfers of orders by their times (053_own_transfers.sql).
create table waiting_holds (
    kind smallint not null check (kind in (5, 20, 41)), -- ledger::Kind: order_hold, margin_hold, conversion_hold
    id bigint not null,                             -- of the order, position or conversion to come, or of the change of an order
    reference bigint not null,                      -- of the transfers: the order that is changed, otherwise the id
    client_id bigint not null references clients,
    asset_id smallint not null references assets,
    market_id smallint references markets,          -- of an order
    amount numeric(38,18) not null check (amount > 0),
    owner integer not null,                         -- who gives it back: the back end that has the advisory lock of this number
    at timestamptz not null default now(),
    ended_at timestamptz,
    primary key (kind, id)
);
create index waiting_holds_open on waiting_holds (kind, owner) where ended_at is null;
create index waiting_holds_client on waiting_holds (client_id, at);

grant select on waiting_holds to cambio_app;
grant insert, update on waiting_holds to cambio_futures, cambio_spot;
grant update on waiting_holds to cambio_positions;
-- A conversion or a position has its number before its row.
grant usage on sequence conversions_id_seq to cambio_spot;
grant usage on sequence positions_id_seq to cambio_futures;
insert into ledger.posters values ('cambio_futures', 21);
