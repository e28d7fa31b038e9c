#include "ledger/proofs.h"
#include "pg/snapshot.h"

namespace cambio::ledger {

namespace {

constexpr const char* newest_audit = R"sql(
    select at, passed, floor(extract(epoch from now() - at))::bigint as age
    from audits order by id desc limit 1
)sql";

constexpr const char* count_accounts = "select count(*) as accounts from ledger_accounts";
constexpr const char* count_transfers = "select count(*) as transfers from ledger_transfers";

// Each proof gives one line of text for each thing that is wrong, at most a hundred.

constexpr const char* balances_equal_transfers = R"sql(
    with sides as (
        select debit as account, -sum(amount) as amount from ledger_transfers group by debit
        union all
        select credit, sum(amount) from ledger_transfers group by credit
    ), moved as (
        select account, sum(amount) as amount from sides group by account
    )
    select format('account %s: balance %s, but its transfers give %s',
                  coalesce(a.id, m.account), coalesce(a.balance::text, 'missing'),
                  coalesce(m.amount, 0)) as finding
    from ledger_accounts a full join moved m on m.account = a.id
    where a.id is null or a.balance <> coalesce(m.amount, 0)
    limit 100
)sql";

constexpr const char* assets_sum_to_zero = R"sql(
    select format('asset %s: all balances together give %s', s.code, a.total) as finding
    from (select asset_id, sum(balance) as total from ledger_accounts group by asset_id) a
    join assets s on s.id = a.asset_id
    where a.total <> 0
    limit 100
)sql";

constexpr const char* nobody_is_negative = R"sql(
    select format('account %s: balance %s', id, balance) as finding
    from ledger_accounts
    where balance < 0 and not (client_id is null and (house = 'demo' or house like 'chain:%'))
    limit 100
)sql";

// wallet 1 is SPOT; side 1 is BUY, which holds quote, and 2 is SELL, which holds base. Limit orders
// rest or wait for their price, market orders wait for theirs with what is reserved for them, and
// limit conversions wait; orders and conversions that wait for the house's next price hold what
// they may cost (kinds 5 and 41), withdrawals theirs until they end (stage 7 and more), and nothing
// else holds money in the SPOT wallet. Of a pair (oco_group) one leg at most is filled, so the
// money is held once: for the leg that needs more.
constexpr const char* holds_match_orders = R"sql(
    with open as (
        select o.id, o.client_id, o.oco_group,
               case o.side when 1 then m.quote_id else m.base_id end as asset_id,
               case o.side when 1 then coalesce(o.reserve, o.price * (o.quantity - o.filled))
                           else o.quantity - o.filled end as amount
        from orders o join markets m on m.id = o.market_id
        where o.state = 1
    ), legs as (
        select *, row_number() over (partition by coalesce(oco_group, id)
                                     order by amount desc, id) as place
        from open
    ), order_needs as (
        select client_id, asset_id, sum(amount) filter (where place = 1) as amount,
               array_agg(id order by id) as orders
        from legs group by 1, 2
    ), needs as (
        select client_id, asset_id, sum(amount) as amount,
               array_agg(distinct thing) as things
        from (select client_id, asset_id, amount,
                     'the open orders ' || (orders[1:10])::text as thing from order_needs
              union all
              select client_id, from_id, from_amount, 'conversion ' || id
              from conversions where state = 1
              union all
              select client_id, asset_id, amount, 'the waiting request ' || id
              from waiting_holds where kind in (5, 41) and ended_at is null
              union all
              select client_id, asset_id, amount, 'withdrawal ' || id
              from withdrawals where stage < 7) as reserved
        group by 1, 2
    ), held as (
        select client_id, asset_id, balance from ledger_accounts
        where client_id is not null and wallet = 1 and held
    )
    select format('client %s: held %s %s, but %s need %s',
                  coalesce(h.client_id, n.client_id), coalesce(h.balance, 0), s.code,
                  coalesce(array_to_string(n.things[1:10], ', '), 'the open orders {}'),
                  coalesce(n.amount, 0)) as finding
    from held h
    full join needs n on n.client_id = h.client_id and n.asset_id = h.asset_id
    join assets s on s.id = coalesce(h.asset_id, n.asset_id)
    where coalesce(h.balance, 0) <> coalesce(n.amount, 0)
    limit 100
)sql";

