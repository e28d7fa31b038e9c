-- compatible-from: 102
-- From here on trading_days.trades, and with it the tasks' measure 'trades', counts orders and not fills: each once, when it has been
-- filled for its market's minimum, however many others it met. Fills within a circle of referrer and friends add nothing to it. An
-- operator's own words stay.
update task_center set rules = 'An order counts once, when it has been filled for its market''s minimum. The day begins at 00:00 UTC.'
 where name = 'daily_trades' and rules = 'Each fill counts. The day begins at 00:00 UTC.';
update task_center set rules = rules || ' The order counts when it has been filled for its market''s minimum.'
 where name = 'first_trade' and rules like 'A trade with money that you brought counts.%';
-- What open orders have been filled for, as far as settle_fees has come: no fill is read twice for it. The job alone writes it, and
-- forgets orders that are done.
create table order_worths (
    order_id bigint primary key,
    worth numeric not null,                         -- of the quote asset, outside the circle; of no meaning once it is counted
    counted boolean not null                        -- as a trade, and never again, whatever the minimum becomes
) with (fillfactor = 70);
grant select on order_worths to cambio_app;
grant insert, update, delete on order_worths to cambio_fees;
