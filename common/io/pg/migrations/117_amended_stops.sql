-- compatible-from: 102
-- Stops and pairs are changed, too, and each leg of a pair has a row of its own: the key stands with that of the order that was
-- named. Null where there is nothing of the kind: a stop without a limit has no price, and one by total no quantity.
alter table order_amendments
    alter column price_before drop not null,
    alter column quantity_before drop not null,
    alter column price drop not null,
    alter column quantity drop not null,
    add column stop_price_before numeric(38,18) check (stop_price_before > 0),
    add column stop_price numeric(38,18) check (stop_price > 0),
    add column trailing_delta_before smallint check (trailing_delta_before > 0), -- basis points of the price
    add column trailing_delta smallint check (trailing_delta > 0);
