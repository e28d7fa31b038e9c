-- How far the house's levels stand off the provider's in one market, as a share; null: LIQUIDITY_SPREAD.
alter table markets add column house_spread numeric(38,18) check (house_spread between 0 and 0.1);
grant update (house_spread) on markets to cambio_operator;
