-- compatible-from: 102
-- The sequencer's session allows nested loops alone, and its setting reached into ledger.post: there each transfer of a batch was
-- compared with each account that the batch changes, twice, so that a batch took four times as long as two of half its size. What the
-- function has just written it joins by hashes, in every session. Accounts are looked up one by one, which keeps the order that all
-- others keep, too: a plain equality would be hashed while few accounts are there, and they were changed in the order in which they lie.
-- As before, but for that and its settings, which cost a microsecond each, once a batch.
create or replace function ledger.post(debits bigint[], credits bigint[], amounts numeric[], kinds smallint[], refs bigint[])
    returns void language plpgsql security definer
    set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
    set enable_hashjoin = on set enable_seqscan = off as $$
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
        where a.id = any (array[m.account])
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
