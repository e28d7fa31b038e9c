-- What fee credit (15) gave back of one fee is asked for by its order or position.
create index ledger_transfers_fee_credit on ledger_transfers (reference) where kind = 15;
