#include "faults/books.h"

#include "ledger/ledger.h"

namespace cambio::faults {

namespace {

constexpr const char* fills_make_orders = R"sql(
    with sides as (
        select taker_order as id, quantity, price * quantity as total, taker_fee as fee from fills
        union all
        select maker_order, quantity, price * quantity, maker_fee from fills
        where maker_order is not null
    ), sums as (
        select id, sum(quantity) as filled, sum(total) as total, sum(fee) as fee from sides
        where id <> 0 group by id
    )
    select format('order %s: filled %s for %s, fee %s, but its fills give %s for %s, fee %s',
                  coalesce(o.id, s.id), o.filled, o.filled_total, o.fee, s.filled, s.total,
                  s.fee) as finding
    from orders o full join sums s on s.id = o.id
    where o.id is null or o.filled <> coalesce(s.filled, 0)
          or o.filled_total <> coalesce(s.total, 0) or o.fee <> coalesce(s.fee, 0)
    limit 10
)sql";

constexpr const char* states_fit = R"sql(
    select format('order %s: state %s, reason %s, %s of %s filled', id, state, reason, filled,
                  quantity) as finding
    from orders
    where (state = 2) <> (filled > 0 and filled = quantity) or (state = 3) <> (reason <> 0)
          or (state = 1 and (type = 2 or (type = 4 and triggered_at is not null)))
          or filled_total > reserve
    limit 10
)sql";

/// What each order was from one change to the next: of two terms in one batch a fill may be at
/// either. Ids follow time within a batch only: each program takes them from blocks of its own.
constexpr std::string_view terms = R"sql(
    with terms as (
        select o.id, o.side, o.market_id, t.price, t.seq, t.since, t.until
        from orders o
        cross join lateral (
            select o.price, o.seq, null::bigint as until,
                   (select max(a.seq) from order_amendments a where a.order_id = o.id) as since
            union all
            select a.price_before, a.seq_before, a.seq,
                   (select max(b.seq) from order_amendments b
                    where b.order_id = o.id and (b.seq, b.id) < (a.seq, a.id))
            from order_amendments a where a.order_id = o.id) t
    )
)sql";

constexpr std::string_view at_that_time = R"sql(
    coalesce(t.since, 0) <= f.seq and f.seq <= coalesce(t.until, f.seq)
)sql";

const std::string fills_keep_limits = std::string{terms} + R"sql(
    select format('fill %s/%s/%s at %s: order %s had another limit', f.market_id, f.seq, f.position,
                  f.price, o.id) as finding
    from fills f join orders o on o.id in (f.taker_order, f.maker_order)
    where f.market_id <> o.market_id
          or (o.id = f.maker_order and o.side = f.taker_side)
          or (o.id = f.taker_order and o.side <> f.taker_side)
          or o.price is not null and not exists (
              select from terms t
              where t.id = o.id
                    and case when o.id = f.maker_order then f.price = t.price
                             when o.side = 1 then f.price <= t.price else f.price >= t.price end
                    and )sql" + std::string{at_that_time} +
                                      R"sql()
    union all
    select format('fill %s/%s/%s: client %s traded with itself', market_id, seq, position,
                  taker_client)
    from fills where taker_client = maker_client
    limit 10
)sql";

/// A market's sequence has no batch twice, and none from the future.
const std::string sequences_fit = std::string{terms} + R"sql(
    select format('market %s: seq %s, but order %s has %s', m.id, m.seq, o.id, o.seq) as finding
    from orders o join markets m on m.id = o.market_id where o.seq > m.seq
    union all
    select format('market %s: seq %s, but a fill has %s', m.id, m.seq, f.seq)
    from fills f join markets m on m.id = f.market_id where f.seq > m.seq
    union all
    select format('fill %s/%s/%s: its order %s came with another seq', f.market_id, f.seq,
                  f.position, o.id)
    from fills f join orders o on o.id in (f.taker_order, f.maker_order)
    where not exists (
        select from terms t
        where t.id = o.id
              and case when o.id = f.taker_order then t.seq = f.seq else t.seq <= f.seq end
              and )sql" + std::string{at_that_time} +
                                  R"sql()
    union all
    select format('market %s, seq %s: %s fills, but the last is number %s', market_id, seq,
                  count(*), max(position))
    from fills group by market_id, seq having count(*) <> max(position) + 1
    limit 10
)sql";

