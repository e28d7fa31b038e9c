-- What is held for requests that wait for the house's next price (074_waiting_holds.sql), without whose it is. Such a
-- wait takes about half a second; what is held for much longer is a client's money that somebody has to look after.
create view monitor.waiting_holds as
    select count(*) as number, count(*) filter (where at < now() - interval '30 seconds') as late,
           coalesce(extract(epoch from now() - min(at)), 0)::bigint as oldest
      from public.waiting_holds where ended_at is null;

grant select on monitor.waiting_holds to cambio_app, cambio_monitor;
