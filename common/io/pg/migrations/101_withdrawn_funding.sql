-- compatible-from: 099
-- A time of funding that the provider has announced and names no longer is dropped: nobody pays at it. One whose mark is known is
-- history and stays.
create function funding_rate_stays() returns trigger language plpgsql as $$
begin
    raise exception 'a funding rate whose mark is known does not go' using errcode = 'CA002';
end $$;
create trigger funding_rate_stays before delete on funding_rates
    for each row when (old.mark is not null) execute function funding_rate_stays();

grant delete on funding_rates to cambio_market;
