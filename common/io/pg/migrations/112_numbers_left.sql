-- compatible-from: 102
-- A restore leaves a database in which more was given out than at any moment that it can lead to: also since a former restore, which a
-- later moment of the past before it does not know. Where the one that is left answers, its highest number is kept, and all go on behind
-- it.
alter table restores add column numbers bigint not null default 0;
create or replace function skip_numbers() returns void language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp as $$
declare
    one record;
    before bigint := coalesce((select numbers from restores order by id desc limit 1), 0);
    beyond bigint := 1000000 + coalesce((select 1000 * greatest(0, ceil(extract(epoch from now() - moment)))
                                           from restores order by id desc limit 1), 0);
begin
    for one in select format('%I.%I', schemaname, sequencename)::regclass as name, coalesce(last_value, 0) as last
                 from pg_sequences where data_type = 'bigint'::regtype and schemaname = 'public' loop
        perform setval(one.name, greatest(one.last, before) + beyond);
    end loop;
end
$$;
