-- compatible-from: 088
-- What reversed deposits still lack is looked for with each step of watch_deposits.
-- From settled_at on, the operator has settled with the client what is missing, and nothing more is taken.
alter table deposits add column settled_at timestamptz;
create index deposits_owed on deposits (network_id) where state = 5 and credited > 0 and settled_at is null;

-- cambioctl futures cancel.
grant update (state, ended_at) on futures_orders to cambio_operator;
