-- A session that its owner has opened for trading: until then, and while it is in use, orders need no transaction
-- password. It is good for one epoch, so that a change of either password ends it.
alter table sessions
    add column unlocked_until timestamptz,
    add column unlocked_epoch bigint;

-- How a client wants to be asked before an order; who has no row has chosen nothing.
create table trading_choices (
    client_id bigint primary key references clients,
    unlock_minutes smallint not null default 15 check (unlock_minutes in (0, 15, 60)), -- 0: asked each time
    confirm text not null default 'always' check (confirm in ('always', 'above', 'never')),
    confirm_above numeric(38,18) not null default 100 check (confirm_above > 0)        -- USDT
);
grant select, insert, update on trading_choices to cambio_app;
