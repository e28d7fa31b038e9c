-- compatible-from: 088
-- How long a payment of funding is for: some contracts pay every 4, 2 or 1 hours. Who opened within that time pays a part.
alter table funding_rates
    add column period interval not null default interval '8 hours'
        check (period between interval '1 hour' and interval '8 hours');

grant update (period) on funding_rates to cambio_market;

create or replace function funding_rate_is_history() returns trigger language plpgsql as $$
begin
    if old.settled_at is not null or (old.mark is not null
            and (new.mark, new.rate, new.period) is distinct from (old.mark, old.rate, old.period)) then
        raise exception 'a funding rate that was settled does not change' using errcode = 'CA002';
    end if;
    return new;
end $$;
