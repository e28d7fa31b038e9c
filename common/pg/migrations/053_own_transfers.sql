-- A client's statement reads that client's transfers alone, however much others trade. Those of trading lacked an index by
-- account (migration 020). What ledger/statement.cpp can tell without one has none: the credited side of a hold and of its
-- release, which is the same client's, and that of a fee, which is the house's.
create index ledger_transfers_traded_in on ledger_transfers (credit, at) where kind = 7;
create index ledger_transfers_traded_out on ledger_transfers (debit, at) where kind in (5, 6, 7, 8);
