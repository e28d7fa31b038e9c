-- What the house's risk gate has turned down: where, why and how often, by day (UTC). The programs count in memory and add
-- what they have counted each second, so that no order waits for it.
create table house_refusals (
    day date not null,
    place text not null,    -- risk/refused.h names the places and the reasons
    reason text not null,
    refusals bigint not null check (refusals > 0),
    primary key (day, place, reason)
) with (fillfactor = 50);
grant select, insert, update on house_refusals to cambio_app;