constexpr const char* book_is_not_crossed = R"sql(
    select format('market %s: a bid of %s and an ask of %s rest beside each other', market_id,
                  max(price) filter (where side = 1), min(price) filter (where side = 2))
           as finding
    from orders where state = 1 and (stop_price is null or triggered_at is not null)
    group by market_id
    having max(price) filter (where side = 1) >= min(price) filter (where side = 2)
)sql";

/// What a client has, held or not, is what it was given, and what everything that is stored of it
/// brought and took. Kind 1 is the demo grant that a test's people begin with; what fee credit
/// brings (13 to 16) is told by its transfers alone, and looked at below.
constexpr const char* money_follows_acts = R"sql(
    with sides as (
        select taker_client as client_id, market_id, taker_side as side, price, quantity,
               taker_fee as fee
        from fills where taker_client is not null
        union all
        select maker_client, market_id, 3 - taker_side, price, quantity, maker_fee
        from fills where maker_client is not null
    ), moves as (
        select s.client_id, m.base_id as asset_id,
               case side when 1 then quantity - fee else -quantity end as amount
        from sides s join markets m on m.id = s.market_id
        union all
        select s.client_id, m.quote_id,
               case side when 1 then -(price * quantity) else price * quantity - fee end
        from sides s join markets m on m.id = s.market_id
        union all
        select client_id, from_id, -from_amount from conversions where state = 2
        union all
        select client_id, to_id, to_amount from conversions where state = 2
        union all
        select p.client_id, m.quote_id, coalesce(p.realised, 0) + p.funding - p.closing_funding
                   - p.fee
        from positions p join markets m on m.id = p.market_id
        union all
        select client_id, asset_id, case type when 3 then amount else -amount end
        from earn_transactions where type in (3, 6)
        union all
        select client_id, asset_id, -amount from withdrawals where stage = 7
        union all
        select client_id, asset_id, credited from deposits
        union all
        select a.client_id, a.asset_id, t.amount
        from ledger_transfers t join ledger_accounts a on a.id = t.credit
        where t.kind in (1, 13, 14, 15, 16) and a.client_id is not null
        union all
        select a.client_id, a.asset_id, -t.amount
        from ledger_transfers t join ledger_accounts a on a.id = t.debit
        where t.kind in (13, 14, 15, 16) and a.client_id is not null
    ), due as (
        select client_id, asset_id, sum(amount) as amount from moves group by 1, 2
    ), has as (
        select client_id, asset_id, sum(balance) as amount from ledger_accounts
        where client_id is not null group by 1, 2
    )
    select format('client %s, asset %s: has %s, but all that happened gives %s',
                  coalesce(h.client_id, d.client_id), coalesce(h.asset_id, d.asset_id), h.amount,
                  coalesce(d.amount, 0)) as finding
    from has h full join due d using (client_id, asset_id)
    where coalesce(h.amount, 0) <> coalesce(d.amount, 0)
    limit 10
)sql";

/// A pair has two legs, of which one at most was filled, and while one is open both are.
constexpr const char* pairs_fit = R"sql(
    select format('pair %s: %s legs, %s of them filled, %s open', oco_group, count(*),
                  count(*) filter (where filled > 0), count(*) filter (where state = 1)) as finding
    from orders where oco_group is not null group by oco_group
    having count(*) <> 2 or count(*) filter (where filled > 0) > 1
           or count(*) filter (where id = oco_group) <> 1
    limit 10
)sql";

