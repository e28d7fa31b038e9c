-- What the transfers of each account come to up to a moment, so that the hourly audit reads only those since. The job
-- audit_ledger alone writes it, and once a day anew from all transfers.
create table audit_sums (
    account bigint primary key,
    amount numeric not null
) with (fillfactor = 70);
create table audit_mark (
    only_one boolean primary key default true check (only_one),
    until timestamptz not null,             -- all transfers from before it are in the sums, and no others
    transfers bigint not null,              -- how many those are
    everything_at timestamptz not null      -- when the sums were last made from all transfers
);
revoke all on audit_sums, audit_mark from cambio_app;
grant select on audit_sums, audit_mark to cambio_app;
grant insert, update, delete on audit_sums to cambio_audit;
grant insert, update on audit_mark to cambio_audit;
