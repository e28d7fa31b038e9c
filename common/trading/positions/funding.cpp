#include "positions/funding.h"

#include <algorithm>

#include "ledger/ledger.h"

namespace cambio::positions {

namespace {

// What has come stays although its mark is late, and so does what comes within a minute: the
// provider may go on to the next time a moment early. As long as one of them was known, time counts
// for what is announced in its place.
constexpr const char* drop_withdrawn = R"sql(
    with withdrawn as (
        delete from funding_rates
        where market_id = $1 and at <> $2 and at > $3::timestamptz + interval '1 minute'
            and mark is null
        returning known_from, known_until)
    select min(known_from)::text as known_from from withdrawn where known_until >= now()
)sql";
// What was missed in a pause of the job makes no period longer than there is one.
constexpr const char* write_rate = R"sql(
    insert into funding_rates (market_id, at, rate, period, known_from, known_until)
    select $1::smallint, $2::timestamptz, $3::numeric, v.period,
           case when $5::timestamptz <= $2::timestamptz - v.period + g.grace then '-infinity'
                else least($5::timestamptz, $6::timestamptz) end,
           now() + v.period + g.grace
    from (select least(interval '8 hours', greatest(interval '1 hour', coalesce(
              $2::timestamptz - (select max(f.at) from funding_rates f
                                 where f.market_id = $1 and f.at < $2),
              $4 * interval '1 hour'))) as period) v,
         (select interval '5 minutes' as grace) g
    on conflict (market_id, at) do update set rate = excluded.rate, period = excluded.period,
        received_at = now(), known_until = excluded.known_until,
        known_from = case when funding_rates.known_until < now() then $5::timestamptz
                          else funding_rates.known_from end
    where funding_rates.mark is null
)sql";
// What is within the limits and has changed.
constexpr const char* write_forecast = R"sql(
    insert into funding_forecasts (market_id, at, since, rate, accrued)
    select f.market_id, f.at, v.since, f.rate,
           coalesce(l.accrued + l.rate * extract(epoch from v.since - l.since), 0)
    from funding_rates f
    left join lateral (select * from funding_forecasts
                       where market_id = f.market_id and at = f.at
                       order by since desc limit 1) l on true
    cross join lateral (
        select case when l.since is null then f.at - interval '8 hours'
                    else greatest(least($3::timestamptz, clock_timestamp()),
                                  l.since + interval '1 microsecond') end as since) v
    where f.market_id = $1 and f.at = $2 and f.mark is null and f.rate is distinct from l.rate
)sql";
// Of a time that was, the rate says what the whole of it was; nothing but a close that waits for
// its operator asks for more, and not for long.
constexpr const char* forget_forecasts = R"sql(
    delete from funding_forecasts where market_id = $1 and at < $2::timestamptz - interval '2 days'
)sql";
constexpr const char* drop_old = R"sql(
    delete from funding_rates f using marks m
    where m.market_id = f.market_id and f.mark is null and f.settled_at is null
        and f.at <= m.provider_at and f.known_until < m.received_at
)sql";
// The first believed mark from the time of funding on is the one that it is settled at, and the
// rate is the average from then on.
constexpr const char* fix_funding = R"sql(
    update funding_rates f set mark = m.price,
        rate = coalesce(funding_average(f.market_id, f.at, greatest(f.at - f.period, f.known_from),
                                        f.at), f.rate)
    from marks m
    where m.market_id = f.market_id and f.mark is null and f.settled_at is null
        and f.at <= m.provider_at
)sql";
constexpr const char* find_due = R"sql(
    select market_id, at, rate, mark, extract(epoch from period)::bigint as seconds,
           greatest(at - period, known_from) as counts_from
    from funding_rates where settled_at is null and mark is not null order by at, market_id
)sql";
// Who asked to be closed before that time has a price that stands, and pays at its end for the time
// until it asked (find_running). Nor does a part pay here that has paid with the position that it
// was a part of.
// Each at the average for its own time, which is asked for where that is not the whole.
const std::string took_part = R"sql(
    from positions p
    cross join lateral (
        select case when p.opened_at > $3::timestamptz
                    then coalesce(funding_average(p.market_id, $2::timestamptz, p.opened_at,
                                                  $2::timestamptz), $4::numeric)
                    else $4::numeric end as rate offset 0) v
    where p.market_id = $1 and p.opened_at < $2 and p.state in (1, 2)
        and (p.requested_at is null or p.requested_at > $2) and $2 <> all (p.funded)
        and not exists (select 1 from funding_payments f where f.position_id = p.id and f.at = $2)
        and not exists (select 1 from funding_owed o where o.position_id = p.id and o.at = $2)
)sql";
const std::string pays = "((v.rate < 0) = (p.side = 2))";
// Who pays comes first.
const std::string find_positions =
    "select p.id, v.rate, " + pays + " as pays" + took_part + "order by " + pays + " desc, p.id";
