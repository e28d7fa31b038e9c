-- For how much the house has lately sold and bought of each coin, in the quote currency: its budget of a minute, which the
-- order book and Convert share. Kept in steps of some seconds and forgotten after a while; a crash may empty it.
create unlogged table house_trades (
    asset_id smallint not null references assets,
    direction smallint not null check (direction in (1, 2)),   -- 1 the house sold, 2 it bought
    source smallint not null check (source in (1, 2)),         -- 1 the order book, 2 Convert
    at timestamptz not null,                        -- when the step began
    worth numeric(38,18) not null check (worth > 0),
    primary key (asset_id, direction, source, at)
);

grant select, insert, update, delete on house_trades to cambio_app;
