-- compatible-from: 099
-- Wrong transaction passwords lock the session that tried them. Where it never had the right one, they lock all others that had not
-- either (clients.trading_locked_until), so that guesses stay bounded however many sessions a thief opens.
alter table sessions
    add column trading_locked_until timestamptz,
    add column trading_proved_epoch bigint;         -- clients.epoch when the transaction password was last right in this session

-- Until when a session may not trade; null: it may. A session that has proved the password since the client's last change of one is
-- locked by its own wrong tries alone. A program never tries one: its key stands for it.
create function trading_lock(s sessions, c clients) returns timestamptz language sql immutable as $$
    select greatest(s.trading_locked_until,
                    case when s.kind = 'device' and s.trading_proved_epoch is distinct from c.epoch
                         then c.trading_locked_until end)
$$;

-- Where a stop order, a pair, or the order that brings one, was placed: its owner hears of it where another session takes the stop
-- back. Of what was placed before this it is not known. (Without a reference: nothing on the orders' path waits for the sessions.)
alter table orders add column session_id bigint;
