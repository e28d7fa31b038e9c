-- compatible-from: 088
-- What reversed deposits still lack is looked for with each step of watch_deposits.
create index deposits_owed on deposits (network_id) where state = 5 and credited > 0;

-- cambioctl futures cancel.
grant update (state, ended_at) on futures_orders to cambio_operator;
