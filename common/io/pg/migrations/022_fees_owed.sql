-- Fees whose settlement house:fees could not pay when its turn came: of one order or position, as they were charged. What
-- belongs to them (what fee credit gives back, the referrer's share) is worked out anew when there is money.
create table fees_owed (
    id bigint generated always as identity primary key,
    client_id bigint not null references clients,   -- who was charged
    reference bigint not null,                      -- the order or the position, as in the ledger
    asset_id smallint not null references assets,
    wallet smallint not null check (wallet in (1, 2)),
    fee numeric(38,18) not null check (fee > 0),
    worth numeric(38,18) not null check (worth >= 0),   -- in USDT
    at timestamptz not null default now()
);

grant select, insert, delete on fees_owed to cambio_app;
