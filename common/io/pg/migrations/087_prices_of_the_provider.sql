-- compatible-from: 087
-- Prices at which the house trades are written by the programs whose part it is and by no other: those of the provider by the jobs
-- that fetch them, as cambio_market, and what Convert promises by the handler that promises it. Whoever takes another handler over
-- can no longer move a price and then trade at it. Programs of before wrote them all as cambio_app and do not run on this schema.
do $$
begin
    if to_regrole('cambio_market') is null then
        raise exception 'the server has no role cambio_market: the README says how to make it';
    end if;
end $$;

revoke insert, update, delete on quotes, provider_books, marks, funding_rates, convert_quotes from cambio_app;
revoke update (expires_at) on convert_quotes from cambio_app;
grant insert, update on quotes, provider_books, marks to cambio_market;
grant insert, update (rate, mark, received_at) on funding_rates to cambio_market;
grant update (settled_at) on funding_rates to cambio_positions;
grant insert, update (expires_at) on convert_quotes to cambio_spot;
grant delete on convert_quotes to cambio_convert;
