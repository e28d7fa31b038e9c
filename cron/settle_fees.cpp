// What happens to fees after the trade. The settlement charges every fee in full, in the asset
// received, and a position's when it opens; this job follows a few seconds behind and, fill by fill
// and position by position, gives back what fee credit pays, pays referrers their share of the
// rest, notices friends' first large purchases, and adds up what clients trade by day.
//
// A market's fills are ordered by (seq, position) and committed in that order, so one mark for each
// market says what is done. Mark and money are one transaction: killed at any moment, the job goes
// on where it stood and pays nothing twice. A position carries its own mark.
//
// What house:fees cannot pay it owes: the fees wait in fees_owed and come first in the next turn,
// everything else goes on, and the log and /api/v3/status say so.
#include <limits>

#include "jobs/job.h"
#include "jobs/marks.h"
#include "ledger/fees_owed.h"
#include "log/log.h"
#include "positions/changes.h"
#include "rewards/fee_payout.h"
#include "rewards/large_amounts.h"

namespace cambio {

namespace {

using rewards::Charge, rewards::FillPlace;

constexpr std::int64_t at_once = 500;
constexpr std::int64_t last_position = std::numeric_limits<std::int32_t>::max();

// Fee credit is in USDT, so only markets that are quoted in it count; all are.
constexpr const char* markets_behind = R"sql(
    select m.id, m.seq, m.base_id, m.quote_id
      from markets m join assets q on q.id = m.quote_id and q.code = 'USDT'
      left join fee_marks f on f.market_id = m.id
     where (m.seq, $1::integer) > (coalesce(f.seq, 0), coalesce(f.position, -1))
     order by m.id
)sql";

constexpr const char* make_mark = R"sql(
    insert into fee_marks (market_id, seq, position) values ($1, 0, -1) on conflict do nothing
)sql";

constexpr const char* lock_mark = R"sql(
    select seq, position from fee_marks where market_id = $1 for update
)sql";

constexpr const char* move_mark = R"sql(
    update fee_marks set seq = $2, position = $3 where market_id = $1
)sql";

constexpr const char* last_of_batch = R"sql(
    select seq, position, count(*) over () as fills
      from (select seq, position from fills
             where market_id = $1 and (seq, position) > ($2, $3) and seq <= $4
             order by seq, position limit $5) as batch
     order by seq desc, position desc limit 1
)sql";

// A trade within a circle of referrer and friends moves their own money to and fro: no volume, and
// nothing towards a trade. As a trade counts an order, once, with the fill that brings its worth to
// the market's minimum, or the first one after the minimum fell below its worth. What the batches
// before have filled of it is carried in order_worths.
constexpr const char* add_volumes = R"sql(
    with sides as materialized (
        select f.seq, f.position, f.price * f.quantity as worth, side.client, side.order_id,
               (f.at at time zone 'UTC')::date as day
          from fills f
         cross join lateral (values (f.taker_client, f.taker_order),
                                    (f.maker_client, f.maker_order)) as side (client, order_id)
         where f.market_id = $1 and (f.seq, f.position) > ($2, $3)
           and (f.seq, f.position) <= ($4, $5) and side.client is not null
           and not of_one_circle(f.taker_client, f.maker_client)),
    reached as (
        select s.*, w.counted is not true
                    and coalesce(w.worth, 0) + sum(s.worth) over so_far >= m.minimum_total as enough
          from sides s join markets m on m.id = $1
          left join order_worths w on w.order_id = s.order_id
        window so_far as (partition by s.order_id order by s.seq, s.position)),
    counting as (
        select r.*, r.enough and not coalesce(lag(r.enough) over (
                        partition by r.order_id order by r.seq, r.position), false) as counts
          from reached r),
    carried as (
        insert into order_worths as w (order_id, worth, counted)
        select order_id, sum(worth), bool_or(counts) from counting group by 1 order by 1
        on conflict (order_id) do update
           set worth = w.worth + excluded.worth, counted = excluded.counted
         where not w.counted)
    insert into trading_days as t (client_id, day, volume, trades)
    select client, day, sum(worth), count(*) filter (where counts)
      from counting group by 1, 2 order by 1, 2
    on conflict (client_id, day) do update
       set volume = t.volume + excluded.volume, trades = t.trades + excluded.trades
)sql";

