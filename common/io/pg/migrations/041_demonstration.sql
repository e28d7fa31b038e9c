-- Whether people here were ever given their money (migrate writes it with DEMO=yes): for good,
-- since what was given cannot be told from what was earned with it.
create table demonstration (
    stands boolean primary key default true check (stands),
    since timestamptz not null default now()
);
insert into demonstration
    select where exists (select from ledger_accounts where house = 'demo' and balance <> 0);
grant select on demonstration to cambio_app;

-- Whatever the configuration and the programs say.
create function play_money_stays_here() returns trigger language plpgsql as $$
begin
    if exists (select from demonstration) and not exists (
        select from networks where name = new.network and kind = 'evm' and chain_id = 31337)
    then
        raise exception 'play money leaves only over the demonstration''s own chain'
            using errcode = 'CA002';
    end if;
    return new;
end $$;
create trigger play_money_stays_here before insert on outgoing_transactions
    for each row execute function play_money_stays_here();
