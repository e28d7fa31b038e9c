-- A database that was restored from a backup knows nothing of what happened after the restored moment: what was sent to
-- clients' withdrawals may have left, addresses and sessions may have been given out. `cambioctl restored` guards against it.

-- Each time it was guarded.
create table restores (
    id bigint generated always as identity primary key,
    guarded_at timestamptz not null default now(),
    moment timestamptz not null                     -- of the last thing that the database knew
);
grant select on restores to cambio_app;
grant insert on restores to cambio_operator;

-- Of each key the addresses that may have been given to clients whom this database does not know.
create table skipped_addresses (
    restore_id bigint not null references restores,
    key_id text not null references deposit_keys,
    first_index bigint not null,
    last_index bigint not null check (last_index >= first_index),
    primary key (restore_id, key_id)
);
grant select on skipped_addresses to cambio_app;
grant insert on skipped_addresses to cambio_operator;
grant insert, update on deposit_keys to cambio_operator;

-- Nobody knows yet whether it was sent after the restored moment. Until that is known, nothing leads to a second payment or
-- gives its money back.
alter table withdrawals add column in_doubt boolean not null default false;
create index withdrawals_in_doubt on withdrawals (network, id) where in_doubt;

create or replace function withdrawal_keeps_its_word() returns trigger language plpgsql as $$
begin
    if (new.client_id, new.asset_id, new.network, new.address, new.amount, new.fee, new.worth, new.requested_at)
            is distinct from (old.client_id, old.asset_id, old.network, old.address, old.amount, old.fee, old.worth,
                              old.requested_at) then
        raise exception 'what was asked for does not change' using errcode = 'CA002';
    end if;
    if new.stage <> old.stage and new.in_doubt and new.stage in (1, 2, 3, 8, 9) then
        raise exception 'it may have been sent already' using errcode = 'CA002';
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

-- With the new column at its end.
create or replace view named_withdrawals as
    select w.id, w.client_id, w.client_key, w.content_hash, w.asset_id, w.network, w.address, w.amount, w.fee, w.worth,
           w.one_step, w.confirmations_needed, w.stage, w.reason, w.requested_at, w.updated_at,
           a.code as coin, a.name as full_name, a.icon, c.user_unique_id, c.email,
           (select l.label from withdrawal_addresses l
             where l.client_id = w.client_id and l.asset_id = w.asset_id and l.network = w.network
                   and l.address = w.address) as label,
           w.in_doubt
      from withdrawals w join assets a on a.id = w.asset_id join clients c on c.id = w.client_id;
