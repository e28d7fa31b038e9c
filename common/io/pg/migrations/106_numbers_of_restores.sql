-- compatible-from: 102
-- A second restore knows nothing of what was given out after the first one, to the same moment or to one before it. So what is left
-- out grows with the time that has passed since the restored moment, by more than is given out meanwhile: a later restore always goes
-- on further behind.
create or replace function skip_numbers() returns void language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp as $$
declare
    one record;
    beyond bigint := 1000000 + coalesce((select 1000 * greatest(0, ceil(extract(epoch from now() - moment)))
                                           from restores order by id desc limit 1), 0);
begin
    for one in select format('%I.%I', schemaname, sequencename)::regclass as name, coalesce(last_value, 0) as last
                 from pg_sequences where data_type = 'bigint'::regtype and schemaname = 'public' loop
        perform setval(one.name, one.last + beyond);
    end loop;
end
$$;
