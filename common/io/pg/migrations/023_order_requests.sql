-- Orders that jobs ask the writer of their market for, who alone matches: market buys by total. Whoever asked takes the request
-- away once there is an order with its key or a refusal.
create table order_requests (
    client_id bigint not null references clients,
    client_key text not null,
    epoch bigint not null,                          -- of the client's sessions when it was asked
    market_id smallint not null references markets,
    total numeric(38,18) not null check (total > 0),
    content_hash bigint not null,
    refusal text,                                   -- the error's name; null: not answered, or there is an order
    at timestamptz not null default now(),
    primary key (client_id, client_key)
);

grant select, insert, update, delete on order_requests to cambio_app;