const std::string read_claims =
    "select p.side, p.quantity, p.opened_at, v.rate" + took_part + "and not " + pays;
constexpr const char* add_collected = R"sql(
    update funding_rates set collected = collected + $3, missing = missing + $4
    where market_id = $1 and at = $2 and settled_at is null
)sql";
constexpr const char* read_share = R"sql(
    select collected, missing, claimed, shared from funding_rates where market_id = $1 and at = $2
)sql";
constexpr const char* fix_share = R"sql(
    update funding_rates set claimed = $3, shared = $4
    where market_id = $1 and at = $2 and claimed is null
)sql";
constexpr const char* is_paid = R"sql(
    select exists (select 1 from funding_payments where position_id = $1 and at = $2)
        or exists (select 1 from funding_owed where position_id = $1 and at = $2) as paid
)sql";
constexpr const char* insert_payment = R"sql(
    insert into funding_payments (position_id, at, client_id, market_id, rate, mark, size, amount,
                                  unpaid)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
)sql";
constexpr const char* insert_owed = R"sql(
    insert into funding_owed (position_id, at, rate, mark, size, amount, unpaid)
    values ($1, $2, $3, $4, $5, $6, $7)
)sql";
// Where the smallest cannot be paid, none can.
constexpr const char* find_owed = R"sql(
    select position_id, at, rate, mark, size, amount, unpaid from funding_owed
    where paid_at is null order by amount, position_id, at limit $1
)sql";
constexpr const char* set_paid = R"sql(
    update funding_owed set paid_at = clock_timestamp()
    where position_id = $1 and at = $2 and paid_at is null
)sql";
constexpr const char* set_settled = R"sql(
    update funding_rates set settled_at = clock_timestamp()
    where market_id = $1 and at = $2 and settled_at is null
)sql";

// Of a part of a position, what the whole has paid for does not count. A time that was settled
// before a close was asked for is over; one that was settled since is still to come for it.
// What was announced too long ago is known no longer, unless its mark has come in time.
constexpr const char* find_running = R"sql(
    select p.id, v.moment, f.at, extract(epoch from f.period)::bigint as seconds, c.counts_from,
           coalesce(funding_average(p.market_id, f.at, c.counts_from, least(f.at, v.moment)),
                    f.rate) as rate
    from positions p
    cross join lateral (select coalesce(p.requested_at, clock_timestamp()) as moment) v
    cross join lateral (
        (select * from funding_rates
         where market_id = p.market_id and at >= v.moment order by at limit 1)
        union all
        select * from funding_rates
        where market_id = p.market_id and settled_at is null and at < v.moment
    ) f
    cross join lateral (
        select greatest(p.opened_at, f.at - f.period, f.known_from) as counts_from) c
    where p.id = any($1::bigint[]) and f.at > p.opened_at
        and greatest(f.at - f.period, f.known_from) < v.moment
        and (f.mark is not null or f.known_until >= v.moment) and f.at <> all (p.funded)
        and not exists (select 1 from funding_payments y
                        where y.position_id = p.id and y.at = f.at)
        and not exists (select 1 from funding_owed o where o.position_id = p.id and o.at = f.at)
    order by p.id, f.at
)sql";

