-- compatible-from: 102
-- A link by mail makes a browser known in which nobody has signed in yet: for a day, and for less than one in which its owner has.
-- Both have tables of their own: a release that does not know the difference would take such a browser for the owner's, also at the
-- second factor, and what a running exchange reads and writes at each sign-in is not locked for them.
create table browser_links (
    token_hash bytea primary key,
    client_id bigint not null references clients,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    followed_at timestamptz                         -- null: by nobody yet
);
create index browser_links_client on browser_links (client_id);

-- A cookie, of which only the hash is kept, until somebody signs in there: then it is one of device_marks.
create table link_marks (
    id bigint generated always as identity primary key,
    client_id bigint not null references clients,
    mark_hash bytea not null,
    key_id text not null,                           -- the hash key that the cookie's name is made with
    created_at timestamptz not null default now(),
    unique (client_id, mark_hash)
);

grant select, insert, update, delete on browser_links, link_marks to cambio_app;