constexpr const char* next_worths = R"sql(
    select w.order_id, not exists (select from orders o
                                    where o.id = w.order_id and o.state = 1) as done
      from (select order_id from order_worths where order_id > $1
             order by order_id limit $2) as w
     order by w.order_id
)sql";

constexpr const char* forget_worths =
    "delete from order_worths where order_id = any ($1::bigint[])";

// Only the fees of clients that have fee credit or were referred; those of others stay as they are.
// A share is earned by referrers that are not frozen.
constexpr const char* fees_to_settle = R"sql(
    select side.client, side.order_id, side.fee, f.price, side.bought, credit.id as credit_account,
           case when not client_frozen(referrer) then referrer.id end as referrer
      from fills f
     cross join lateral (values
            (f.taker_client, f.taker_order, f.taker_fee, f.taker_side = 1),
            (f.maker_client, f.maker_order, f.maker_fee, f.taker_side = 2))
           as side (client, order_id, fee, bought)
      left join ledger_accounts credit on credit.client_id = side.client and credit.house = ''
           and credit.wallet = 5 and not credit.held and credit.asset_id = $6
           and credit.balance > 0
      left join referrals r on r.friend_id = side.client and r.refused = ''
      left join clients referrer on referrer.id = r.referrer_id
     where f.market_id = $1 and (f.seq, f.position) > ($2, $3) and (f.seq, f.position) <= ($4, $5)
       and side.client is not null and side.fee > 0
       and (credit.id is not null or not client_frozen(referrer))
     order by f.seq, f.position
)sql";

constexpr const char* usdt_asset = "select id from assets where code = 'USDT'";

// A position that is being closed just now waits for the next turn.
constexpr const char* positions_due = R"sql(
    with due as (
        select id, client_id, fee from positions where not fee_settled and fee > 0
         order by id limit $1 for update skip locked)
    select due.id, due.client_id, due.fee, credit.id as credit_account,
           case when not client_frozen(referrer) then referrer.id end as referrer
      from due
      left join ledger_accounts credit on credit.client_id = due.client_id and credit.house = ''
           and credit.wallet = 5 and not credit.held and credit.asset_id = $2
           and credit.balance > 0
      left join referrals r on r.friend_id = due.client_id and r.refused = ''
      left join clients referrer on referrer.id = r.referrer_id
     order by due.id
)sql";

constexpr const char* fees_owed = R"sql(
    select o.id, o.client_id, o.reference, o.asset_id, o.wallet, o.fee, o.worth,
           credit.id as credit_account,
           case when not client_frozen(referrer) then referrer.id end as referrer
      from fees_owed o
      left join ledger_accounts credit on credit.client_id = o.client_id and credit.house = ''
           and credit.wallet = 5 and not credit.held and credit.asset_id = $3
           and credit.balance > 0
      left join referrals r on r.friend_id = o.client_id and r.refused = ''
      left join clients referrer on referrer.id = r.referrer_id
     where o.id > $1 order by o.id limit $2
)sql";

constexpr const char* count_owed = "select count(*) as waiting from fees_owed";

struct Market {
    MarketId id;
    std::int64_t seq = 0;
    AssetId base;
    AssetId usdt;
};

/// Whom a row of fees concerns besides its client.
void read_parties(const pg::Row& row, Charge& charge) {
    if (!row.null("credit_account")) charge.credit = row.id<AccountId>("credit_account");
    if (!row.null("referrer")) charge.referrer = row.id<ClientId>("referrer");
}

