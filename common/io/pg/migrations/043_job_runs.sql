-- When each job of cron/crontab last did its work, for whoever watches it.
create table job_runs (
    name text primary key,
    expected_since timestamptz not null default now(), -- the last nginx/up: nobody expects a run of before
    succeeded_at timestamptz,
    took_ms integer,                                   -- the step that succeeded
    failed_at timestamptz
) with (fillfactor = 50);
grant select, insert, update on job_runs to cambio_app;

-- What is critical, since when, and when the operator was told.
create table alarms (
    subject text primary key,
    sentence text not null,
    since timestamptz not null default now(),
    told_at timestamptz
);
grant select, insert, update, delete on alarms to cambio_app;
