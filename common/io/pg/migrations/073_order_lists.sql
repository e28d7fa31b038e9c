-- The key that a program of Binance's kind gives a pair of orders, beside those of its two orders. Both legs carry it; it is unique by
-- the limit leg, whose id is the pair's.

alter table orders add column list_key text;

create unique index orders_list_key on orders (client_id, list_key) where list_key is not null and id = oco_group;
create index orders_lists on orders (client_id, id) where id = oco_group;
