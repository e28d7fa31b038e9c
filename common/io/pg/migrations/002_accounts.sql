-- Accounts: who a client is, how it proves that, what it may do, and what it is told.

alter table clients
    add column name text not null default '',
    add column gender text check (gender in ('Male', 'Female')),
    add column date_of_birth date,
    add column address text not null default '',
    add column withdraw_limit integer not null default 500 check (withdraw_limit in (500, 1000, 1500)),
    add column one_step_withdrawal boolean not null default false,
    add column withdrawal_whitelist boolean not null default false,
    add column withdrawals_rest_until timestamptz,  -- after a change of security
    add column google_subject text unique,          -- the provider's own name of the person
    add column google_email citext,
    add column wallet_address text unique,          -- EIP-55, of the browser wallet that may sign in
    add column password_changed_at timestamptz,
    add column transaction_password_changed_at timestamptz,
    add column level_by_operator boolean not null default false;

create table client_avatars (
    client_id bigint primary key references clients,
    media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
    image bytea not null check (octet_length(image) <= 262144),
    updated_at timestamptz not null default now()
);

-- Two-factor by authenticator app. A row without confirmed_at is a set-up that was begun.
create table two_factor (
    client_id bigint primary key references clients,
    secret_sealed bytea not null,                   -- sealed with the hash key
    confirmed_at timestamptz,
    last_step bigint not null default 0,            -- the RFC 6238 time step that was used last
    created_at timestamptz not null default now()
);

create table recovery_codes (
    client_id bigint not null references clients,
    code_hash bytea not null,
    used_at timestamptz,
    primary key (client_id, code_hash)
);

-- What waits for its second step, once and shortly: the hash of a random token and what it stands for.
-- 'login' after a right password, 'google_state', 'sign_in' (the redirect page's data), 'google_sign_up',
-- 'web3_nonce', 'reset_password'.
create table one_time_tokens (
    token_hash bytea primary key,
    purpose text not null,
    client_id bigint references clients,
    data jsonb not null default '{}',
    tries smallint not null default 0,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz
);
create index one_time_tokens_expire on one_time_tokens (expires_at);

alter table sessions
    add column place text not null default '',      -- country and, where known, city of the address
    add column last_seen_at timestamptz not null default now();

-- Devices that have signed in before: a mail goes out for a new one.
create table known_devices (
    client_id bigint not null references clients,
    device_hash bytea not null,                     -- of the browser's name and the network's place
    first_seen_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    primary key (client_id, device_hash)
);

-- What happened to an account, for its owner.
create table account_activity (
    id bigint generated always as identity primary key,
    client_id bigint not null references clients,
    kind text not null,                             -- 'signed_in', 'password_changed', …
    ip text not null default '',
    device text not null default '',
    place text not null default '',
    at timestamptz not null default now()
);
create index account_activity_client on account_activity (client_id, id desc);

create table withdrawal_addresses (
    id bigint generated always as identity primary key,
    client_id bigint not null references clients,
    label text not null,
    asset_id smallint not null references assets,
    network text not null,
    address text not null,
    created_at timestamptz not null default now(),
    unique (client_id, asset_id, network, address)
);

-- Mails wait here, written by the transaction that is their reason; a job sends them.
create table outgoing_mails (
    id bigint generated always as identity primary key,
    client_id bigint references clients,            -- gives the address, language and anti-phishing code
    name text not null,                             -- of the text in common/notices/texts
    data jsonb not null default '{}',               -- what its {holes} are filled with; nothing secret
    tries smallint not null default 0,
    next_try_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    sent_at timestamptz
);
create index outgoing_mails_waiting on outgoing_mails (next_try_at) where sent_at is null;

create index notifications_unread on notifications (client_id) where read_at is null;

-- What the operator did: never changed, never deleted.
create table operator_log (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    operator text not null,                         -- the system user
    act text not null,
    subject text not null default '',
    reason text not null default '',
    data jsonb not null default '{}'
);

grant select, insert, update, delete on client_avatars, two_factor, recovery_codes, one_time_tokens,
    known_devices, withdrawal_addresses, outgoing_mails to cambio_app;
grant select, insert on account_activity, operator_log to cambio_app;
grant usage, select on all sequences in schema public to cambio_app;
