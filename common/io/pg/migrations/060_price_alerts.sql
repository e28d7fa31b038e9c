-- What a client wants to be told of a market's price: once, at the first price that meets it. One that was met is kept
-- for a month beside its price.
create table price_alerts (
    id bigint generated always as identity primary key,
    client_id bigint not null references clients,
    market_id smallint not null references markets,
    kind smallint not null check (kind in (1, 2, 3)),   -- rises to a price, falls to it, moves by a part of itself
    price numeric(38,18) check (price > 0),
    percent numeric(38,18) check (percent > 0),
    minutes smallint check (minutes > 0),               -- within which it moves
    price_then numeric(38,18) not null check (price_then > 0),  -- when the alert was made
    created_at timestamptz not null default clock_timestamp(),
    met_at timestamptz,
    met_price numeric(38,18) check (met_price > 0),
    check ((kind = 3) = (price is null)),
    check ((kind = 3) = (percent is not null and minutes is not null)),
    check ((met_at is null) = (met_price is null))
);
create index price_alerts_client on price_alerts (client_id, id);
create index price_alerts_waiting on price_alerts (market_id, kind, price) where met_at is null;

grant select, insert, delete on price_alerts to cambio_app;
grant update (met_at, met_price) on price_alerts to cambio_app;
