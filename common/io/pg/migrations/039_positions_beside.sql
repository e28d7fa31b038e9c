-- What the client's other positions of the contract were worth at the marks when one was opened, in
-- USDT: maintenance is by the tier of all together. Positions of before keep what they were opened
-- with.
alter table positions add column beside numeric(38,18) not null default 0 check (beside >= 0);

-- As before, but that this does not change either.
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
    if (new.client_id, new.market_id, new.side, new.leverage, new.quantity, new.opening_price,
        new.initial_margin, new.fee, new.opened_at, new.beside) is distinct from
       (old.client_id, old.market_id, old.side, old.leverage, old.quantity, old.opening_price,
        old.initial_margin, old.fee, old.opened_at, old.beside) then
        raise exception 'what a position was opened with does not change' using errcode = 'CA002';
    end if;
    if old.state = 2 and new.requested_price is distinct from old.requested_price then
        raise exception 'the price of a request stands' using errcode = 'CA002';
    end if;
    return new;
end $$;

-- The view knows the columns that the table had when it was made.
drop view named_positions;
create view named_positions as
    select p.*, m.pair, m.quote_id, m.tick, a.code as coin, a.icon, c.user_unique_id
      from positions p join markets m on m.id = p.market_id join assets a on a.id = m.base_id
      join clients c on c.id = p.client_id;
grant select on named_positions to cambio_app;
