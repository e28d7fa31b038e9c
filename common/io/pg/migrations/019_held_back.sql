-- What waits: a provider's book that is far from the last price, and funding that the house could not pay.

-- The middle of a book over 20 % away from the last price. The first such book is not let in (its sides are
-- empty here), one that confirms it is.
alter table provider_books add column held_back numeric(38,18),
                           add column held_back_at timestamptz;

-- Funding that a position earned while the house was short. It counts as settled for the position, which may end
-- meanwhile, and is paid once: then it stands in funding_payments, too.
create table funding_owed (
    position_id bigint not null references positions,
    at timestamptz not null,                        -- the time that it was due
    rate numeric(38,18) not null,
    mark numeric(38,18) not null check (mark > 0),
    size numeric(38,18) not null check (size >= 0),
    amount numeric(38,18) not null check (amount > 0),
    owed_at timestamptz not null default now(),
    paid_at timestamptz,                            -- null: not yet
    primary key (position_id, at)
);
create index funding_owed_unpaid on funding_owed (amount, position_id, at) where paid_at is null;

grant select, insert, update on funding_owed to cambio_app;
