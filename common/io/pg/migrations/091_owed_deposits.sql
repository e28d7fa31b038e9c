-- compatible-from: 088
-- What reversed deposits still lack is looked for with each step of watch_deposits.
create index deposits_owed on deposits (network_id) where state = 5 and credited > 0;
