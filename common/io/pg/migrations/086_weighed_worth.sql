-- What the policy found a withdrawal to be worth in USDT, by a price of its own. The column `worth` is what the handler that
-- clients talk to has written: whoever has taken that over writes 0. It has no right to this one.
alter table withdrawals add column weighed_worth numeric(38,18);
