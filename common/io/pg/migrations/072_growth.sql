-- What jobs look for each few seconds or each hour is found among the few that it can be, however many there have been. None of
-- these tables is written by the order path.
create index earn_subscriptions_matures on earn_subscriptions (matures_on, id) where state = 1 and matures_on is not null;
create index deposits_credited on deposits (credited_at) where credited_at is not null;
create index conversions_filled on conversions (updated_at) where state = 2;
