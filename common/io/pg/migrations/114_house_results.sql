-- compatible-from: 102
-- What the house's trading has brought is counted against what was put into its accounts and taken out again, for which the ledger has
-- no index: it would cost each order. The audit reads each transfer once anyway, and carries that beside what it carries of each account.
alter table audit_sums add column funded numeric not null default 0; -- of `amount`, what the operator brought less what was taken out
-- Up to when `funded` is counted. A program of before moves `until` alone: where the two differ, the next audit reads everything.
alter table audit_mark add column funded_until timestamptz;
