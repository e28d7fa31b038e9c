-- compatible-from: 088
-- A withdrawal whose transaction a block has taken and that failed there, for its receiver refused it: what the receiver was to get
-- is the client's again, and the fee stays with the house, which has paid the network for nothing.
alter table withdrawals add column fee_kept numeric(38,18) not null default 0
    constraint fee_is_kept_whole check (fee_kept = 0 or (fee_kept = fee and stage = 8));
-- What goes to such an address again waits for an operator.
create index withdrawals_failed on withdrawals (network, address, requested_at) where fee_kept > 0;

-- With the new column at its end.
create or replace view named_withdrawals as
    select w.id, w.client_id, w.client_key, w.content_hash, w.asset_id, w.network, w.address, w.amount, w.fee, w.worth,
           w.one_step, w.confirmations_needed, w.stage, w.reason, w.requested_at, w.updated_at,
           a.code as coin, a.name as full_name, a.icon, c.user_unique_id, c.email,
           (select l.label from withdrawal_addresses l
             where l.client_id = w.client_id and l.asset_id = w.asset_id and l.network = w.network
                   and l.address = w.address) as label,
           w.in_doubt, w.fee_kept
      from withdrawals w join assets a on a.id = w.asset_id join clients c on c.id = w.client_id;

insert into ledger.posters values ('cambio_withdrawals', 61);
