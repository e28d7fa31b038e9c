-- compatible-from: 102
-- A bare session may lower the limit; what it was before is, for a day or until the epoch rises, no raise that withdrawals rest for.
alter table clients
    add column withdraw_limit_before integer,
    add column withdraw_limit_before_until timestamptz;
