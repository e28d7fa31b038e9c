-- compatible-from: 128
-- Reversing a position: it is asked to be closed, and one of the opposite side with its quantity and leverage takes its place
-- at the same price, in the transaction that ends it. Programs of before do not know how to end such a position, and its money would
-- be a finding of their audit.
alter table positions
    add column reversed_as bigint,                  -- the number of the position that takes its place, from positions_id_seq
    add column reversal_held numeric(38,18)         -- what is held for that one while this one has not ended: margin and fee
        check (reversal_held > 0),
    add constraint reversal_holds_its_costs check ((reversed_as is null) = (reversal_held is null)),
    add constraint reversed_at_its_close check (reversed_as is null or (state in (2, 3) and part_of is null));

-- The view knows the columns that the table had when it was made.
drop view named_positions;
create view named_positions as
    select p.*, m.pair, m.quote_id, m.tick, a.code as coin, a.icon, c.user_unique_id
      from positions p join markets m on m.id = p.market_id join assets a on a.id = m.base_id
      join clients c on c.id = p.client_id;
grant select on named_positions to cambio_app;

-- Whoever was told that a position is reversed is not left with a half of that.
create function reversal_stands() returns trigger language plpgsql as $$
begin
    raise exception 'what a position is reversed as stands' using errcode = 'CA002';
end $$;
create trigger reversal_stands before update on positions
    for each row when (old.state <> 1 and (new.reversed_as, new.reversal_held) is distinct from (old.reversed_as, old.reversal_held))
    execute function reversal_stands();

create function reversal_is_whole() returns trigger language plpgsql as $$
begin
    if not exists (select from positions p
                    where p.id = new.reversed_as and p.side <> new.side
                      and (p.client_id, p.market_id, p.leverage, p.quantity, p.opening_price) =
                          (new.client_id, new.market_id, new.leverage, new.quantity, new.closing_price)) then
        raise exception 'a position that is reversed ends with the one in its place' using errcode = 'CA002';
    end if;
    return null;
end $$;
create constraint trigger reversal_is_whole after update on positions deferrable initially deferred
    for each row when (old.state = 2 and new.state <> 2 and new.reversed_as is not null)
    execute function reversal_is_whole();
