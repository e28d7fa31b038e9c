-- compatible-from: 102
-- A passkey that opens a session for trading proves nothing of the transaction password: such a session trades while others are
-- locked, but its guesses count with those of all that have not proved the password. Which of the two a session had is not known of
-- before: until the password is right in it again, it counts as one that a passkey has opened.
alter table sessions
    add column trading_passkey_epoch bigint;        -- clients.epoch when a passkey last opened this session for trading
update sessions set trading_passkey_epoch = trading_proved_epoch, trading_proved_epoch = null
 where trading_proved_epoch is not null;

create or replace function trading_lock(s sessions, c clients) returns timestamptz language sql immutable as $$
    select greatest(s.trading_locked_until,
                    case when s.kind = 'device' and s.trading_proved_epoch is distinct from c.epoch
                              and s.trading_passkey_epoch is distinct from c.epoch
                         then c.trading_locked_until end)
$$;