void pay_or_owe(pg::Transaction& tx, AssetId usdt, const std::vector<Charge>& charges) {
    for (const std::size_t unpaid : rewards::FeePayout{tx, usdt}.pay(charges)) {
        const Charge& charge = charges[unpaid];
        ledger::owe_fee(tx, {charge.client, charge.reference, charge.asset, charge.wallet,
                             charge.fee, charge.worth});
    }
}

class Batch {
  public:
    Batch(pg::Transaction& tx, const Market& market, FillPlace from, FillPlace to)
        : tx_{tx}, market_{market}, from_{from}, to_{to} {}

    void settle() {
        tx_.run(add_volumes, {market_.id, from_.seq, from_.position, to_.seq, to_.position});
        rewards::note_purchases(tx_, market_.id, from_, to_);
        read_charges();
        pay_or_owe(tx_, market_.usdt, charges_);
    }

  private:
    void read_charges() {
        std::map<std::pair<ClientId, OrderId>, std::size_t> found;
        for (const auto row : tx_.run(fees_to_settle, {market_.id, from_.seq, from_.position,
                                                       to_.seq, to_.position, market_.usdt})) {
            const auto client = row.id<ClientId>("client");
            const auto order = row.id<OrderId>("order_id");
            const auto [at, fresh] = found.try_emplace({client, order}, charges_.size());
            if (fresh) charges_.push_back(charge_of(row, client, order));
            Charge& charge = charges_[at->second];
            const Decimal fee = row.decimal("fee");
            charge.fee += fee;
            charge.worth += charge.asset == market_.usdt
                                ? fee
                                : Decimal::multiply(fee, row.decimal("price"), Rounding::up);
        }
    }

    /// The fees of one order in this batch, each fill's worth at its own price.
    Charge charge_of(const pg::Row& row, ClientId client, OrderId order) const {
        Charge charge;
        charge.client = client;
        charge.reference = order.value;
        charge.asset = row.boolean("bought") ? market_.base : market_.usdt;
        read_parties(row, charge);
        return charge;
    }

    pg::Transaction& tx_;
    const Market& market_;
    const FillPlace from_, to_;
    std::vector<Charge> charges_;
};

/// Settles the next fills; false when there are none left up to the sequence that was seen.
bool settle_some(jobs::Job& job, const Market& market) {
    pg::Transaction tx{job.db};
    tx.run(make_mark, {market.id});
    const auto mark = tx.one(lock_mark, {market.id});
    const FillPlace from{mark.integer("seq"), mark.integer("position")};
    const auto last =
        tx.maybe(last_of_batch, {market.id, from.seq, from.position, market.seq, at_once});
    const bool more = last && last->integer("fills") == at_once;
    const FillPlace to = more ? FillPlace{last->integer("seq"), last->integer("position")}
                              : FillPlace{std::max(market.seq, from.seq), last_position};
    if (last) Batch{tx, market, from, to}.settle();
    tx.change(1, move_mark, {market.id, to.seq, to.position});
    tx.commit();
    return more;
}

/// Settles the next positions; false when there are none left.
bool settle_positions(jobs::Job& job, AssetId usdt) {
    pg::Transaction tx{job.db};
    std::vector<Charge> charges;
    std::vector<std::int64_t> settled;
    for (const auto row : tx.run(positions_due, {at_once, usdt})) {
        settled.push_back(row.integer("id"));
        Charge charge;
        charge.client = row.id<ClientId>("client_id");
        charge.reference = settled.back();
        charge.asset = usdt;
        charge.wallet = ledger::Wallet::future;
        charge.fee = charge.worth = row.decimal("fee");
        read_parties(row, charge);
        if (charge.credit || charge.referrer) charges.push_back(charge);
    }
    if (settled.empty()) return false;
    pay_or_owe(tx, usdt, charges);
    positions::mark_fees_settled(tx, settled);
    tx.commit();
    return true;
}

