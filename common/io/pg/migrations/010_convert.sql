-- Money that a client moves itself: between its wallets, and from one coin into another.

create table wallet_transfers (
    id bigint generated always as identity primary key,
    client_id bigint not null references clients,
    client_key text,                                -- idempotency key
    asset_id smallint not null references assets,
    from_wallet smallint not null check (from_wallet between 1 and 3),   -- ledger::Wallet
    to_wallet smallint not null check (to_wallet between 1 and 3),
    amount numeric(38,18) not null check (amount > 0),
    at timestamptz not null default now(),
    check (from_wallet <> to_wallet)
);
create unique index wallet_transfers_key on wallet_transfers (client_id, client_key) where client_key is not null;
create index wallet_transfers_newest on wallet_transfers (client_id, id);

-- To one wallet a transfer from another is money that came in, no profit: found by account, as deposits
-- are. 11 is ledger::Kind::wallet_transfer.
create index ledger_transfers_moved_in on ledger_transfers (credit, at) where kind = 11;
create index ledger_transfers_moved_out on ledger_transfers (debit, at) where kind = 11;

-- A rate that was promised for some seconds; used when a conversion names it, forgotten an hour later.
create table convert_quotes (
    id bigint generated always as identity primary key,
    client_id bigint not null references clients,
    from_id smallint not null references assets,
    to_id smallint not null references assets,
    from_amount numeric(38,18) not null check (from_amount > 0),
    to_amount numeric(38,18) not null check (to_amount > 0),
    through numeric(38,18) not null check (through > 0),   -- USDT between the two legs; of one leg its USDT side
    rate numeric(38,18) not null check (rate > 0),         -- `to` for one `from`, with the spread
    expires_at timestamptz not null,
    created_at timestamptz not null default now(),
    check (from_id <> to_id)
);
create index convert_quotes_expired on convert_quotes (expires_at);

create table conversions (
    id bigint generated always as identity primary key,
    client_id bigint not null references clients,
    client_key text,                                -- idempotency key
    content_hash bigint not null,                   -- of what the client asked for under that key
    quote_id bigint,                                -- the quote that it used, if any
    from_id smallint not null references assets,
    to_id smallint not null references assets,
    market_type smallint not null check (market_type in (1, 2)),        -- 1 LIMIT, 2 MARKET
    from_amount numeric(38,18) not null check (from_amount > 0),        -- held while a LIMIT waits
    to_amount numeric(38,18) not null check (to_amount > 0),            -- what it brings at `rate`
    rate numeric(38,18) not null check (rate > 0),  -- `to` for one `from`: the limit while it waits, then what it got
    limit_price numeric(38,18),                     -- as the client gave it; null for MARKET
    limit_in_quote boolean not null default false,  -- limit_price is USDT for one `to`, not `to` for one `from`
    state smallint not null check (state in (1, 2, 3)),                 -- 1 PENDING, 2 APPROVED, 3 DISSAPROVED
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (from_id <> to_id),
    check (state <> 1 or market_type = 1),
    check ((market_type = 1) = (limit_price is not null))
) with (fillfactor = 80);
create unique index conversions_client_key on conversions (client_id, client_key) where client_key is not null;
create unique index conversions_quote on conversions (quote_id) where quote_id is not null;
create index conversions_newest on conversions (client_id, id);
create index conversions_waiting on conversions (id) where state = 1;

-- A conversion with the names that go with it.
create view named_conversions as
    select c.*, f.code as from_code, f.icon as from_icon, t.code as to_code, t.icon as to_icon
      from conversions c join assets f on f.id = c.from_id join assets t on t.id = c.to_id;

grant select on named_conversions to cambio_app;
grant select, insert on wallet_transfers to cambio_app;
grant select, insert, delete on convert_quotes to cambio_app;
grant select, insert, update on conversions to cambio_app;
grant usage, select on all sequences in schema public to cambio_app;
