-- A client's statement reads that client's transfers alone, however much others trade. Those of trading lacked an index: one by
-- account would cost each order a fifteenth of its time, for its entries lie all over it. A client's orders and fills say when
-- they were, and entries by time come in a row.
create index ledger_transfers_traded_out on ledger_transfers (at, debit) where kind in (5, 6, 7, 8);
create index ledger_transfers_traded_in on ledger_transfers (at, credit) where kind = 7;