/// What is attached to an order is looked at once that is done, and brings one order, whose key
/// says for which: a pair, a stop, or what took the profit at once with one of them for the rest.
/// To a purchase it sells all that was received, in whole lots.
constexpr const char* brackets_fit = R"sql(
    with parents as (
        select o.*, b.state as bracket, b.pair_id, m.lot
        from orders o join markets m on m.id = o.market_id
        left join spot_brackets b on b.order_id = o.id
        where o.take_profit is not null
    ), brought as (
        select p.id as parent, o.* from orders o
        left join parents p on p.client_id = o.client_id and p.market_id = o.market_id
             and p.id = case when o.client_key like 'bracket:%'
                             then split_part(o.client_key, ':', 2)::bigint end
        where o.client_key like 'bracket:%'
    )
    select format('order %s: state %s, %s filled, bracket %s', id, state, filled, bracket)
           as finding
    from parents
    where (state = 1) <> (bracket is null) or (bracket in (1, 2, 3) and filled = 0)
          or (bracket = 2) <> exists (
              select from brought f
              where f.id = pair_id and f.client_key = 'bracket:' || parents.id)
    union all
    select format('order %s was brought by no order, or beside its bracket', f.id)
    from brought f left join parents p on p.id = f.parent
    where p.id is null or p.bracket <> 2 or f.side = p.side
          or (f.client_key = 'bracket:' || p.id) <> (f.id = p.pair_id)
    union all
    select format('order %s received %s, fee %s, but order %s sells %s', p.id, p.filled, p.fee,
                  f.id, f.quantity)
    from parents p join orders f on f.id = p.pair_id
    where p.side = 1 and f.quantity <> floor((p.filled - p.fee) / p.lot) * p.lot
    union all
    select format('order %s took %s of %s at once, but the rest is %s', f.id, f.filled, f.quantity,
                  r.quantity)
    from brought f left join orders r on r.client_id = f.client_id
         and r.client_key = f.client_key || ':rest'
    where f.client_key not like '%:rest'
          and coalesce(r.quantity, 0) <> case when f.time_in_force = 2 then f.quantity - f.filled
                                              else 0 end
    limit 10
)sql";

/// Each transfer between wallets moved its amount once, from the one to the other.
constexpr const char* transfers_moved_once = R"sql(
    select format('transfer %s of %s moved %s in %s transfers', w.id, w.amount, sum(t.amount),
                  count(t.reference)) as finding
    from wallet_transfers w
    left join ledger_transfers t on t.kind = 11 and t.reference = w.id
    left join ledger_accounts d on d.id = t.debit and d.client_id = w.client_id
         and d.wallet = w.from_wallet and d.asset_id = w.asset_id and not d.held
    left join ledger_accounts c on c.id = t.credit and c.client_id = w.client_id
         and c.wallet = w.to_wallet and c.asset_id = w.asset_id and not c.held
    group by w.id
    having count(t.reference) <> 1 or count(d.id) <> 1 or count(c.id) <> 1
           or sum(t.amount) <> w.amount
    limit 10
)sql";

/// Every day of a subscription was counted once, up to the one that is next, and what its days
/// brought is what it tells; a broken term forgets that.
constexpr const char* days_counted_once = R"sql(
    select format('subscription %s: %s days counted from %s to %s, %s of %s accrued', s.id,
                  count(a.day), s.first_day, s.next_day, sum(a.amount), s.accrued) as finding
    from earn_subscriptions s left join earn_accruals a on a.subscription_id = s.id
    group by s.id
    having count(a.day) <> s.next_day - s.first_day
           or (s.accrued <> coalesce(sum(a.amount), 0) and not (s.state = 2 and s.days > 0))
    limit 10
)sql";

/// What a plan bought was noted once, and whatever was noted as bought was an order.
constexpr const char* plans_bought_once = R"sql(
    select format('order %s of a plan: noted %s times', o.id, count(r.id)) as finding
    from orders o left join earn_runs r on r.order_id = o.id and r.client_id = o.client_id
    where o.client_key like 'auto_invest:%' and o.filled > 0
    group by o.id having count(r.id) <> 1
    union all
    select format('run %s: there is no order %s', r.id, r.order_id)
    from earn_runs r left join orders o on o.id = r.order_id
    where r.order_id is not null and (o.id is null or o.filled_total <> r.amount)
    limit 10
)sql";

