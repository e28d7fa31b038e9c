-- compatible-from: 102
-- Who may act, said once: beside trading_lock these two are all that frozen and signed in mean. The planner puts their bodies in their
-- place, so that a statement's plan is that of the words.
create function client_frozen(c clients) returns boolean language sql immutable as $$ select c.status <> 'ACTIVE' $$;

-- A plain "is null" is true of nearly every session, and would make the planner read the whole of a partial index for the few that a
-- batch asks for.
create function session_revoked(s sessions) returns boolean language sql immutable as $$
    select coalesce(s.revoked_at, 'infinity') <> 'infinity'
$$;
create function session_alive(s sessions) returns boolean language sql stable as $$
    select s.expires_at > now() and not session_revoked(s)
$$;

-- The devices and API keys of a client that are signed in: by the index of those alone, for which the words have to stand here.
create view live_sessions as
select id, client_id, kind, device, ip, place, created_at, last_seen_at
  from sessions where revoked_at is null and expires_at > now();
grant select on live_sessions to cambio_app;
