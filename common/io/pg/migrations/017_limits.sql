-- Who is verified may choose the limit that verification promises; the rest stays as it was.

alter table clients drop constraint clients_withdraw_limit_check;
alter table clients add constraint clients_withdraw_limit_check
    check (withdraw_limit in (500, 1000, 1500, 8000000));

-- The landing page speaks of deposits that are rewarded every day.
insert into task_center (name, description, rules, kind, measure, amount, reward_amount, position) values
    ('daily_deposit', 'Deposit 100 USDT today', 'Confirmed deposits of all coins count, at their last price in USDT. The day begins at 00:00 UTC.', 'daily', 'deposits', 100, 0.25, 65);
