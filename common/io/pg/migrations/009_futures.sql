-- Futures: perpetual contracts with isolated margin in USDT. A position's margin lies in its client's
-- FUTURE held account; the counterparty is the house.

-- A market whose coin the provider has as a swap, too. The job fetch_marks makes the rows.
create table contracts (
    market_id smallint primary key references markets,
    instrument text not null unique,                -- the provider's name, BTC-USDT-SWAP
    listed_at timestamptz not null default now()
);

-- The provider's last word on each contract, as `quotes` for the markets.
create table marks (
    market_id smallint primary key references contracts,
    price numeric(38,18) not null check (price > 0),
    provider_at timestamptz not null,               -- the provider's own time
    received_at timestamptz not null,
    held_back numeric(38,18),                       -- a mark over 20 % away that waits for a second one
    held_back_at timestamptz
) with (fillfactor = 50);

-- What longs pay to shorts, of the value at `mark`, at the time `at`. The rate is the provider's
-- forecast until then; with the first mark from then on it is history.
create table funding_rates (
    market_id smallint not null references contracts,
    at timestamptz not null,
    rate numeric(38,18) not null check (rate between -1 and 1),
    mark numeric(38,18) check (mark > 0),
    received_at timestamptz not null default now(),
    settled_at timestamptz,                         -- every position has paid or received
    primary key (market_id, at),
    constraint settled_at_a_mark check (settled_at is null or mark is not null)
);
create index funding_rates_due on funding_rates (at) where settled_at is null;

create function funding_rate_is_history() returns trigger language plpgsql as $$
begin
    if old.settled_at is not null or (old.mark is not null
            and (new.mark, new.rate) is distinct from (old.mark, old.rate)) then
        raise exception 'a funding rate that was settled does not change' using errcode = 'CA002';
    end if;
    return new;
end $$;
create trigger funding_rate_is_history before update on funding_rates
    for each row execute function funding_rate_is_history();

create table positions (
    id bigint generated always as identity primary key,
    client_id bigint not null references clients,
    market_id smallint not null references contracts,
    client_key text,                                -- idempotency key of the opening
    content_hash bigint not null,                   -- of what was asked for under that key
    side smallint not null check (side in (1, 2)),  -- 1 BUY_MORE, 2 SELL_EMPTY
    leverage smallint not null check (leverage in (10, 15, 20)),
    quantity numeric(38,18) not null check (quantity > 0),            -- base
    opening_price numeric(38,18) not null check (opening_price > 0),  -- the mark of that moment
    initial_margin numeric(38,18) not null check (initial_margin > 0),
    added_margin numeric(38,18) not null default 0 check (added_margin >= 0),
    funding numeric(38,18) not null default 0,      -- received less paid
    margin numeric(38,18) not null check (margin >= 0), -- held; of a position that ended, what was held at its end
    fee numeric(38,18) not null check (fee >= 0),
    liquidation_price numeric(38,18) check (liquidation_price > 0),   -- null: no price liquidates
    warning_price numeric(38,18) check (warning_price > 0),           -- of the margin call, likewise
    take_profit numeric(38,18) check (take_profit > 0),
    stop_loss numeric(38,18) check (stop_loss > 0),
    state smallint not null default 1 check (state between 1 and 4),  -- 1 OPEN, 2 CLOSE_REQUESTED, 3 CLOSED, 4 LIQUIDATED
    requested_price numeric(38,18) check (requested_price > 0),       -- at which it will be closed, whatever happens
    requested_at timestamptz,
    close_key text,                                 -- idempotency key of the request
    warned_at timestamptz,                          -- the margin call was sent
    closing_price numeric(38,18) check (closing_price > 0),
    realised numeric(38,18),                        -- profit or loss, without fee and funding
    reason smallint check (reason between 1 and 5), -- 1 closed, 2 take_profit, 3 stop_loss, 4 liquidated, 5 operator
    opened_at timestamptz not null default now(),
    closed_at timestamptz,
    constraint margin_is_its_parts check (margin = initial_margin + added_margin + funding),
    constraint requested_has_a_price check (state <> 2 or (requested_price is not null and requested_at is not null)),
    constraint ended_has_an_end check ((state in (3, 4)) =
        (closing_price is not null and realised is not null and reason is not null and closed_at is not null)),
    constraint liquidated_for_a_reason check ((state = 4) = (reason is not distinct from 4)),
    constraint loses_its_margin_at_most check (realised >= -margin)
) with (fillfactor = 70);
create unique index positions_client_key on positions (client_id, client_key) where client_key is not null;
create unique index positions_close_key on positions (client_id, close_key) where close_key is not null;
create index positions_current on positions (client_id, id) where state in (1, 2);
create index positions_past on positions (client_id, closed_at desc, id desc) where state in (3, 4);
-- Whom a new mark liquidates: a range of prices for each contract and side.
create index positions_liquidation on positions (market_id, side, liquidation_price) where state = 1;
create index positions_warning on positions (market_id, side, warning_price)
    where state = 1 and warned_at is null;
