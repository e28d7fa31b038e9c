-- A session knows the browser that it was opened in: who is signed out by the owner, or by a new
-- password, is a stranger the next time.
alter table sessions
    add column device_mark_id bigint references device_marks on delete set null;
create index sessions_device_mark on sessions (device_mark_id) where device_mark_id is not null;

-- sessions.id: an authenticator app is confirmed where it was begun, and soon.
alter table two_factor
    add column begun_in bigint;
