-- When the targets of a position were set, which only a mark made later can reach; null: when it was
-- opened. And what closing it cost.
alter table positions add column targets_at timestamptz;
alter table positions add column closing_fee numeric(38,18) not null default 0
    check (closing_fee >= 0);

-- The view knows the columns that the table had when it was made.
drop view named_positions;
create view named_positions as
    select p.*, m.pair, m.quote_id, m.tick, a.code as coin, a.icon, c.user_unique_id
      from positions p join markets m on m.id = p.market_id join assets a on a.id = m.base_id
      join clients c on c.id = p.client_id;
grant select on named_positions to cambio_app;