create index positions_targets on positions (market_id, id)
    where state = 1 and (take_profit is not null or stop_loss is not null);
create index positions_requested on positions (requested_at, id) where state = 2;
create index positions_of_contract on positions (market_id, id) where state in (1, 2);

create function position_is_history() returns trigger language plpgsql as $$
begin
    if old.state in (3, 4) then
        raise exception 'a position that ended does not change' using errcode = 'CA002';
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
create trigger position_is_history before update on positions
    for each row execute function position_is_history();

-- A position with the names that go with it.
create view named_positions as
    select p.*, m.pair, m.quote_id, m.tick, a.code as coin, a.icon, c.user_unique_id
      from positions p join markets m on m.id = p.market_id join assets a on a.id = m.base_id
      join clients c on c.id = p.client_id;

create table margin_additions (
    id bigint generated always as identity primary key,
    position_id bigint not null references positions,
    client_id bigint not null references clients,
    client_key text,                                -- idempotency key
    amount numeric(38,18) not null check (amount > 0),
    at timestamptz not null default now()
);
create unique index margin_additions_key on margin_additions (client_id, client_key)
    where client_key is not null;
create index margin_additions_position on margin_additions (position_id);

-- Each position pays or receives once for each time of funding.
create table funding_payments (
    position_id bigint not null references positions,
    at timestamptz not null,                        -- the time that it was due
    client_id bigint not null references clients,
    market_id smallint not null references contracts,
    rate numeric(38,18) not null,
    mark numeric(38,18) not null check (mark > 0),
    size numeric(38,18) not null check (size >= 0), -- USDT: quantity × mark
    amount numeric(38,18) not null,                 -- received (> 0) or paid (< 0)
    paid_at timestamptz not null default now(),
    primary key (position_id, at)
);
create index funding_payments_client on funding_payments (client_id, at desc, position_id desc);

-- Why a position was liquidated, for its owner.
create table liquidations (
    position_id bigint primary key references positions,
    price numeric(38,18) not null check (price > 0), -- the mark
    mark_at timestamptz not null,                   -- the provider's time of that mark
    at timestamptz not null default now(),
    margin numeric(38,18) not null check (margin >= 0),
    maintenance numeric(38,18) not null,
    equity numeric(38,18) not null,
    formula text not null,
    to_liquidity numeric(38,18) not null check (to_liquidity >= 0),
    to_insurance numeric(38,18) not null check (to_insurance >= 0),
    from_insurance numeric(38,18) not null check (from_insurance >= 0),
    constraint maintenance_was_not_met check (equity <= maintenance),
    constraint all_of_the_margin check (to_liquidity + to_insurance = margin)
);

grant select on named_positions to cambio_app;
grant select, insert on contracts, margin_additions, funding_payments, liquidations to cambio_app;
grant select, insert, update on marks, funding_rates, positions to cambio_app;