/// A position's part in it.
struct Part {
    Position position;
    Decimal rate;    ///< for its own time
    Decimal amount;  ///< what moves
    Decimal unpaid;  ///< what is unpaid then
    AccountId held{};
    bool owed = false;
};

/// `rate`: the average for its own time.
Decimal funding_of(const DueFunding& due, const futures::Position& position, pg::Time opened_at,
                   Decimal rate) {
    const auto open = due.at - std::max(opened_at, due.counts_from);
    return futures::funding(position, due.mark, rate, futures::part_of_funding(open, due.period));
}

/// What those who receive get of what they claim.
struct Share {
    Decimal claimed, shared;

    Decimal of(Decimal claim) const {
        if (shared == claimed) return claim;
        return Decimal::multiply_divide(claim, shared, claimed, Rounding::down);
    }
};

/// Once all have paid. It stands from then on: who has gone since leaves the others what they had.
Share share_of(pg::Transaction& tx, const DueFunding& due) {
    const auto row = tx.one(read_share, {due.market, due.at});
    const Decimal missing = row.decimal("missing");
    if (!missing.positive()) return {};
    if (const auto claimed = row.maybe_decimal("claimed")) return {*claimed, row.decimal("shared")};
    futures::Position receiver;
    Share share;
    for (const pg::Row claim :
         tx.run(read_claims.c_str(), {due.market, due.at, due.counts_from, due.rate})) {
        receiver.side = static_cast<futures::Side>(claim.integer("side"));
        receiver.quantity = claim.decimal("quantity");
        share.claimed += funding_of(due, receiver, claim.time("opened_at"), claim.decimal("rate"));
    }
    share.shared = futures::shared_funding(share.claimed, row.decimal("collected"), missing);
    tx.change(1, fix_share, {due.market, due.at, share.claimed, share.shared});
    return share;
}

/// Of these, each with its rate, all of whom pay or all of whom receive.
std::vector<Part> parts_of(pg::Transaction& tx, const DueFunding& due,
                           const std::map<PositionId, Decimal>& rates, bool pay) {
    std::vector<PositionId> ids;
    for (const auto& [id, rate] : rates) ids.push_back(id);
    const Share share = pay ? Share{} : share_of(tx, due);
    Decimal collected, missing;
    std::vector<Part> parts;
    for (Position& position : positions::lock(tx, ids)) {
        if (position.ended() || tx.one(is_paid, {position.id, due.at}).boolean("paid")) continue;
        const futures::Position rules = position.rules();
        const Decimal rate = rates.at(position.id);
        Decimal amount = funding_of(due, rules, position.opened_at, rate);
        if (pay) {
            const Decimal paid = futures::worth_paying(rules, due.mark, -amount);
            collected += paid;
            missing += -amount - paid;
            amount = -paid;
        } else {
            amount = share.of(amount);
        }
        const auto moved = futures::move_funding(rules, amount);
        parts.push_back({std::move(position), rate, moved.amount, moved.unpaid});
    }
    if (collected.positive() || missing.positive())
        tx.change(1, add_collected, {due.market, due.at, collected, missing});
    return parts;
}

struct House {
    AccountId liquidity, insurance;
};

House house_of(pg::Transaction& tx, AssetId asset) {
    return {ledger::house_account(tx, ledger::House::liquidity, asset),
            ledger::house_account(tx, ledger::House::insurance, asset)};
}

