-- What each order costs, less of it. A batch of orders evaluates every CHECK and every partial index's condition of its tables
-- for each row, and reads their expressions anew for each statement.

-- One condition in place of five.
alter table orders
    drop constraint orders_side_check, drop constraint orders_state_check, drop constraint orders_quantity_check,
    drop constraint orders_check, drop constraint stop_orders,
    add constraint sound check (
        side between 1 and 2 and state between 1 and 3 and quantity > 0 and filled >= 0 and filled <= quantity
        and (stop_price is null or (type = 3 and stop_price > 0 and stop_direction between 1 and 2)));
alter table fills
    drop constraint fills_price_check, drop constraint fills_quantity_check,
    add constraint sound check (price > 0 and quantity > 0);
alter table ledger_transfers
    drop constraint ledger_transfers_check, drop constraint ledger_transfers_amount_check,
    add constraint sound check (amount > 0 and credit <> debit);

-- Whose an account is and whether it may be negative is checked when that is written, not with each new balance.
create function check_owner() returns trigger language plpgsql as $$
begin
    if (new.client_id is null) <> (new.house <> '')
        or new.may_be_negative and (new.client_id is not null or not (new.house = 'demo' or new.house like 'chain:%')) then
        raise exception 'ledger account % belongs to nobody or to two, or may not be negative', new.id
            using errcode = 'check_violation';
    end if;
    return null;
end $$;
create constraint trigger owner after insert or update of client_id, house, may_be_negative on ledger_accounts
    for each row execute function check_owner();
alter table ledger_accounts drop constraint only_the_world_is_negative, drop constraint client_or_house;

-- Two indexes in place of seven: all movements but those of orders (ledger::Kind order_hold, order_release, trade, fee), of
-- which there are many and which nobody looks up by account.
drop index ledger_transfers_deposits, ledger_transfers_in, ledger_transfers_out, ledger_transfers_moved_in,
    ledger_transfers_moved_out, ledger_transfers_earned_in, ledger_transfers_earned_out;
create index ledger_transfers_in on ledger_transfers (credit, at) where kind not in (5, 6, 7, 8);
create index ledger_transfers_out on ledger_transfers (debit, at) where kind not in (5, 6, 7, 8);