/// Pays of what is owed what can be paid now, the oldest first.
void settle_owed(jobs::Job& job, AssetId usdt) {
    std::int64_t after = 0;
    for (bool more = true; more;) {
        pg::Transaction tx{job.db};
        std::vector<std::int64_t> ids;
        std::vector<Charge> charges;
        for (const auto row : tx.run(fees_owed, {after, at_once, usdt})) {
            ids.push_back(row.integer("id"));
            Charge& charge = charges.emplace_back();
            charge.client = row.id<ClientId>("client_id");
            charge.reference = row.integer("reference");
            charge.asset = row.id<AssetId>("asset_id");
            charge.wallet = static_cast<ledger::Wallet>(row.integer("wallet"));
            charge.fee = row.decimal("fee");
            charge.worth = row.decimal("worth");
            read_parties(row, charge);
        }
        more = static_cast<std::int64_t>(ids.size()) == at_once;
        if (!ids.empty()) after = ids.back();
        const auto unpaid = rewards::FeePayout{tx, usdt}.pay(charges);
        for (auto at = unpaid.rbegin(); at != unpaid.rend(); ++at) {
            ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(*at));
        }
        if (!ids.empty()) ledger::owe_no_more(tx, ids);
        tx.commit();
    }
}

void report_owed(jobs::Job& job) {
    const auto waiting = job.db.run(count_owed)[0].str("waiting");
    if (waiting != "0") log::error("fees_wait_for_the_house", {{"charges", waiting}});
    jobs::change_mark(job.db, jobs::fees_waiting, waiting);
}

/// Orders that are done and whose worth is still carried, from where the last turn stopped: it goes
/// on while most of those that it sees are done, so that what came in between is gone soon, and
/// many open orders cost a turn little.
class DoneOrders {
  public:
    explicit DoneOrders(jobs::Job& job) : job_{job} {
        for (int step = 0; step < most_steps; ++step) {
            if (!most_are_done()) break;
        }
    }

    /// Once all fills are settled that there were when they were found to be done.
    void forget() {
        for (std::size_t from = 0; from < ids_.size(); from += rows_at_once) {
            const auto first = ids_.begin() + static_cast<std::ptrdiff_t>(from);
            const auto many = std::min<std::size_t>(rows_at_once, ids_.size() - from);
            const std::vector<std::int64_t> some(first, first + static_cast<std::ptrdiff_t>(many));
            job_.db.run(forget_worths, {pg::Param::array(some)});
        }
    }

  private:
    static constexpr std::int64_t rows_at_once = 1000;
    static constexpr int most_steps = 100;

    bool most_are_done() {
        static std::int64_t seen = 0;
        const auto rows = job_.db.run(next_worths, {seen, rows_at_once});
        const auto before = ids_.size();
        for (const auto row : rows) {
            seen = row.integer("order_id");
            if (row.boolean("done")) ids_.push_back(seen);
        }
        const bool end = static_cast<std::int64_t>(rows.size()) < rows_at_once;
        if (end) seen = 0;
        return !end && 2 * (ids_.size() - before) >= rows_at_once;
    }

    jobs::Job& job_;
    std::vector<std::int64_t> ids_;
};

void settle(jobs::Job& job) {
    // Before the markets' sequences are read: a done order has no fill after them.
    DoneOrders done{job};
    const auto usdt = job.db.run(usdt_asset)[0].id<AssetId>("id");
    settle_owed(job, usdt);
    for (const auto row : job.db.run(markets_behind, {last_position})) {
        const Market market{row.id<MarketId>("id"), row.integer("seq"), row.id<AssetId>("base_id"),
                            row.id<AssetId>("quote_id")};
        while (settle_some(job, market)) {
        }
    }
    done.forget();
    while (settle_positions(job, usdt)) {
    }
    report_owed(job);
}

/// The ledger's batches go out as prepared statements, which a session is told once.
void settle_prepared(jobs::Job& job) {
    static int told = 0;
    if (told != job.session) ledger::Batch::prepare(job.db);
    told = job.session;
    settle(job);
}

}  // namespace

}  // namespace cambio

int main(int argc, char** argv) {
    return cambio::jobs::run(argc, argv, "settle_fees", std::chrono::seconds{5},
                             cambio::settle_prepared);
}
