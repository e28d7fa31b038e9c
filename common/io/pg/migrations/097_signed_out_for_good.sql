-- compatible-from: 088
-- Push messages end for devices that were out for being idle, too, where all others are signed out.
drop trigger end_pushes on sessions;
create trigger end_pushes after update of revoked_at, ended_idle on sessions
    for each row when (new.revoked_at is not null and not new.ended_idle and (old.revoked_at is null or old.ended_idle))
    execute function end_pushes();

-- When the owner was last told of a sign-in from such a device by a browser that had no mark of ours.
alter table known_devices add column told_at timestamptz;
