-- What the operator has stopped for now: pause.h says what each of them stops.
create table pauses (
    what text primary key check (what in ('trading', 'deposits', 'withdrawals')),
    since timestamptz not null default now()
);
grant select on pauses to cambio_app;
grant insert, delete on pauses to cambio_operator;

-- A market is shown while it is open. One that is halted, or paused with all others, is shown too, but nothing is
-- traded there.
alter table markets
    add column halted boolean not null default false,
    add column paused boolean not null default false,
    add column tradable boolean generated always as (state = 'open' and not halted and not paused) stored;
-- Who trades moves a market's sequence, and nothing else of it.
revoke insert, update, delete on markets from cambio_app;
grant update (seq) on markets to cambio_app;
grant update (halted, paused) on markets to cambio_operator;
