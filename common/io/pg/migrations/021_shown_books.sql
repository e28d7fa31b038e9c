-- Each market's book as the engine that settles its orders last told it to everybody: clients' orders and, behind them, what
-- the house really sells. It is told again every few seconds, so a crash may empty it, and no order waits for the disk for it.
create unlogged table shown_books (
    market_id smallint primary key references markets,
    bids json not null,                             -- [["price","quantity"], …] best first
    asks json not null,
    at timestamptz not null                         -- when it was told
) with (fillfactor = 50);

grant select, insert, update on shown_books to cambio_app;
