-- Passkeys (W3C Web Authentication): public keys whose secret halves are in clients' devices. One proves its owner and a
-- second factor at once.
create table passkeys (
    id bigint generated always as identity primary key,
    client_id bigint not null references clients,
    credential_id bytea not null unique check (octet_length(credential_id) between 16 and 1023),
    public_key bytea not null,                      -- COSE (RFC 9053)
    algorithm smallint not null check (algorithm in (-7, -8, -257)),   -- ES256, EdDSA, RS256
    sign_count bigint not null check (sign_count between 0 and 4294967295),
    backup_eligible boolean not null,               -- may be copied to the owner's other devices, for good
    backed_up boolean not null,                     -- and was, when last seen
    name text not null check (name <> ''),
    created_at timestamptz not null default now(),
    last_used_at timestamptz
);
create index passkeys_client on passkeys (client_id, id);

-- What authenticators know a client by: random, so that it says nothing of anybody, and the same for all of a client's passkeys.
create table passkey_handles (
    client_id bigint primary key references clients,
    handle bytea not null unique check (octet_length(handle) = 32)
);

grant select, insert, delete on passkeys to cambio_app;
grant update (name, sign_count, backed_up, last_used_at) on passkeys to cambio_app;
grant select, insert on passkey_handles to cambio_app;
