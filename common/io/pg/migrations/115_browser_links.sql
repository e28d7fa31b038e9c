-- compatible-from: 102
-- A link by mail makes a browser known in which nobody has signed in yet: for a day, and for less than one in which its owner has.
-- What a client has in the mailbox is looked for by the client. The order of the two is that in which a sign-in takes them.
create index one_time_tokens_client on one_time_tokens (client_id, purpose) where client_id is not null;
alter table device_marks
    add column by_link boolean not null default false;
