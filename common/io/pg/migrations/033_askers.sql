-- Who asks for codes and who guesses passwords: what strangers do never counts against the owner.

-- 'owner': signed in, or a browser that has signed in before; 'net:…': a guest of that network;
-- 'client:…': somebody signed in who asks about an address that nobody has proved yet.
alter table one_time_codes
    add column asker text not null default 'owner',
    add column seed bytea,                          -- gives the code again, with the hash key alone
    drop column tries;
create index one_time_codes_asker on one_time_codes (asker, created_at desc);

create table code_tries (
    purpose text not null,
    address text not null,
    asker text not null,
    at timestamptz not null default clock_timestamp()
);
create index code_tries_address on code_tries (address, purpose, at desc);

-- Strangers' networks are many, so what is old is deleted by its time.
create index password_attempts_at on password_attempts (at);

-- Browsers in which a client has signed in: a cookie, of which only the hash is kept.
create table device_marks (
    id bigint generated always as identity primary key,
    client_id bigint not null references clients,
    mark_hash bytea not null,
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    unique (client_id, mark_hash)
);

-- Proofs of work that were used, until they would have expired anyway.
create table spent_work (
    nonce text primary key,
    expires_at timestamptz not null
);
create index spent_work_expire on spent_work (expires_at);

grant select, insert, update, delete on code_tries, device_marks, spent_work to cambio_app;
grant usage, select on all sequences in schema public to cambio_app;

-- A number counts, and is one client's alone, once a code that was sent there has proved it.
alter table clients
    add column mobile_proved_at timestamptz,
    drop constraint clients_mobile_number_key;
update clients c set mobile_proved_at = n.created_at
  from notifications n
 where n.client_id = c.id and n.kind = 'connection_changed'
   and n.data->>'what' = left(c.mobile_number, 3) || '•••' || right(c.mobile_number, 4);
create unique index clients_proved_mobile_number on clients (mobile_number)
    where mobile_proved_at is not null;
