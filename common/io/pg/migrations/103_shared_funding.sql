-- compatible-from: 102
-- Who receives funding gets no more than those who pay are worth, but for what the house pays as the other side of the rest; and
-- nobody pays or receives for time in which no rate was known. A program of before pays without that limit, and for that time.
alter table funding_rates
    add column known_from timestamptz not null default '-infinity', -- time before it does not count
    add column known_until timestamptz not null default 'infinity', -- later, an announcement is too old
    add column collected numeric(38,18) not null default 0 check (collected >= 0), -- USDT that those who pay owed and were worth
    add column missing numeric(38,18) not null default 0 check (missing >= 0),     -- and what they were not worth
    -- Where anything was missing, once all have paid: what those who receive would get together, and what they get.
    add column claimed numeric(38,18),
    add column shared numeric(38,18),
    add constraint shared_of_what_is_claimed check ((claimed is null) = (shared is null) and shared between 0 and claimed);

grant update (known_from, known_until) on funding_rates to cambio_market;
grant update (collected, missing, claimed, shared) on funding_rates to cambio_positions;

-- As before, and how it is shared stands.
create or replace function funding_rate_is_history() returns trigger language plpgsql as $$
begin
    if old.settled_at is not null or (old.mark is not null
            and (new.mark, new.rate, new.period, new.known_from)
                is distinct from (old.mark, old.rate, old.period, old.known_from))
        or (old.claimed is not null and (new.claimed, new.shared) is distinct from (old.claimed, old.shared)) then
        raise exception 'a funding rate that was settled does not change' using errcode = 'CA002';
    end if;
    return new;
end $$;

-- What is announced keeps to the limit at once: 0.75 of the lowest tier's maintenance of 0.5 %.
update funding_rates set rate = greatest(-0.00375, least(0.00375, rate)) where mark is null;
