-- A session that nobody uses for SESSION_IDLE_HOURS ends. Until now last_seen_at was the time of the
-- sign-in, of which nothing follows: who is signed in gets the whole time from here.

update sessions set last_seen_at = now() where revoked_at is null and expires_at > now();

create index sessions_idle on sessions (last_seen_at) where revoked_at is null;
