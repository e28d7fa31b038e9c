-- After a backup was restored, what was numbered since then is known outside: in tokens, in clients' programs, on paper. None of it
-- may come to mean something of somebody else's, so every number goes on far behind what can have been given out.
create function skip_numbers() returns void language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp as $$
declare
    one record;
begin
    for one in select format('%I.%I', schemaname, sequencename)::regclass as name, coalesce(last_value, 0) as last
                 from pg_sequences where data_type = 'bigint'::regtype and schemaname = 'public' loop
        perform setval(one.name, one.last + 1000000);
    end loop;
end
$$;
revoke all on function skip_numbers from public;
grant execute on function skip_numbers to cambio_operator;
