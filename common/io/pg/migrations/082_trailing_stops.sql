-- Stop orders whose stop follows the price: a sale's stays so far below the highest price since it was placed, a purchase's so far
-- above the lowest. stop_price is where it stands now.

alter table orders
    add column trailing_delta smallint,             -- basis points of the price; null for all others
    add constraint trailing_stops
        check (trailing_delta is null or (type = 4 and oco_group is null and trailing_delta between 10 and 2000));