/// Each fee was settled once: what credit paid of it was given back, to SPOT for an order and to
/// FUTURE for a position, and of the rest the referrer got the tenth. Both kinds carry their ids in
/// one column, so that they are looked at together, and a part of a position with the position that
/// it was a part of, under whose number its fee may have been settled. Sums are rounded down for
/// each batch of fills, far below 1e-12.
constexpr const char* fees_settled_once = R"sql(
    with given as (
        select t.reference as id,
               sum(t.amount) filter (where t.kind = 15 and a.wallet = 1) as order_refund,
               sum(t.amount) filter (where t.kind = 15 and a.wallet = 2) as position_refund,
               sum(t.amount) filter (where t.kind = 16) as share
        from ledger_transfers t join ledger_accounts a on a.id = t.credit
        where t.kind in (15, 16) group by t.reference
    ), wholes as (
        select id, coalesce(part_of, id) as whole from positions
    ), charged as (
        select o.id, o.client_id, o.fee, coalesce(g.order_refund, 0) as refund
        from orders o left join given g using (id)
        union all
        select w.whole, p.client_id, sum(p.fee), coalesce(sum(g.position_refund), 0)
        from positions p join wholes w using (id) left join given g using (id) group by 1, 2
    ), due as (
        select c.*, case when r.friend_id is null then 0 else 0.1 end as part
        from charged c
        left join referrals r on r.friend_id = c.client_id and r.refused = ''
    )
    select format('fee of %s: %s, of it %s given back', id, fee, refund) as finding
    from due where refund > fee
    union all
    select format('fees of %s: %s, of it %s given back and %s to referrers', d.id, d.fee, d.refund,
                  g.share)
    from (select coalesce(w.whole, due.id) as id, sum(fee) as fee, sum(refund) as refund,
                 sum((fee - refund) * part) as share
          from due left join wholes w using (id) group by 1) d
    left join (select coalesce(w.whole, given.id) as id, sum(share) as share
               from given left join wholes w using (id) group by 1) g using (id)
    where abs(d.share - coalesce(g.share, 0)) > 1e-12
    union all
    select format('the fee of position %s was never settled', id) from positions
    where fee > 0 and not fee_settled
    union all
    select format('referrer %s got %s, but transfers give %s', referrer_id, s.amount, t.amount)
    from (select referrer_id, sum(amount) as amount from fee_shares group by 1) s
    full join (select a.client_id as referrer_id, sum(t.amount) as amount from ledger_transfers t
               join ledger_accounts a on a.id = t.credit where t.kind = 16 group by 1) t
         using (referrer_id)
    where s.amount is distinct from t.amount
    union all
    select format('client %s got credit of %s, but transfers give %s', client_id, s.amount,
                  t.amount)
    from (select client_id, sum(amount) as amount from referral_credits group by 1) s
    full join (select a.client_id, sum(t.amount) as amount from ledger_transfers t
               join ledger_accounts a on a.id = t.credit where t.kind = 13 group by 1) t
         using (client_id)
    where s.amount is distinct from t.amount
    limit 10
)sql";

/// Who was open at a time of funding, and still when it was settled, took part in it once, a part
/// of a position by itself or before it was one, and whoever was liquidated is told why once.
constexpr const char* futures_settled_once = R"sql(
    select format('position %s took no part in the funding of %s', p.id, f.at) as finding
    from positions p join funding_rates f on f.market_id = p.market_id
    where f.settled_at is not null and p.opened_at < f.at
          and (p.requested_at is null or p.requested_at > f.at)
          and (p.closed_at is null or p.closed_at > f.settled_at)
          and not exists (select from funding_payments y
                          where y.position_id in (p.id, p.part_of) and y.at = f.at)
    union all
    select format('position %s: funding %s, paid %s, moved %s', p.id, p.funding, y.amount, t.amount)
    from (select coalesce(part_of, id) as id, sum(funding - closing_funding) as funding
          from positions group by 1) p
    left join (select coalesce(p.part_of, p.id) as id, sum(y.amount) as amount
               from funding_payments y join positions p on p.id = y.position_id group by 1) y
         using (id)
    left join (select coalesce(p.part_of, p.id) as id,
                      sum(case when a.client_id is null then t.amount else -t.amount end) as amount
               from ledger_transfers t join ledger_accounts a on a.id = t.debit
               join positions p on p.id = t.reference
               where t.kind = 27 group by 1) t using (id)
    where p.funding <> coalesce(y.amount, 0) or p.funding <> coalesce(t.amount, 0)
    union all
    select format('funding of %s: never settled', at) from funding_rates where settled_at is null
    union all
    select format('position %s: state %s, but liquidated for %s', p.id, p.state, l.margin)
    from positions p full join liquidations l on l.position_id = p.id
    where (p.state is not distinct from 4) <> (l.position_id is not null)
    limit 10
)sql";