/// Moves the money; whoever cannot be paid now is owed it.
void move(pg::Transaction& tx, std::vector<Part>& parts) {
    const auto [liquidity, insurance] = house_of(tx, parts.front().position.quote);
    std::vector<AccountId> all = {liquidity, insurance};
    for (Part& part : parts) {
        part.held = ledger::client_account(tx, part.position.client, ledger::Wallet::future, true,
                                           part.position.quote);
        all.push_back(part.held);
    }
    auto balances = ledger::lock(tx, all);
    std::vector<ledger::Movement> movements;
    const auto add = [&](AccountId debit, AccountId credit, Decimal amount, const Part& part) {
        movements.push_back({debit, credit, amount, ledger::Kind::funding, part.position.id.value});
        balances.at(debit) -= amount;
        balances.at(credit) += amount;
    };
    // Who pays goes first, so that the house can pay the others.
    for (const Part& part : parts)
        if (part.amount.negative()) add(part.held, liquidity, -part.amount, part);
    for (Part& part : parts) {
        if (!part.amount.positive()) continue;
        const auto payment =
            futures::split(part.amount, balances.at(liquidity), balances.at(insurance));
        part.owed = !payment;
        if (!payment) continue;
        add(liquidity, part.held, payment->from_liquidity, part);
        add(insurance, part.held, payment->from_insurance, part);
    }
    ledger::transfer_all(tx, movements);
}

void receive(pg::Transaction& tx, Position& position, Decimal amount) {
    position.funding += amount;
    position.margin += amount;
    write_margin(tx, position);
}

}  // namespace

void note_rate(pg::Transaction& tx, MarketId market, const AnnouncedFunding& next) {
    const auto known_from =
        tx.one(drop_withdrawn, {market, next.at, next.told}).maybe_str("known_from");
    tx.run(write_rate, {market, next.at, futures::funding_rate(next.rate),
                        static_cast<int>(next.until_next.count()), next.told, known_from});
    tx.run(write_forecast, {market, next.at, next.told});
    tx.run(forget_forecasts, {market, next.at});
}

std::int64_t fix_marks(pg::Transaction& tx) {
    const auto dropped = tx.run(drop_old).affected();
    tx.run(fix_funding);
    return dropped;
}

std::vector<DueFunding> due_funding(pg::Transaction& tx) {
    std::vector<DueFunding> due;
    for (const pg::Row row : tx.run(find_due))
        due.push_back({row.id<MarketId>("market_id"), row.time("at"), row.decimal("rate"),
                       row.decimal("mark"), std::chrono::seconds{row.integer("seconds")},
                       row.time("counts_from")});
    return due;
}

std::vector<FundingPart> unsettled_parts(pg::Transaction& tx, const DueFunding& due) {
    std::vector<FundingPart> parts;
    for (const pg::Row row :
         tx.run(find_positions.c_str(), {due.market, due.at, due.counts_from, due.rate}))
        parts.push_back({row.id<PositionId>("id"), row.decimal("rate"), row.boolean("pays")});
    if (parts.empty()) tx.run(set_settled, {due.market, due.at});
    return parts;
}

SettledFunding settle_funding(pg::Transaction& tx, const DueFunding& due,
                              std::span<const FundingPart> some) {
    std::map<PositionId, Decimal> rates;
    for (const FundingPart& part : some) rates.emplace(part.position, part.rate);
    SettledFunding settled;
    std::vector<Part> parts = parts_of(tx, due, rates, some.front().pays);
    if (!parts.empty()) move(tx, parts);
    for (Part& part : parts) {
        Position& position = part.position;
        const Decimal size = futures::notional(position.quantity, due.mark);
        const Decimal more_unpaid = part.unpaid - position.unpaid_funding;
        position.unpaid_funding = part.unpaid;
        if (part.owed) {
            tx.change(1, insert_owed,
                      {position.id, due.at, part.rate, due.mark, size, part.amount, more_unpaid});
            write_margin(tx, position);
            settled.owed.push_back(std::move(position));
            continue;
        }
        tx.change(1, insert_payment,
                  {position.id, due.at, position.client, position.market, part.rate, due.mark, size,
                   part.amount, more_unpaid});
        receive(tx, position, part.amount);
        settled.changed.push_back(std::move(position));
    }
    return settled;
}

