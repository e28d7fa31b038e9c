-- compatible-from: 102
-- What a client owned at the start of each hour of the last eight days, in USDT at the prices of that moment: what the portfolio's
-- chart shows of a day and of a week. Only of those who have been here in that time, so that it grows with them and not with all
-- who ever came; the job that writes it deletes what is older.
create table balance_hours (
    client_id bigint not null references clients,
    hour timestamptz not null,                      -- its start
    spot numeric(38,18) not null,
    future numeric(38,18) not null,
    funding numeric(38,18) not null,
    earn numeric(38,18) not null,
    taken_at timestamptz not null default now(),    -- within that hour
    primary key (client_id, hour)
);
create index balance_hours_oldest on balance_hours (hour);
grant select, insert, delete on balance_hours to cambio_app;
