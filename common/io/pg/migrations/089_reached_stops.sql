-- compatible-from: 088
-- When a price reached a stop order that waits for the house's next book since then: whichever process hears of that book triggers
-- it. Null for all that no price has reached, and for most of the others: they are triggered at once.

alter table orders add column reached_at timestamptz;
