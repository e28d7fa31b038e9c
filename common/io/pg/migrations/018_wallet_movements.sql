-- A coin's movements: what else comes into a spot wallet or leaves it than by orders, conversions and withdrawals. As many
-- indexes as before, so that a batch of orders costs what it did. Of ledger::Kind: demo_grant, deposit, wallet_transfer,
-- task_reward, fee_refund, fee_share, deposit_reversal, earn_subscribe, earn_redeem, earn_interest.
drop index ledger_transfers_moved_in, ledger_transfers_moved_out;
create index ledger_transfers_moved_in on ledger_transfers (credit, at) where kind in (1, 2, 11, 12, 15, 16, 62, 70, 71, 72);
create index ledger_transfers_moved_out on ledger_transfers (debit, at) where kind in (1, 2, 11, 12, 15, 16, 62, 70, 71, 72);