std::vector<Position> pay_owed_funding(pg::Transaction& tx, int most) {
    std::vector<Position> paid;
    const auto owed = tx.run(find_owed, {most});
    if (owed.empty()) return paid;
    std::vector<PositionId> ids;
    for (const pg::Row row : owed) ids.push_back(row.id<PositionId>("position_id"));
    std::map<PositionId, Position> found;
    for (Position& position : positions::lock(tx, ids))
        found.emplace(position.id, std::move(position));

    const auto [liquidity, insurance] = house_of(tx, found.begin()->second.quote);
    std::map<PositionId, AccountId> receivers;
    std::vector<AccountId> all = {liquidity, insurance};
    for (const auto& [id, position] : found) {
        const AccountId account = ledger::client_account(
            tx, position.client, ledger::Wallet::future, !position.ended(), position.quote);
        receivers.emplace(id, account);
        all.push_back(account);
    }
    auto balances = ledger::lock(tx, all);
    std::vector<ledger::Movement> movements;
    for (const pg::Row row : owed) {
        Position& position = found.at(row.id<PositionId>("position_id"));
        const Decimal amount = row.decimal("amount");
        const auto payment = futures::split(amount, balances.at(liquidity), balances.at(insurance));
        if (!payment) break;
        if (tx.run(set_paid, {position.id, row.time("at")}).affected() == 0) continue;
        const AccountId receiver = receivers.at(position.id);
        const auto add = [&](AccountId debit, Decimal part) {
            movements.push_back({debit, receiver, part, ledger::Kind::funding, position.id.value});
            balances.at(debit) -= part;
        };
        add(liquidity, payment->from_liquidity);
        add(insurance, payment->from_insurance);
        tx.change(
            1, insert_payment,
            {position.id, row.time("at"), position.client, position.market, row.decimal("rate"),
             row.decimal("mark"), row.decimal("size"), amount, row.decimal("unpaid")});
        if (!position.ended()) receive(tx, position, amount);
        paid.push_back(position);
    }
    ledger::transfer_all(tx, movements);
    return paid;
}

std::map<PositionId, std::vector<RunningFunding>> running_funding(
    pg::Transaction& tx, const std::vector<PositionId>& ids) {
    std::map<PositionId, std::vector<RunningFunding>> found;
    if (ids.empty()) return found;
    std::vector<std::int64_t> numbers;
    for (const PositionId id : ids) numbers.push_back(id.value);
    for (const pg::Row row : tx.run(find_running, {pg::Param::array(numbers)})) {
        const pg::Time at = row.time("at");
        const std::chrono::microseconds period = std::chrono::seconds{row.integer("seconds")};
        const auto open = std::min(at, row.time("moment")) - row.time("counts_from");
        found[row.id<PositionId>("id")].push_back(
            {at, row.decimal("rate"), futures::part_of_funding(open, period)});
    }
    return found;
}

std::vector<FundingCharge> charges_of(const Position& position, Decimal price,
                                      const std::vector<RunningFunding>& running) {
    std::vector<FundingCharge> charges;
    for (const auto& [at, rate, part] : running) {
        const Decimal amount = futures::funding(position.rules(), price, rate, part);
        if (amount.negative()) charges.push_back({at, rate, -amount});
    }
    return charges;
}

void write_charges(pg::Transaction& tx, const Position& position,
                   const std::vector<FundingCharge>& charges, Decimal paid) {
    const Decimal price = position.closing_price.value();
    const Decimal size = futures::notional(position.quantity, price);
    const auto write = [&](pg::Time at, Decimal rate, Decimal amount, Decimal unpaid) {
        if (!amount.positive()) return;
        tx.change(1, insert_payment,
                  {position.id, at, position.client, position.market, rate, price, size, -amount,
                   -unpaid});
        paid -= amount;
    };
    const Decimal before = minimum(position.unpaid_funding, paid);
    write(*position.closed_at, {}, before, before);
    for (const FundingCharge& charge : charges)
        write(charge.at, charge.rate, minimum(charge.amount, paid), {});
}

}  // namespace cambio::positions
