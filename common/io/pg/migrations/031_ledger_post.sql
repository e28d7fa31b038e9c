-- The database keeps the books. Balances and transfers are written by ledger.post() alone, which derives the balances from the
-- very transfers that it writes; the programs have no right of their own to write either. What a transfer may be for, between
-- which accounts, and which role may post it, is data here.

-- Roles belong to the whole server, so whoever makes the database makes them: nginx/up does, for others see the README.
do $$
declare
    missing text;
begin
    select string_agg(name, ', ') into missing
    from unnest(array['cambio_ledger', 'cambio_audit', 'cambio_auth', 'cambio_convert', 'cambio_deposits', 'cambio_earn',
                      'cambio_fees', 'cambio_funds', 'cambio_futures', 'cambio_operator', 'cambio_positions',
                      'cambio_rewards', 'cambio_spot', 'cambio_wallet', 'cambio_withdrawals']) name
    where to_regrole(name) is null;
    if missing is not null then
        raise exception 'the server has no role %: the README says how to make it', missing;
    end if;
end $$;

-- What kind of place an account is. Tens are a client's wallets (ledger::Wallet), with 1 for what is held there; hundreds the
-- house; null what no transfer touches.
create function ledger_place(client_id bigint, house text, wallet smallint, held boolean) returns smallint
    language sql immutable parallel safe
    return case
        when client_id is not null and wallet between 1 and 4 then wallet * 10 + held::int
        when client_id is not null and wallet = 5 and not held then 50
        when wallet <> 0 or held or client_id is not null then null
        when house like 'chain:_%' then 107
        else 99 + array_position(array['liquidity', 'fees', 'earn', 'rewards', 'insurance', 'dust', 'demo'], house)
    end::smallint;
alter table ledger_accounts
    add column place smallint generated always as (ledger_place(client_id, house, wallet, held)) stored;

create schema ledger authorization cambio_ledger;

create table ledger.places (
    place smallint primary key,
    name text not null unique
);
insert into ledger.places values
    (10, 'SPOT'), (11, 'SPOT held'), (20, 'FUTURE'), (21, 'FUTURE held'), (30, 'FUNDING'), (31, 'FUNDING held'),
    (40, 'EARN'), (41, 'EARN held'), (50, 'FEE_CREDIT'), (100, 'liquidity'), (101, 'fees'), (102, 'earn'),
    (103, 'rewards'), (104, 'insurance'), (105, 'dust'), (106, 'demo'), (107, 'chain');

-- Between which places a transfer of each kind (ledger::Kind) may go. What is only moved about stays with its owner.
create table ledger.paths (
    kind smallint not null,
    debit smallint not null references ledger.places,
    credit smallint not null references ledger.places,
    one_owner boolean not null,
    primary key (kind, debit, credit)
);
insert into ledger.paths
select v.kind, d.place, c.place, v.one_owner
from (values
    (1, '{demo}', '{SPOT}', false),                                                  -- demo_grant
    (2, '{chain}', '{SPOT}', false),                                                 -- deposit
    (3, '{SPOT held}', '{chain}', false),                                            -- withdrawal
    (4, '{SPOT held}', '{fees}', false),                                             -- withdrawal_fee
    (5, '{SPOT}', '{SPOT held}', true),                                              -- order_hold
    (6, '{SPOT held}', '{SPOT}', true),                                              -- order_release
    (7, '{SPOT,SPOT held,liquidity}', '{SPOT}', false),                              -- trade
    (7, '{SPOT,SPOT held}', '{liquidity}', false),
    (8, '{SPOT}', '{fees}', false),                                                  -- fee
    (10, '{chain,demo}', '{liquidity,fees,earn,rewards,insurance,dust}', false),     -- house_funding
    (11, '{SPOT,FUTURE,FUNDING}', '{SPOT,FUTURE,FUNDING}', true),                    -- wallet_transfer
    (12, '{rewards}', '{SPOT}', false),                                              -- task_reward
    (13, '{rewards}', '{FEE_CREDIT}', false),                                        -- referral_credit
    (14, '{FEE_CREDIT}', '{rewards}', false),                                        -- fee_credit_used
    (15, '{fees}', '{SPOT,FUTURE}', false),                                          -- fee_refund
    (16, '{fees}', '{SPOT}', false),                                                 -- fee_share
    (20, '{FUTURE}', '{FUTURE held}', true),                                         -- margin_hold
    (21, '{FUTURE held}', '{FUTURE}', true),                                         -- margin_release
    (22, '{FUTURE}', '{fees}', false),                                               -- futures_fee
    (23, '{liquidity,insurance}', '{FUTURE}', false),                                -- futures_profit
    (24, '{FUTURE held}', '{liquidity}', false),                                     -- futures_loss
    (25, '{FUTURE held}', '{insurance}', false),                                     -- liquidation
    (26, '{insurance}', '{liquidity}', false),                                       -- insurance
    (27, '{FUTURE held}', '{liquidity}', false),                                     -- funding
    (27, '{liquidity,insurance}', '{FUTURE,FUTURE held}', false),
    (40, '{SPOT,SPOT held}', '{liquidity}', false),                                  -- conversion
    (40, '{liquidity}', '{SPOT}', false),
    (41, '{SPOT}', '{SPOT held}', true),                                             -- conversion_hold
    (42, '{SPOT held}', '{SPOT}', true),                                             -- conversion_release
    (60, '{SPOT}', '{SPOT held}', true),                                             -- withdrawal_hold
    (61, '{SPOT held}', '{SPOT}', true),                                             -- withdrawal_release
    (62, '{SPOT,FUTURE,FUNDING}', '{chain}', false),                                 -- deposit_reversal
    (63, '{fees}', '{chain}', false),                                                -- network_fee
    (64, '{liquidity,fees,earn,rewards,insurance,dust}', '{chain,demo}', false),     -- house_withdrawal
    (70, '{SPOT}', '{EARN}', true),                                                  -- earn_subscribe
    (71, '{EARN}', '{SPOT}', true),                                                  -- earn_redeem
    (72, '{earn}', '{EARN,SPOT}', false),                                            -- earn_interest
    (73, '{EARN}', '{earn}', false)                                                  -- earn_forfeit
) as v (kind, debit, credit, one_owner)
join ledger.places d on d.name = any (v.debit::text[])
join ledger.places c on c.name = any (v.credit::text[]);

