-- What coins are, and what others say of them.

alter table assets add column coingecko text not null default '';  -- the coin's id there; '': it has none

-- Brought by the job fetch_coin_profiles; null where nobody knows. Amounts of money in USDT.
create table coin_profiles (
    asset_id smallint primary key references assets,
    ranking integer check (ranking > 0),            -- by market value
    market_cap numeric(38,18),
    market_dominance numeric(38,18),                -- percent of all coins' value
    circulating_supply numeric(38,18),              -- coins
    total_supply numeric(38,18),
    max_supply numeric(38,18),
    all_time_high numeric(38,18),
    all_time_low numeric(38,18),
    issue_date date,
    intro text,
    facts_at timestamptz,                           -- when the figures came
    details_at timestamptz                          -- when date and intro came or were found missing
);

-- Fills of the last day: rows are only added, so ranges of times follow the table's order.
create index fills_at on fills using brin (at) with (autosummarize = on);

grant select, insert, update on coin_profiles to cambio_app;
