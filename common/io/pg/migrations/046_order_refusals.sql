-- What was answered to an order with an idempotency key that was refused, so that the same order, sent to two processes at once,
-- is not refused by one and taken by the other. It moves its market's sequence, so no process misses it; it counts for ten minutes.
create table order_refusals (
    client_id bigint not null references clients,
    client_key text not null,
    market_id smallint not null references markets,
    content_hash bigint not null,                   -- as in orders
    code text not null,                             -- the error's name
    field text not null,
    details text not null,                          -- JSON: an object of texts
    at timestamptz not null default now(),
    primary key (client_id, client_key)
);
create index order_refusals_market on order_refusals (market_id, at);

grant select, insert, update, delete on order_refusals to cambio_app;
