-- compatible-from: 099
-- Take profit and stop loss that are attached to a spot order: once it is done, a pair on the other side for what it has traded.
-- A program of before would end such an order without its pair.
alter table orders
    add column take_profit numeric(38,18),          -- the pair's limit leg
    add column stop_loss numeric(38,18),            -- where its stop leg is triggered
    add column stop_loss_limit numeric(38,18),      -- that leg's limit
    add constraint brackets
        check (num_nonnulls(take_profit, stop_loss, stop_loss_limit) = 0
               or (num_nonnulls(take_profit, stop_loss, stop_loss_limit) = 3 and least(take_profit, stop_loss, stop_loss_limit) > 0
                   and type in (1, 2) and oco_group is null));

-- Of each such order that is done, written with its end.
create table spot_brackets (
    order_id bigint primary key references orders,
    client_id bigint not null references clients,
    state smallint not null check (state between 1 and 4), -- 1 WAITING, 2 PLACED, 3 REFUSED, 4 CANCELLED: nothing was traded
    reason text,                                    -- the error that placing the pair ended with, for good
    pair_id bigint references orders,               -- the pair's limit leg, whose key is 'bracket:' and order_id
    done_at timestamptz not null default now(),
    due_at timestamptz not null default now(),      -- when the pair is asked for next
    ended_at timestamptz,
    constraint ended_has_a_time check ((state = 1) = (ended_at is null)),
    constraint placed_has_a_pair check ((state = 2) = (pair_id is not null)),
    constraint refused_for_a_reason check ((state = 3) = (reason is not null))
);
create index spot_brackets_waiting on spot_brackets (due_at, order_id) where state = 1;

grant select on spot_brackets to cambio_app;
grant insert on spot_brackets to cambio_spot;
grant update (state, reason, pair_id, due_at, ended_at) on spot_brackets to cambio_spot;
