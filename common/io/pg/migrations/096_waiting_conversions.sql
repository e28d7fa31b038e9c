-- compatible-from: 088
-- Until when nobody looks at a conversion that waits: the house could not give what it asks for at a price that had come. Whoever
-- fills the list with what is too large would otherwise have all others wait. It can be taken back meanwhile, as nobody fills it.
alter table conversions add column waits_until timestamptz;

-- Under which key a conversion or an opening waits, and for what: it takes the key when its turn comes, and nothing else of its
-- client's takes it meanwhile, in whichever process. Null where there is no key, and for orders, whose writer knows those that wait.
alter table waiting_holds add column client_key text, add column content_hash bigint;
create index waiting_holds_key on waiting_holds (kind, client_id, client_key)
    where ended_at is null and client_key is not null;
