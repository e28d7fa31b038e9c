-- compatible-from: 102
-- From here on trading_days.trades, and with it the tasks' measure 'trades', counts orders and not fills: each once, when it has been
-- filled for its market's minimum, however many others it met. An operator's own words stay.
update task_center set rules = 'An order counts once, when it has been filled for its market''s minimum. The day begins at 00:00 UTC.'
 where name = 'daily_trades' and rules = 'Each fill counts. The day begins at 00:00 UTC.';
update task_center set rules = rules || ' The order counts when it has been filled for its market''s minimum.'
 where name = 'first_trade' and rules like 'A trade with money that you brought counts.%';
