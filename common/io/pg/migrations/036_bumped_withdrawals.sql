-- What a withdrawal was signed as can be replaced by the same payment with a higher fee. All signed versions are kept:
-- a chain takes one of them at most, for they have the nonce or a coin in common.

alter table outgoing_transactions add column replaces bigint references outgoing_transactions;
-- Each is replaced once: of two bumps at the same time one fails.
create unique index outgoing_transactions_replaces on outgoing_transactions (replaces) where replaces is not null;
drop index outgoing_transactions_nonce;
create unique index outgoing_transactions_nonce on outgoing_transactions (network, sender, nonce)
    where nonce is not null and replaces is null;
drop index outgoing_transactions_current;
create unique index outgoing_transactions_current on outgoing_transactions (withdrawal_id)
    where stage < 6 and replaces is null;
create index outgoing_transactions_versions on outgoing_transactions (withdrawal_id, id);

create function replacement_pays_the_same() returns trigger language plpgsql as $$
begin
    if new.replaces is not null and not exists (
            select from outgoing_transactions o where o.id = new.replaces and o.stage in (2, 3, 4)
               and (o.withdrawal_id, o.network, o.sender) = (new.withdrawal_id, new.network, new.sender)
               and o.nonce is not distinct from new.nonce) then
        raise exception 'a replacement is the same payment as what it replaces' using errcode = 'CA002';
    end if;
    return new;
end $$;
create trigger replacement_pays_the_same before insert on outgoing_transactions
    for each row execute function replacement_pays_the_same();

create or replace function signed_bytes_stand() returns trigger language plpgsql as $$
begin
    if (old.raw is not null and (new.raw, new.txid) is distinct from (old.raw, old.txid))
            or (new.withdrawal_id, new.network, new.sender, new.nonce, new.replaces) is distinct from
               (old.withdrawal_id, old.network, old.sender, old.nonce, old.replaces) then
        raise exception 'signed bytes and what they stand for do not change' using errcode = 'CA002';
    end if;
    return new;
end $$;

-- On Bitcoin one transaction pays several withdrawals. It is the first one's, and the others name that one.
alter table withdrawals add column paid_with bigint references withdrawals;
create index withdrawals_paid_with on withdrawals (paid_with) where paid_with is not null;

-- The version that stands for a withdrawal: the final one, or the one in a block, or the newest that a node has.
create function shown_transaction(of_withdrawal bigint) returns setof outgoing_transactions
    language sql stable as $$
    select * from outgoing_transactions
     where withdrawal_id = (select coalesce(paid_with, id) from withdrawals where id = of_withdrawal)
     order by stage = 5 desc, stage < 6 desc, confirmations > 0 desc, stage = 3 desc, sent_at is not null desc, id desc
     limit 1
$$;

-- Which keys of the configuration belong to a network: <node>_NODE_URL, <keys>_XPUB, HOT_<keys>_ADDRESS.
alter table networks
    add column node text not null default '',
    add column keys text not null default '';
update networks set
    node = case when name = 'BEP20' then 'BSC' when kind = 'evm' then 'ETHEREUM' when kind = 'tron' then 'TRON'
           else 'BITCOIN' end,
    keys = case kind when 'evm' then 'ETHEREUM' when 'tron' then 'TRON' else 'BITCOIN' end;
