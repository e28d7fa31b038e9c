-- compatible-from: 102
-- From which addresses the networks' withdrawals are paid, as the configuration has said over time. A restored database is older than
-- its configuration: what was sent after the restored moment may have been sent from an address that is configured no more, also from
-- one that had sent nothing before.
create table hot_addresses (
    network text not null,
    address text not null,                          -- in the network's normal spelling
    seen_at timestamptz not null default now(),     -- when the configuration had come to name it, the last time
    primary key (network, address)
);
insert into hot_addresses (network, address, seen_at)
    select network, sender, max(exported_at) from outgoing_transactions group by network, sender;
grant select on hot_addresses to cambio_app;
grant insert, update on hot_addresses to cambio_withdrawals;
