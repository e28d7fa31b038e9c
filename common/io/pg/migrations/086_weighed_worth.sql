-- What the policy found a withdrawal to be worth in USDT, by a price of its own. The column `worth` is what the handler that
-- clients talk to has written: whoever has taken that over writes 0. It has no right to this one.
alter table withdrawals add column weighed_worth numeric(38,18);

-- What the handler that clients talk to may post is checked against its rows: a hold is that of a withdrawal that waits for a
-- review, a release that of one that was taken back, each once and of the whole amount. Otherwise it could release the money of a
-- withdrawal that leaves.
create function ledger.check_withdrawals(debits bigint[], credits bigint[], amounts numeric[], kinds smallint[], refs bigint[])
    returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
    if exists (
        select from unnest(debits, credits, amounts, kinds, refs) as t (debit, credit, amount, kind, reference)
        join public.ledger_accounts a on a.id = case t.kind when 60 then t.credit else t.debit end
        left join public.withdrawals w on w.id = t.reference and w.client_id = a.client_id and w.asset_id = a.asset_id
             and w.amount = t.amount and w.stage = case t.kind when 60 then 1 else 9 end
        where w.id is null
           or (select count(*) from public.ledger_transfers e
                where e.credit = a.id and e.kind = 60 and e.reference = t.reference) <> 1
           or (select count(*) from public.ledger_transfers e
                where e.debit = a.id and e.kind = 61 and e.reference = t.reference)
              <> case t.kind when 60 then 0 else 1 end) then
        raise exception 'a hold or a release does not fit its withdrawal' using errcode = 'CA002';
    end if;
end $$;
alter function ledger.check_withdrawals owner to cambio_ledger;
revoke all on function ledger.check_withdrawals from public;
grant select (id, client_id, asset_id, amount, stage) on withdrawals to cambio_ledger;

-- As before, but for its last statement. Other roles pay a comparison of names for it, once a batch.
create or replace function ledger.post(debits bigint[], credits bigint[], amounts numeric[], kinds smallint[], refs bigint[])
    returns void language plpgsql security definer
    set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
    transfers constant integer := cardinality(debits);
    sound bigint;
begin
    if (transfers > 0 and cardinality(credits) = transfers and cardinality(amounts) = transfers
        and cardinality(kinds) = transfers and cardinality(refs) = transfers) is not true then
        raise exception 'a batch of transfers has arrays of one length' using errcode = '22023';
    end if;
    with written as (
        insert into public.ledger_transfers (debit, credit, amount, kind, reference)
        select unnest(debits), unnest(credits), unnest(amounts), unnest(kinds), unnest(refs)
        returning debit, credit, amount, kind
    ), changed as (
        update public.ledger_accounts a set balance = a.balance + m.delta
        from (select s.account, sum(s.amount) as delta
              from (select debit as account, -amount as amount from written
                    union all
                    select credit, amount from written) s
              group by s.account order by s.account) m
        where a.id = m.account
        returning a.id, a.asset_id, a.client_id, a.place
    ), routes as (
        select w.kind, d.place as debit, c.place as credit, d.client_id = c.client_id as one_owner, count(*) as n
        from written w
        join changed d on d.id = w.debit
        join changed c on c.id = w.credit
        where d.asset_id = c.asset_id and w.amount < 'NaN'
        group by 1, 2, 3, 4
    )
    select sum(w.n) into sound
    from routes w
    join ledger.paths p on p.kind = w.kind and p.debit = w.debit and p.credit = w.credit
    join ledger.posters r on r.kind = w.kind and r.role = session_user
    where w.one_owner or not p.one_owner;
    if (sound = transfers) is not true then perform ledger.refuse(debits, credits, kinds); end if;
    if session_user = 'cambio_funds' then
        perform ledger.check_withdrawals(debits, credits, amounts, kinds, refs);
    end if;
end $$;

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
    -- Whatever comes back for review was looked at: it waits for an operator and not for the policy.
    if new.stage <> old.stage then new.weighed := true; end if;
    return new;
end $$;
