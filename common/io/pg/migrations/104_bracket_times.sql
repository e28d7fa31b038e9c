-- compatible-from: 102
-- What only passes with time is tried again for half an hour since `tried_since`: when the order was done, or its market was last
-- seen closed. (spot_brackets.pair_id is what was placed first: the pair's limit leg, or what took its profit at once, or the stop
-- alone. State 4 is also that of a bracket whose client cancelled all orders before its pair was placed.)
alter table spot_brackets add column tried_since timestamptz not null default now();
update spot_brackets set tried_since = done_at where state = 1;

-- Whoever cancels all orders ends what waits there, too.
create index spot_brackets_of_client on spot_brackets (client_id) where state = 1;

grant update (tried_since) on spot_brackets to cambio_spot;
