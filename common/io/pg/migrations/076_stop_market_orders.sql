-- Orders that wait for a price and have no limit (type 4): what triggers them makes them market orders. Whether an order of type 3
-- or 4 is a stop or takes a profit follows from its side and from where its price must come.

alter table orders
    add column reserve numeric(38,18),              -- quote that a purchase of type 4 holds while it waits,
                                                    -- and may spend at most; null for all others
    drop constraint sound,
    add constraint sound check (
        side between 1 and 2 and state between 1 and 3 and filled >= 0 and filled <= quantity
        and (quantity > 0 or type = 4 and total > 0)    -- by total: nothing before it is triggered
        and (stop_price is null or (type between 3 and 4 and stop_price > 0 and stop_direction between 1 and 2))
        and (reserve is null or (type = 4 and side = 1 and reserve > 0)));
