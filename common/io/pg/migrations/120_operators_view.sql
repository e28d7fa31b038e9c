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
