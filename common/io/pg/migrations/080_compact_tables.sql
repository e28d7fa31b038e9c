-- A few tables are some dozen rows that change several times a second. Beside a transaction that lasts for minutes, such as a
-- backup's, none of their old versions can go, and the pages that a table has taken by then it keeps: its rows lie spread over them
-- ever after, and each call that reads it reads them all. So a table of these that has become far larger than its rows is written
-- anew, which takes some milliseconds. Nobody waits for whoever reads it meanwhile: while it is in use it is left as it is.
create function compact_table(name text) returns boolean language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp as $$
declare
    rows_size bigint;
begin
    if name not in ('quotes', 'marks', 'provider_books', 'shown_books', 'job_marks', 'job_runs') then
        raise exception 'table % is not to be compacted', name;
    end if;
    execute format('select coalesce(sum(pg_column_size(t.*)), 0) from %I as t', name) into rows_size;
    if pg_relation_size(name::regclass) < greatest(32 * current_setting('block_size')::bigint, 8 * rows_size) then
        return false;
    end if;
    for attempt in 1..100 loop
        begin
            execute format('lock table %I in access exclusive mode nowait', name);
            execute format('cluster %I using %I', name, name || '_pkey');
            return true;
        exception when lock_not_available then
            perform pg_sleep(0.01);
        end;
    end loop;
    return false;
end
$$;
revoke all on function compact_table from public;
grant execute on function compact_table to cambio_app;
