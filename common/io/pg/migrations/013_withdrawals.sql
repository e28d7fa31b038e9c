-- Withdrawals, and the transactions that carry them out of the exchange.

create table withdrawals (
    id bigint generated always as identity primary key,
    client_id bigint not null references clients,
    client_key text,                                -- idempotency key
    content_hash bigint not null,                   -- of what the client asked for under that key
    asset_id smallint not null references assets,
    network text not null,
    address text not null,                          -- in the network's normal spelling
    amount numeric(38,18) not null,                 -- what leaves the wallet; the receiver gets amount − fee
    fee numeric(38,18) not null check (fee >= 0),
    worth numeric(38,18) not null check (worth >= 0), -- USDT when it was asked for: counts for the limits
    one_step boolean not null,                      -- asked for without a code by mail
    confirmations_needed integer not null check (confirmations_needed > 0),
    stage smallint not null default 1 check (stage between 1 and 9),
        -- 1 REQUESTED, 2 APPROVED, 3 EXPORTED, 4 SIGNED, 5 BROADCAST, 6 UNKNOWN, 7 CONFIRMED, 8 REJECTED, 9 CANCELLED
    reason text not null default '',                -- why it was rejected, or came back for review
    requested_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint receiver_gets_something check (amount > fee)
) with (fillfactor = 70);
create unique index withdrawals_client_key on withdrawals (client_id, client_key) where client_key is not null;
create index withdrawals_newest on withdrawals (client_id, id desc);
create index withdrawals_recent on withdrawals (client_id, requested_at) where stage < 8;
create index withdrawals_open on withdrawals (stage, id) where stage < 7;

-- Which stage may follow which; the same table as withdrawals::may_become, for whoever forgets it.
create function withdrawal_keeps_its_word() returns trigger language plpgsql as $$
begin
    if (new.client_id, new.asset_id, new.network, new.address, new.amount, new.fee, new.worth, new.requested_at)
            is distinct from (old.client_id, old.asset_id, old.network, old.address, old.amount, old.fee, old.worth,
                              old.requested_at) then
        raise exception 'what was asked for does not change' using errcode = 'CA002';
    end if;
    if new.stage <> old.stage and not (case old.stage
            when 1 then new.stage in (2, 8, 9)
            when 2 then new.stage in (3, 8, 9)
            when 3 then new.stage in (1, 4, 8)
            when 4 then new.stage in (1, 5, 6, 7, 8)
            when 5 then new.stage in (1, 6, 7, 8)
            when 6 then new.stage in (1, 5, 7, 8)
            else false end) then
        raise exception 'stage % does not follow stage %', new.stage, old.stage using errcode = 'CA002';
    end if;
    return new;
end $$;
create trigger withdrawal_keeps_its_word before update on withdrawals
    for each row execute function withdrawal_keeps_its_word();

-- A withdrawal with the names that go with it.
create view named_withdrawals as
    select w.*, a.code as coin, a.name as full_name, a.icon, c.user_unique_id, c.email,
           (select l.label from withdrawal_addresses l
             where l.client_id = w.client_id and l.asset_id = w.asset_id and l.network = w.network
                   and l.address = w.address) as label
      from withdrawals w join assets a on a.id = w.asset_id join clients c on c.id = w.client_id;

-- What was given out to be signed. The signed bytes are stored before they are sent anywhere, and
-- nothing but these bytes is ever sent.
create table outgoing_transactions (
    id bigint generated always as identity primary key,
    withdrawal_id bigint not null references withdrawals,
    network text not null,
    sender text not null,                           -- the hot address
    nonce bigint,                                   -- of the sender, on EVM networks
    form jsonb not null,                            -- what the signer was given; the signed one is compared with it
    raw bytea,                                      -- signed
    txid text,
    stage smallint not null default 1 check (stage between 1 and 7),
        -- 1 EXPORTED, 2 SIGNED, 3 BROADCAST, 4 UNKNOWN, 5 CONFIRMED, 6 FAILED (in a block, moved nothing),
        -- 7 REPLACED (another one that excludes it is final)
    replaced_by text,                               -- the transaction that excludes it
    block_number bigint,
    block_hash text,
    confirmations integer not null default 0,
    network_fee numeric(38,18),                     -- what the chain took, in the network's own coin
    network_fee_asset smallint references assets,
    network_fee_booked_at timestamptz,              -- house:fees may have too little of that coin at first
    exported_at timestamptz not null default now(),
    signed_at timestamptz,
    sent_at timestamptz,                            -- before the first attempt to send it
    ended_at timestamptz,
    constraint signed_has_bytes check (stage in (1, 7) or (raw is not null and txid is not null))
) with (fillfactor = 70);
-- A nonce and an output are spent once: this is what makes paying twice impossible on the chain, too.
create unique index outgoing_transactions_nonce on outgoing_transactions (network, sender, nonce)
    where nonce is not null;
create unique index outgoing_transactions_txid on outgoing_transactions (network, txid) where txid is not null;
create unique index outgoing_transactions_current on outgoing_transactions (withdrawal_id) where stage < 6;
create index outgoing_transactions_open on outgoing_transactions (network, stage) where stage in (2, 3, 4);
create index outgoing_transactions_unbooked on outgoing_transactions (id)
    where network_fee is not null and network_fee_booked_at is null;

create function signed_bytes_stand() returns trigger language plpgsql as $$
begin
    if (old.raw is not null and (new.raw, new.txid) is distinct from (old.raw, old.txid))
            or (new.withdrawal_id, new.network, new.sender, new.nonce) is distinct from
               (old.withdrawal_id, old.network, old.sender, old.nonce) then
        raise exception 'signed bytes and what they stand for do not change' using errcode = 'CA002';
    end if;
    return new;
end $$;
create trigger signed_bytes_stand before update on outgoing_transactions
    for each row execute function signed_bytes_stand();

-- Bitcoin: what lies at the hot address, as the blocks say.
create table hot_outputs (
    network text not null,
    txid text not null,
    position integer not null,
    value numeric(38,18) not null check (value > 0),
    height bigint not null,
    block_hash text not null,
    spent_height bigint,                            -- a block has spent it
    reserved_by bigint references outgoing_transactions,
    primary key (network, txid, position)
);
create index hot_outputs_free on hot_outputs (network, height) where spent_height is null and reserved_by is null;

grant select on named_withdrawals to cambio_app;
grant select, insert, update on withdrawals, outgoing_transactions to cambio_app;
grant select, insert, update, delete on hot_outputs to cambio_app;
grant usage, select on all sequences in schema public to cambio_app;
