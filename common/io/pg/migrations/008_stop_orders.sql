-- Orders that wait for a price (type 3, STOP_LIMIT), and pairs of which one ends the other (OCO).
-- All of it is null for every other order, which therefore takes no more room than before.

alter table orders
    add column stop_price numeric(38,18),           -- the last price that triggers it
    add column stop_direction smallint,             -- from where: 1 the price rises to it, 2 it falls
    add column triggered_at timestamptz,            -- null: it waits, or ended before it was reached
    add column oco_group bigint,                    -- in both legs: the id of the limit leg
    add column queue_id bigint,                     -- came to rest after it was placed: its place among
                                                    -- the ids of the batch `seq`
    add constraint stop_orders
        check (stop_price is null or (type = 3 and stop_price > 0 and stop_direction in (1, 2)));

create index orders_oco on orders (oco_group) where oco_group is not null;
