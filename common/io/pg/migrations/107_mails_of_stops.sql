-- compatible-from: 102
-- Whether a mail of stops that were cancelled was written within the hour is asked with each batch that cancels some.
create index outgoing_mails_stops on outgoing_mails (client_id, created_at) where name = 'stops_cancelled';
