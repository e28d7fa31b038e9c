-- compatible-from: 102
-- What the provider forecast of a time of funding, and from when: each moment is paid at the forecast of that moment, so that nobody
-- gains by the moment of leaving. A program of before writes none, and pays the last one for all the time.
create table funding_forecasts (
    market_id smallint not null,
    at timestamptz not null,                        -- the time of funding
    since timestamptz not null,                     -- the first counts from 8 hours before it, the longest period there is
    rate numeric(38,18) not null check (rate between -1 and 1),
    accrued numeric not null,                       -- rate × seconds of those before it
    primary key (market_id, at, since),
    foreign key (market_id, at) references funding_rates on delete cascade
);
grant select on funding_forecasts to cambio_app;
grant insert, delete on funding_forecasts to cambio_market;

create function funding_accrued(market smallint, due timestamptz, moment timestamptz) returns numeric language plpgsql stable as $$
begin
    return (select accrued + rate * extract(epoch from moment - since) from funding_forecasts
             where market_id = market and at = due and since <= moment order by since desc limit 1);
end $$;

-- Of what was forecast from `since` until `moment`, by its time; null where nothing is known of it.
create function funding_average(market smallint, due timestamptz, since timestamptz, moment timestamptz) returns numeric
    language plpgsql stable as $$
begin
    return round((funding_accrued(market, due, moment) - funding_accrued(market, due, since))
                 / nullif(extract(epoch from moment - since), 0), 18);
end $$;
