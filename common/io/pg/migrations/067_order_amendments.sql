-- What was changed of an open order: its price, its quantity, or both, and what they were before. Its id is the order's new place
-- in the queue (orders.queue_id), unless it keeps the one that it had. Money is held or released at this time, by which the account
-- statement finds it (053_own_transfers.sql).
create table order_amendments (
    id bigint primary key,                          -- of the sequence order_ids
    order_id bigint not null references orders,
    client_id bigint not null references clients,
    client_key text,                                -- idempotency key, as in order_refusals
    content_hash bigint not null,                   -- of what the client asked for under that key
    market_id smallint not null references markets,
    seq bigint not null,                            -- the market's sequence of its batch
    keeps_place boolean not null,
    price_before numeric(38,18) not null check (price_before > 0),
    quantity_before numeric(38,18) not null check (quantity_before > 0),
    seq_before bigint not null,
    price numeric(38,18) not null check (price > 0),
    quantity numeric(38,18) not null check (quantity > 0),
    at timestamptz not null default now()
);
create unique index order_amendments_client_key on order_amendments (client_id, client_key) where client_key is not null;
create index order_amendments_client on order_amendments (client_id, at);
create index order_amendments_order on order_amendments (order_id, id);

grant select on order_amendments to cambio_app;
grant insert on order_amendments to cambio_spot;
