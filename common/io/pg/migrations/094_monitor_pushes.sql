-- compatible-from: 088
-- Whether push services take what we send (092_push_messages.sql), without whose it is: how many clients had a browser written to
-- within a day, and of how many the service last refused it with what speaks of us rather than of the browser.
create view monitor.pushes as
    select count(distinct client_id) as told,
           count(distinct client_id) filter (
               where last_error in ('400', '401', '403') and last_error_at > now() - interval '1 day') as refused
      from public.push_subscriptions
     where greatest(hour_began, last_error_at) > now() - interval '1 day';

grant select on monitor.pushes to cambio_app, cambio_monitor;
