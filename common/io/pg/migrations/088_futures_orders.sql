-- compatible-from: 088
-- Orders that open a futures position once the mark is where their client wants it. What one may cost is held from the FUTURE
-- wallet for as long as it is open, and the audit of older programs would find money held for nothing.
create table futures_orders (
    id bigint primary key,                          -- of positions_id_seq: the position that it opens has the same
    client_id bigint not null references clients,
    market_id smallint not null references contracts,
    client_key text,                                -- idempotency key
    content_hash bigint not null,                   -- of what was asked for under that key
    kind smallint not null check (kind in (1, 2)),  -- 1 LIMIT, 2 TRIGGER
    side smallint not null check (side in (1, 2)),  -- 1 BUY_MORE, 2 SELL_EMPTY
    price numeric(38,18) not null check (price > 0),
    rises boolean not null,                         -- filled at a mark of the price or more; otherwise at one of it or less
    leverage smallint not null check (leverage in (10, 15, 20)),
    margin numeric(38,18) not null check (margin > 0),
    held numeric(38,18) not null check (held >= margin), -- as long as it is open: margin and fee at their most
    take_profit numeric(38,18) check (take_profit > 0),  -- of the position
    stop_loss numeric(38,18) check (stop_loss > 0),
    state smallint not null default 1 check (state between 1 and 4), -- 1 OPEN, 2 FILLED, 3 CANCELLED, 4 REFUSED
    reason text                                     -- the error that opening the position ended with, for good
        check (reason in ('frozen_account', 'below_minimum', 'above_maximum', 'off_tick', 'target_side', 'too_many_positions')),
    waits_since timestamptz,                        -- when the house first had no room for it
    created_at timestamptz not null default clock_timestamp(),
    ended_at timestamptz,
    constraint never_worse_than_its_price check (kind = 2 or rises = (side = 2)),
    constraint ended_has_a_time check ((state = 1) = (ended_at is null)),
    constraint refused_for_a_reason check ((state = 4) = (reason is not null))
);
create unique index futures_orders_client_key on futures_orders (client_id, client_key) where client_key is not null;
create index futures_orders_open on futures_orders (client_id, id) where state = 1;
create index futures_orders_past on futures_orders (client_id, ended_at desc, id desc) where state <> 1;
-- Which a new mark reaches: a range of prices for each contract and direction.
create index futures_orders_waiting on futures_orders (market_id, rises, price) where state = 1;
create index futures_orders_without_room on futures_orders (market_id) where state = 1 and waits_since is not null;

create function futures_order_keeps_its_word() returns trigger language plpgsql as $$
begin
    if old.state <> 1 then
        raise exception 'an order that ended does not change' using errcode = 'CA002';
    end if;
    if (new.client_id, new.market_id, new.client_key, new.content_hash, new.kind, new.side, new.price, new.rises, new.leverage,
        new.margin, new.held, new.take_profit, new.stop_loss, new.created_at) is distinct from
       (old.client_id, old.market_id, old.client_key, old.content_hash, old.kind, old.side, old.price, old.rises, old.leverage,
        old.margin, old.held, old.take_profit, old.stop_loss, old.created_at) then
        raise exception 'what was ordered does not change' using errcode = 'CA002';
    end if;
    -- The handler that clients talk to takes orders back; the job fills them.
    if session_user = 'cambio_futures' and new.state not in (1, 3) then
        raise exception 'this program only takes orders back' using errcode = 'insufficient_privilege';
    end if;
    return new;
end $$;
create trigger futures_order_keeps_its_word before update on futures_orders
    for each row execute function futures_order_keeps_its_word();

-- An order with the names that go with it.
create view named_futures_orders as
    select o.*, m.pair, m.quote_id, m.tick, m.lot, m.minimum_total, m.tradable, a.code as coin, a.icon, c.user_unique_id,
           c.status <> 'ACTIVE' as frozen, p.opening_price as filled_price
      from futures_orders o join markets m on m.id = o.market_id join assets a on a.id = m.base_id
      join clients c on c.id = o.client_id left join positions p on p.id = o.id;

grant select on futures_orders, named_futures_orders to cambio_app;
grant insert on futures_orders to cambio_futures;
grant update (state, ended_at) on futures_orders to cambio_futures;
grant update (state, reason, waits_since, ended_at) on futures_orders to cambio_positions;
grant insert on positions to cambio_positions;
