-- The fees of positions are settled like those of fills: credit pays them, referrers get a share.

alter table positions add column fee_settled boolean not null default false;
create index positions_fee_due on positions (id) where not fee_settled and fee > 0;

-- As before, but that the fee of a position that ended may still be settled.
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
        new.initial_margin, new.fee, new.opened_at) is distinct from
       (old.client_id, old.market_id, old.side, old.leverage, old.quantity, old.opening_price,
        old.initial_margin, old.fee, old.opened_at) then
        raise exception 'what a position was opened with does not change' using errcode = 'CA002';
    end if;
    if old.state = 2 and new.requested_price is distinct from old.requested_price then
        raise exception 'the price of a request stands' using errcode = 'CA002';
    end if;
    return new;
end $$;
