-- compatible-from: 102
-- Funding that a position's margin does not reach for stays with the position and is taken when there is something to take it from;
-- and who would pay at the time of funding to come pays a part of it at the end. A program of before would end a position without
-- either.
alter table positions
    add column unpaid_funding numeric(38,18) not null default 0 check (unpaid_funding >= 0),
    add column closing_funding numeric(38,18) not null default 0 -- paid at the end, out of what came back
        check (closing_funding >= 0),
    add constraint ended_owes_nothing check (state in (1, 2) or unpaid_funding = 0),
    add constraint closing_funding_at_the_end check (state in (3, 4) or closing_funding = 0);

-- By how much what is unpaid became more; less, where it is below zero. amount - unpaid is what was due. `at` is the time of
-- funding also where a part of it was paid before, at the end of the position; of what was left unpaid, that end.
alter table funding_payments add column unpaid numeric(38,18) not null default 0;
alter table funding_owed add column unpaid numeric(38,18) not null default 0;

-- The view knows the columns that the table had when it was made.
drop view named_positions;
create view named_positions as
    select p.*, m.pair, m.quote_id, m.tick, a.code as coin, a.icon, c.user_unique_id
      from positions p join markets m on m.id = p.market_id join assets a on a.id = m.base_id
      join clients c on c.id = p.client_id;
grant select on named_positions to cambio_app;

-- As before, and what is unpaid is divided, too.
create or replace function part_leaves_its_position() returns trigger language plpgsql as $$
begin
    update positions set quantity = quantity - new.quantity, initial_margin = initial_margin - new.initial_margin,
        added_margin = added_margin - new.added_margin, funding = funding - new.funding, margin = margin - new.margin,
        unpaid_funding = unpaid_funding - new.unpaid_funding, fee = fee - new.fee, fee_returned = fee_returned - new.fee_returned
     where id = new.part_of and state = 1
       and (client_id, market_id, side, leverage, opening_price, opened_at, beside, fee_settled) =
           (new.client_id, new.market_id, new.side, new.leverage, new.opening_price, new.opened_at, new.beside, new.fee_settled);
    if not found then
        raise exception 'a part leaves an open position that is like it' using errcode = 'CA002';
    end if;
    return new;
end $$;

-- At the end funding (27) is paid out of what came back to FUTURE, and by cambioctl futures close, too.
insert into ledger.paths
select 27, d.place, c.place, false from ledger.places d, ledger.places c where d.name = 'FUTURE' and c.name = 'liquidity';
insert into ledger.posters values ('cambio_operator', 27);
grant insert on funding_payments to cambio_operator;
