-- compatible-from: 102
-- Orders that close a position, or a part of it, once the mark is where their client wants it. They hold nothing and never close more
-- than is open. They have a table of their own: older programs would fill them as orders that open a position. These go on without
-- knowing them: whoever ends a position, or asks for that, cancels what waits for it, too.
create table closing_orders (
    id bigint primary key,                          -- of positions_id_seq: no other order for futures has the same
    position_id bigint not null references positions,
    client_id bigint not null,                      -- whose position it is; no table beside positions is locked for it
    market_id smallint not null references contracts,
    client_key text,                                -- idempotency key
    content_hash bigint not null,                   -- of what was asked for under that key
    kind smallint not null check (kind in (1, 2)),  -- 1 LIMIT, 2 TRIGGER
    price numeric(38,18) not null check (price > 0),
    rises boolean not null,                         -- filled at a mark of the price or more; otherwise at one of it or less
    quantity numeric(38,18) not null check (quantity > 0),
    state smallint not null default 1 check (state between 1 and 3), -- 1 OPEN, 2 FILLED, 3 CANCELLED
    closed_as bigint references positions,          -- what it asked to be closed: the position, or the part that left it
    created_at timestamptz not null default clock_timestamp(),
    ended_at timestamptz,
    constraint ended_has_a_time check ((state = 1) = (ended_at is null)),
    constraint filled_closes_something check ((state = 2) = (closed_as is not null))
);
create unique index closing_orders_client_key on closing_orders (client_id, client_key) where client_key is not null;
create index closing_orders_open on closing_orders (client_id, id) where state = 1;
create index closing_orders_past on closing_orders (client_id, ended_at desc, id desc) where state <> 1;
create index closing_orders_of_position on closing_orders (position_id) where state = 1;
-- Which a new mark reaches: a range of prices for each contract and direction.
create index closing_orders_waiting on closing_orders (market_id, rises, price) where state = 1;

create function closing_order_keeps_its_word() returns trigger language plpgsql as $$
begin
    if old.state <> 1 then
        raise exception 'an order that ended does not change' using errcode = 'CA002';
    end if;
    if (new.id, new.position_id, new.client_id, new.market_id, new.client_key, new.content_hash, new.kind, new.price, new.rises,
        new.quantity, new.created_at) is distinct from
       (old.id, old.position_id, old.client_id, old.market_id, old.client_key, old.content_hash, old.kind, old.price, old.rises,
        old.quantity, old.created_at) then
        raise exception 'what was ordered does not change' using errcode = 'CA002';
    end if;
    -- The handler that clients talk to takes orders back; the job fills them.
    if session_user = 'cambio_futures' and new.state not in (1, 3) then
        raise exception 'this program only takes orders back' using errcode = 'insufficient_privilege';
    end if;
    return new;
end $$;
create trigger closing_order_keeps_its_word before update on closing_orders
    for each row execute function closing_order_keeps_its_word();

-- Whoever changes closing orders has locked their position.
create function closing_orders_end_with_their_position() returns trigger language plpgsql as $$
begin
    update closing_orders set state = 3, ended_at = clock_timestamp() where position_id = new.id and state = 1;
    return null;
end $$;
create trigger closing_orders_end_with_their_position after update of state on positions
    for each row when (old.state = 1 and new.state <> 1) execute function closing_orders_end_with_their_position();

-- An order with the names that go with it, and with what it closed.
create view named_closing_orders as
    select o.*, p.side, m.pair, a.code as coin, a.icon, c.user_unique_id, f.requested_price as filled_price,
           f.quantity as filled_quantity
      from closing_orders o join positions p on p.id = o.position_id join markets m on m.id = o.market_id
      join assets a on a.id = m.base_id join clients c on c.id = o.client_id left join positions f on f.id = o.closed_as;

grant select on closing_orders, named_closing_orders to cambio_app;
grant insert on closing_orders to cambio_futures;
grant update (state, ended_at) on closing_orders to cambio_futures;
grant update (state, closed_as, ended_at) on closing_orders to cambio_positions;