/// An order opened a position or gave back what it held, once.
constexpr const char* futures_orders_opened_once = R"sql(
    select format('futures order %s: state %s, and %s', o.id, o.state,
                  case when p.id is null then 'no position' else 'a position' end) as finding
    from futures_orders o left join positions p on p.id = o.id
    where (o.state = 2) <> (p.id is not null)
    union all
    select format('futures order %s: state %s, held %s, but %s was held and %s given back', o.id,
                  o.state, o.held, t.held, t.released)
    from futures_orders o
    left join (select reference as id, sum(amount) filter (where kind = 20) as held,
                      sum(amount) filter (where kind = 21) as released
               from ledger_transfers where kind in (20, 21) group by 1) t using (id)
    where o.state <> 2
          and (t.held is distinct from o.held
               or coalesce(t.released, 0) <> case when o.state = 1 then 0 else o.held end)
    limit 10
)sql";

/// What each deposit moved is what its row says, and nothing was moved for any other.
constexpr const char* deposits_credited_once = R"sql(
    select format('deposit %s of %s: credited %s, moved %s', coalesce(d.id, t.id), d.amount,
                  d.credited, t.amount) as finding
    from deposits d
    full join (select reference as id, sum(case kind when 2 then amount else -amount end) as amount
               from ledger_transfers where kind in (2, 62) group by 1) t on t.id = d.id
    where coalesce(d.credited, 0) <> coalesce(t.amount, 0)
    limit 10
)sql";

/// What waits for its rate and what leaves goes on holding; the audit proves how much.
constexpr const char* nothing_rests = R"sql(
    select format('order %s still rests', id) as finding from orders where state = 1
    union all
    select format('account %s still holds %s', id, balance) from ledger_accounts l
    where held and balance <> 0 and wallet = 1
          and not exists (select from conversions c where c.state = 1
                          and c.client_id = l.client_id and c.from_id = l.asset_id)
          and not exists (select from withdrawals w where w.stage < 7
                          and w.client_id = l.client_id and w.asset_id = l.asset_id)
    limit 10
)sql";

constexpr const char* count_done_by_jobs = R"sql(
    select 'positions closed' as what, count(*) as n from positions where reason = 1
    union all select 'futures orders filled', count(*) from futures_orders where state = 2
    union all select 'targets reached', count(*) from positions where reason in (2, 3)
    union all select 'liquidations', count(*) from positions where reason = 4
    union all select 'payments of funding', count(*) from funding_payments
    union all select 'limits of conversions reached', count(*) from conversions
              where state = 2 and limit_price is not null
    union all select 'days of interest', count(*) from earn_accruals
    union all select 'buys of plans', count(*) from earn_runs where order_id is not null
    union all select 'fees given back or shared', count(*) from ledger_transfers
              where kind in (15, 16)
    union all select 'deposits credited', count(*) from deposits where state = 3
    union all select 'withdrawals paid', count(*) from withdrawals where stage = 7
    union all select 'attached pairs placed', count(*) from spot_brackets where state = 2
)sql";

}  // namespace

std::vector<std::string> wrong_in_books(pg::Connection& connection) {
    std::vector<std::string> findings = ledger::audit(connection).findings;
    pg::Transaction tx{connection};
    tx.run("select set_config('statement_timeout', '0', true)");
    for (const char* proof :
         {fills_make_orders, states_fit, fills_keep_limits.c_str(), sequences_fit.c_str(),
          book_is_not_crossed, pairs_fit, brackets_fit, money_follows_acts, transfers_moved_once,
          days_counted_once, plans_bought_once, fees_settled_once, futures_settled_once,
          futures_orders_opened_once, deposits_credited_once}) {
        for (const pg::Row row : tx.run(proof)) findings.push_back(row.str("finding"));
    }
    tx.commit();
    return findings;
}

std::vector<std::string> left_behind(pg::Connection& connection) {
    std::vector<std::string> findings = wrong_in_books(connection);
    for (const pg::Row row : connection.run(nothing_rests)) {
        findings.push_back(row.str("finding"));
    }
    return findings;
}

std::map<std::string, std::int64_t> done_by_jobs(pg::Connection& connection) {
    std::map<std::string, std::int64_t> done;
    for (const pg::Row row : connection.run(count_done_by_jobs))
        done[row.str("what")] = row.integer("n");
    return done;
}

}  // namespace cambio::faults