-- Which kinds a role may post, by the name that its session began with, which SET ROLE does not change. cambio_auth may
-- give demo money (1) where DEMO=yes: migrate writes that.
create table ledger.posters (
    role name not null,
    kind smallint not null,
    primary key (role, kind)
);
insert into ledger.posters
select role, unnest(kinds::smallint[])
from (values
    ('cambio_spot', '{5,6,7,8,40,41,42}'),
    ('cambio_convert', '{40,42}'),
    ('cambio_wallet', '{11}'),
    ('cambio_rewards', '{12}'),
    ('cambio_fees', '{13,14,15,16}'),
    ('cambio_futures', '{20,22}'),
    ('cambio_positions', '{21,22,23,24,25,26,27}'),
    ('cambio_earn', '{70,71,72,73}'),
    ('cambio_funds', '{60,61}'),
    ('cambio_deposits', '{2,62}'),
    ('cambio_withdrawals', '{3,4,63}'),
    ('cambio_operator', '{2,10,21,22,23,24,25,26,61,64}'),
    (current_user::text, '{10}')
) as v (role, kinds);

-- Writes the transfers and, by their sums, the balances: each account once, in order of its id, so that two batches never wait
-- for each other in a circle. An account that may not be negative and would be violates balance_not_negative. 42501 says that
-- the role may not post that, CA001 that an account does not exist, 22023 what else is wrong with a batch.
create function ledger.post(debits bigint[], credits bigint[], amounts numeric[], kinds smallint[], refs bigint[])
    returns void language plpgsql security definer
    set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
    transfers constant integer := cardinality(debits);
    sound bigint;
begin
    if (transfers > 0 and cardinality(credits) = transfers and cardinality(amounts) = transfers
        and cardinality(kinds) = transfers and cardinality(refs) = transfers) is not true then
        raise exception 'a batch of transfers has arrays of one length' using errcode = '22023';
    end if;
    with written as (
        insert into public.ledger_transfers (debit, credit, amount, kind, reference)
        select unnest(debits), unnest(credits), unnest(amounts), unnest(kinds), unnest(refs)
        returning debit, credit, amount, kind
    ), changed as (
        update public.ledger_accounts a set balance = a.balance + m.delta
        from (select s.account, sum(s.amount) as delta
              from (select debit as account, -amount as amount from written
                    union all
                    select credit, amount from written) s
              group by s.account order by s.account) m
        where a.id = m.account
        returning a.id, a.asset_id, a.client_id, a.place
    ), routes as (
        select w.kind, d.place as debit, c.place as credit, d.client_id = c.client_id as one_owner, count(*) as n
        from written w
        join changed d on d.id = w.debit
        join changed c on c.id = w.credit
        where d.asset_id = c.asset_id and w.amount < 'NaN'
        group by 1, 2, 3, 4
    )
    select sum(w.n) into sound
    from routes w
    join ledger.paths p on p.kind = w.kind and p.debit = w.debit and p.credit = w.credit
    join ledger.posters r on r.kind = w.kind and r.role = session_user
    where w.one_owner or not p.one_owner;
    if (sound = transfers) is not true then perform ledger.refuse(debits, credits, kinds); end if;
