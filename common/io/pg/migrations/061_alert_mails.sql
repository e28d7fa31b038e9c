-- How many mails of price alerts a client got in a day is looked up before each of them; and a queue in which very many of
-- them wait is not sorted for each mail of another kind, which goes first.
create index outgoing_mails_alerts on outgoing_mails (client_id, created_at) where name like 'price\_alert\_%';
drop index outgoing_mails_waiting;
create index outgoing_mails_waiting on outgoing_mails ((name like 'price\_alert\_%'), next_try_at, id) where sent_at is null;