// wallet 2 is FUTURE: what is held there is the margin of positions that have not ended, and what
// those may cost that wait for the house's next price (kind 20), as open orders for theirs, or take
// the place of one that is about to end.
constexpr const char* margins_match_positions = R"sql(
    with reserved as (
        select p.client_id, m.quote_id as asset_id, p.margin as amount, p.id as position
        from positions p join markets m on m.id = p.market_id
        where p.state in (1, 2)
        union all
        select client_id, asset_id, amount, null
        from waiting_holds where kind = 20 and ended_at is null
        union all
        select o.client_id, m.quote_id, o.held, null
        from futures_orders o join markets m on m.id = o.market_id where o.state = 1
        union all
        select p.client_id, m.quote_id, p.reversal_held, null
        from positions p join markets m on m.id = p.market_id
        where p.state = 2 and p.reversed_as is not null
    ), needs as (
        select client_id, asset_id, sum(amount) as amount,
               array_agg(position order by position) filter (where position is not null)
                   as positions
        from reserved
        group by 1, 2
    ), held as (
        select client_id, asset_id, balance from ledger_accounts
        where client_id is not null and wallet = 2 and held
    )
    select format('client %s: held %s %s of FUTURE, but the open positions %s have a margin of %s',
                  coalesce(h.client_id, n.client_id), coalesce(h.balance, 0), s.code,
                  coalesce((n.positions[1:10])::text, '{}'), coalesce(n.amount, 0)) as finding
    from held h
    full join needs n on n.client_id = h.client_id and n.asset_id = h.asset_id
    join assets s on s.id = coalesce(h.asset_id, n.asset_id)
    where coalesce(h.balance, 0) <> coalesce(n.amount, 0)
    limit 100
)sql";

// wallet 4 is EARN: what lies there is what the active subscriptions say, and nothing is held.
constexpr const char* earn_matches_subscriptions = R"sql(
    with needs as (
        select client_id, asset_id, sum(balance) as amount,
               array_agg(id order by id) as subscriptions
        from earn_subscriptions where state = 1
        group by 1, 2
    ), kept as (
        select client_id, asset_id, sum(balance) as balance from ledger_accounts
        where client_id is not null and wallet = 4
        group by 1, 2
    )
    select format('client %s: %s %s of EARN, but the subscriptions %s come to %s',
                  coalesce(k.client_id, n.client_id), coalesce(k.balance, 0), s.code,
                  coalesce((n.subscriptions[1:10])::text, '{}'), coalesce(n.amount, 0)) as finding
    from kept k
    full join needs n on n.client_id = k.client_id and n.asset_id = k.asset_id
    join assets s on s.id = coalesce(k.asset_id, n.asset_id)
    where coalesce(k.balance, 0) <> coalesce(n.amount, 0)
    limit 100
)sql";

void find(pg::Transaction& tx, const char* proof, AuditReport& report) {
    for (const pg::Row row : tx.run(proof)) report.findings.push_back(row.str("finding"));
}

}  // namespace

void prove_accounts(pg::Transaction& tx, AuditReport& report) {
    report.accounts = tx.one(count_accounts).integer("accounts");
    for (const char* proof : {assets_sum_to_zero, nobody_is_negative, holds_match_orders,
                              margins_match_positions, earn_matches_subscriptions})
        find(tx, proof, report);
}

AuditReport audit(pg::Connection& connection) {
    pg::Snapshot tx{connection};
    tx.run(no_hurry);

    AuditReport report;
    report.transfers = tx.one(count_transfers).integer("transfers");
    find(tx, balances_equal_transfers, report);
    prove_accounts(tx, report);
    report.passed = report.findings.empty();
    tx.commit();
    return report;
}

LastAudit last_audit(pg::Connection& connection) {
    LastAudit last;
    const auto rows = connection.run(newest_audit);
    if (rows.empty()) return last;
    last.at = rows[0].time("at");
    last.age = std::chrono::seconds{rows[0].integer("age")};
    const bool old = last.age > 2 * audit_period || last.age < -audit_ahead;
    last.proof = !rows[0].boolean("passed") ? Proof::failed : old ? Proof::overdue : Proof::passed;
    return last;
}

}  // namespace cambio::ledger
