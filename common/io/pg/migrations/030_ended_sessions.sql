-- Every program keeps for some seconds whom a token belongs to. So that a token that was revoked is
-- refused by all of them at once, and the client's private stream ends, they listen to the channel
-- 'ended_sessions': "<clients.id> <user_unique_id>", told when the transaction commits.

create function tell_ended_sessions() returns trigger language plpgsql as $$
begin
    perform pg_notify('ended_sessions', c.id || ' ' || c.user_unique_id)
       from clients c where c.id = new.client_id;
    return null;
end $$;

create trigger tell_ended after update of revoked_at on sessions
    for each row when (old.revoked_at is null and new.revoked_at is not null)
    execute function tell_ended_sessions();

create function tell_changed_client() returns trigger language plpgsql as $$
begin
    perform pg_notify('ended_sessions', new.id || ' ' || new.user_unique_id);
    return null;
end $$;

create trigger tell_changed after update of epoch, status on clients
    for each row when (old.epoch <> new.epoch or old.status <> new.status)
    execute function tell_changed_client();
