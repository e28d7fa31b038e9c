-- Who closes a part of a position divides it. The part is a row of its own, asked to be closed from the beginning, and ends as
-- any position does; the rest stays what it was. No money moves: both margins lie in the same account.
alter table positions
    add column part_of bigint references positions, -- of which position it was a part; null: of none
    -- What fee credit gave back of its fee under another position's number: of the one that it was a part of. There it is
    -- below zero, for what went to its parts.
    add column fee_returned numeric(38,18) not null default 0,
    -- Times of funding that others have yet to settle, in which it took part as long as it was a part of another.
    add column funded timestamptz[] not null default '{}',
    add constraint part_is_closed check (part_of is null or (state in (2, 3) and part_of <> id and fee_returned >= 0));

-- The view knows the columns that the table had when it was made.
drop view named_positions;
create view named_positions as
    select p.*, m.pair, m.quote_id, m.tick, a.code as coin, a.icon, c.user_unique_id
      from positions p join markets m on m.id = p.market_id join assets a on a.id = m.base_id
      join clients c on c.id = p.client_id;
grant select on named_positions to cambio_app;

-- A part takes what it has from the position that it was a part of: whatever is written as a part, the two together have what the
-- one had, to the last digit.
create function part_leaves_its_position() returns trigger language plpgsql as $$
begin
    update positions set quantity = quantity - new.quantity, initial_margin = initial_margin - new.initial_margin,
        added_margin = added_margin - new.added_margin, funding = funding - new.funding, margin = margin - new.margin,
        fee = fee - new.fee, fee_returned = fee_returned - new.fee_returned
     where id = new.part_of and state = 1
       and (client_id, market_id, side, leverage, opening_price, opened_at, beside, fee_settled) =
           (new.client_id, new.market_id, new.side, new.leverage, new.opening_price, new.opened_at, new.beside, new.fee_settled);
    if not found then
        raise exception 'a part leaves an open position that is like it' using errcode = 'CA002';
    end if;
    return new;
end $$;
create trigger part_leaves_its_position before insert on positions
    for each row when (new.part_of is not null) execute function part_leaves_its_position();

-- As before, but that a part takes some of it along.
create or replace function position_is_history() returns trigger language plpgsql as $$
declare
    ended positions := old;
begin
    ended.fee_settled := new.fee_settled;
    if old.state in (3, 4) and new is distinct from ended then
        raise exception 'a position that ended does not change' using errcode = 'CA002';
    end if;
    if old.fee_settled and not new.fee_settled then
        raise exception 'a fee is settled once' using errcode = 'CA002';
    end if;
    if (new.client_id, new.market_id, new.side, new.leverage, new.opening_price, new.opened_at, new.beside, new.part_of,
        new.funded) is distinct from
       (old.client_id, old.market_id, old.side, old.leverage, old.opening_price, old.opened_at, old.beside, old.part_of,
        old.funded) then
        raise exception 'what a position was opened with does not change' using errcode = 'CA002';
    end if;
    -- The trigger above changes it, and nobody else.
    if pg_trigger_depth() < 2 and (new.quantity, new.initial_margin, new.fee, new.fee_returned) is distinct from
                                  (old.quantity, old.initial_margin, old.fee, old.fee_returned) then
        raise exception 'what a position was opened with does not change' using errcode = 'CA002';
    end if;
    if old.state = 2 and new.requested_price is distinct from old.requested_price then
        raise exception 'the price of a request stands' using errcode = 'CA002';
    end if;
    return new;
end $$;