end $$;

-- Why a batch was refused.
create function ledger.refuse(debits bigint[], credits bigint[], kinds smallint[]) returns void
    language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
    bad record;
begin
    for bad in
        select t.debit, t.credit, t.kind, d.id is not null and c.id is not null as known,
               exists (select from ledger.posters r where r.kind = t.kind and r.role = session_user) as may
        from unnest(debits, credits, kinds) as t (debit, credit, kind)
        left join public.ledger_accounts d on d.id = t.debit
        left join public.ledger_accounts c on c.id = t.credit
    loop
        if not bad.may then
            raise exception 'role % may not post transfers of kind %', session_user, bad.kind using errcode = '42501';
        end if;
        if not bad.known then
            raise exception 'a transfer names an account that is missing' using errcode = 'CA001';
        end if;
    end loop;
    raise exception 'a batch has a transfer that does not fit its kind, its asset or its owner' using errcode = '22023';
end $$;

alter function ledger.post owner to cambio_ledger;
alter function ledger.refuse owner to cambio_ledger;
revoke all on all functions in schema ledger from public;
grant usage on schema ledger to cambio_app, cambio_ledger;
grant execute on function ledger.post to cambio_app;
grant select on ledger.places, ledger.paths, ledger.posters to cambio_ledger, cambio_app;

-- cambio_ledger writes; the programs make accounts, which are empty, and lock them: for that one needs the right to change a
-- column, and this one cannot be changed.
grant usage on schema public to cambio_ledger;
grant insert, select on ledger_transfers to cambio_ledger;
grant select, update (balance) on ledger_accounts to cambio_ledger;
revoke insert on ledger_transfers from cambio_app;
revoke insert, update on ledger_accounts from cambio_app;
grant insert (client_id, house, wallet, held, asset_id, may_be_negative), update (place) on ledger_accounts to cambio_app;

-- Who proves the books writes the proof, and nobody else.
revoke insert on audits from cambio_app;
grant insert on audits to cambio_audit;

-- What makes money of its own when it is believed is written only by the programs whose part it is: what came from a chain, what
-- goes there, and what the jobs pay out for. All programs may read it.
revoke insert, update, delete on deposits, deposit_addresses, deposit_keys, chain_blocks, chain_rescans, withdrawals,
    outgoing_transactions, hot_outputs, operator_log, orders, fills, conversions, positions, margin_additions,
    funding_payments, funding_owed, liquidations, earn_products, earn_rates, earn_subscriptions, earn_accruals,
    task_center, task_claims, referral_credits, fee_shares, fees_owed, fee_marks from cambio_app;
grant insert, update on deposits to cambio_deposits, cambio_operator;
grant insert on deposit_addresses to cambio_funds;
grant insert, update on deposit_keys to cambio_funds;
grant insert, delete on chain_blocks to cambio_deposits;
grant insert, update, delete on chain_rescans to cambio_deposits, cambio_operator;
grant insert on withdrawals to cambio_funds;
grant update on withdrawals to cambio_funds, cambio_operator, cambio_withdrawals;
grant insert, update on outgoing_transactions to cambio_operator, cambio_withdrawals;
grant insert, update, delete on hot_outputs to cambio_operator, cambio_withdrawals;
grant insert on operator_log to cambio_deposits, cambio_operator;
grant insert, update on orders to cambio_spot;
grant insert on fills to cambio_spot;
grant insert, update on conversions to cambio_convert, cambio_spot;
grant insert on positions, margin_additions to cambio_futures;
grant update on positions to cambio_fees, cambio_futures, cambio_operator, cambio_positions;
grant insert on liquidations to cambio_operator, cambio_positions;
grant insert on funding_payments to cambio_positions;
grant insert, update on funding_owed to cambio_positions;
grant insert, update on earn_products to cambio_operator;
grant insert on earn_rates to cambio_operator;
grant insert, update on earn_subscriptions to cambio_earn;
grant insert on earn_accruals to cambio_earn;
grant insert, update on task_center to cambio_operator;
grant insert on task_claims to cambio_rewards;
grant insert on referral_credits to cambio_fees;
grant insert, update on fee_shares, fee_marks to cambio_fees;
grant insert, delete on fees_owed to cambio_fees;
grant insert on fees_owed to cambio_operator, cambio_positions;
