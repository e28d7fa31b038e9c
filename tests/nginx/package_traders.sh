# shellcheck shell=bash disable=SC2154
# Clients who trade on the machine of package_machine.sh while things happen to it, and whether all
# that was acknowledged is there (upgrade_traders.mjs, upgrade_verdict.mjs).

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

program() {
    nsenter --target "$init" --net -- "$root/site/node_modules/.bin/node" \
        "$here/upgrade_traders.mjs" "$1" "$machine" "$2"
}

# begin_trading: sets traders, their folder, and trading, their process, which ends after
# touch $traders/stop.
begin_trading() {
    traders=$scratch/traders
    mkdir "$traders"
    # Debian's own mail server has the port on which their codes arrive.
    logged systemctl stop exim4 || true
    program sign-up "$traders" || { fault "nobody can sign up"; exit 1; }
    give_money || { fault "they have no money"; exit 1; }
    program trade "$traders" &
    trading=$!
    helpers+=("$trading")
    wait_for 90 test -s "$traders/visits.jsonl" || fault "nobody comes"
}

# end_trading: sets what is there of their orders beside what they were told.
end_trading() {
    touch "$traders/stop"
    wait "$trading" || fault "the clients have ended early"
    sql "select json_build_object('id', o.id::text, 'key', client_key, 'client', client_id::text,
            'pair', m.pair, 'side', case side when 1 then 'BUY' else 'SELL' end, 'price', o.price,
            'quantity', quantity, 'filled', filled, 'state', o.state,
            'immediate', time_in_force = 2)
        from orders o join markets m on m.id = o.market_id" >"$scratch/orders"
}

give_money() {
    cat >"$scratch/money" <<'SQL'
insert into ledger_accounts (house, asset_id, may_be_negative)
select 'demo', id, true from assets where code in ('USDT', 'BTC', 'ETH');
insert into ledger_accounts (client_id, wallet, asset_id)
select c.id, 1, a.id from clients c, assets a where a.code in ('USDT', 'BTC', 'ETH')
on conflict do nothing;
insert into ledger_transfers (debit, credit, amount, kind, reference)
select d.id, c.id, 1000000, 1, c.client_id
from ledger_accounts d join ledger_accounts c using (asset_id)
where d.house = 'demo' and c.client_id is not null and c.wallet = 1 and not c.held;
update ledger_accounts a
set balance = (select sum(case a.id when credit then amount else -amount end)
               from ledger_transfers where a.id in (debit, credit))
where exists (select from ledger_transfers where a.id in (debit, credit));
SQL
    cluster inside psql -1 -q -v ON_ERROR_STOP=1 -U postgres <"$scratch/money"
}

acknowledged() { cat "$traders"/journal-* | grep -c '"what":"done"'; }
traded() { (($(acknowledged) >= $1)); }
trade_on() {
    wait_for 60 traded $(($(acknowledged) + 200)) || fault "nobody can trade $1"
}

# judged FOLDER: what upgrade_verdict.mjs says of it goes into $scratch/verdict.
judged() {
    "$root/site/node_modules/.bin/node" "$here/upgrade_verdict.mjs" "$1" "$scratch/orders" \
        >"$scratch/verdict"
}
