// Settles futures every second: funding that is due, positions that a new mark liquidates or that
// have reached a target, orders that close a position, requests for closing, orders that open one,
// and margin calls. Every step finds candidates by an index, locks them, computes again and changes
// them in transactions of a few dozen, so that a crash of the market is done with in seconds and
// nobody waits long for the accounts of the house. Killed at any point and started again, it pays
// nothing twice. While a contract's market is halted or paused, no position of it ends or begins.
#include <algorithm>
#include <span>

#include "jobs/job.h"
#include "jobs/marks.h"
#include "ledger/ledger.h"
#include "ledger/waiting.h"
#include "log/log.h"
#include "notices/notices.h"
#include "positions/changes.h"
#include "positions/closing_orders.h"
#include "positions/endings.h"
#include "positions/fills.h"
#include "positions/funding.h"

namespace {

using namespace cambio;
using positions::Ending, positions::Endings, positions::Position, positions::Reason;

constexpr auto pace = std::chrono::seconds{1};
/// Positions in one transaction.
constexpr int together = 50;
constexpr int shown_places = 8;

// One side at a time, so that each is a range of the index.
constexpr const char* find_liquidations = R"sql(
    select p.id from marks m
    join markets k on k.id = m.market_id and k.tradable
    cross join lateral (
        select id from positions
        where market_id = m.market_id and side = 1 and liquidation_price >= m.price and state = 1
        union all
        select id from positions
        where market_id = m.market_id and side = 2 and liquidation_price <= m.price and state = 1
    ) p
    where least(m.provider_at, m.received_at) >= clock_timestamp() - $1 * interval '1 millisecond'
    order by p.id
)sql";

// A payment of funding that was due before goes first.
constexpr const char* find_targets = R"sql(
    select p.id,
           coalesce(case p.side when 1 then m.price >= p.take_profit
                                else m.price <= p.take_profit end, false) as profit
    from marks m join positions p on p.market_id = m.market_id and p.state = 1
    join markets k on k.id = m.market_id and k.tradable
    where (p.take_profit is not null or p.stop_loss is not null)
        and least(m.provider_at, m.received_at) >= clock_timestamp() - $1 * interval '1 millisecond'
        -- Only a mark that was made since the targets were set can reach them.
        and (not $2 or least(m.provider_at, m.received_at) >= coalesce(p.targets_at, p.opened_at))
        and (case p.side when 1 then m.price >= p.take_profit or m.price <= p.stop_loss
                         else m.price <= p.take_profit or m.price >= p.stop_loss end)
        and not exists (select 1 from funding_rates f
                        where f.market_id = p.market_id and f.settled_at is null
                            and f.mark is not null and f.at > p.opened_at)
    order by p.id
)sql";

// Those that are reversed are ended also where the operator closes the others.
// The price of a request stands, so that it also closes while marks are stale. The mark for a
// funding before it comes within seconds; where it does not, nobody waits for it.
constexpr const char* find_requests = R"sql(
    select p.id from positions p join markets k on k.id = p.market_id and k.tradable
    where p.state = 2 and (not $1 or p.reversed_as is not null)
        and not exists (select 1 from funding_rates f
                        where f.market_id = p.market_id and f.settled_at is null
                            and f.at > p.opened_at and f.at < p.requested_at
                            and (f.mark is not null or f.at > now() - interval '1 minute'))
    order by p.requested_at, p.id
)sql";

/// Orders that are looked at in one step, so that liquidations do not wait for them, and of these
/// such as wait for the house, so that no other waits for them.
constexpr int orders_in_a_step = 200, waiting_in_a_step = 50;

// The oldest first, for the house has room for those that came first; from where the step before
// has ended, for those that wait stay.
constexpr const char* find_orders = R"sql(
    select o.id from marks m
    join markets k on k.id = m.market_id and k.tradable
    cross join lateral (
        select id, created_at, waits_since from futures_orders
        where market_id = m.market_id and rises and price <= m.price and state = 1
        union all
        select id, created_at, waits_since from futures_orders
        where market_id = m.market_id and not rises and price >= m.price and state = 1
    ) o
    where m.held_back is null and (o.waits_since is not null) = $5
        and least(m.provider_at, m.received_at) >= clock_timestamp() - $1 * interval '1 millisecond'
        and (not $2 or least(m.provider_at, m.received_at) >= o.created_at)
    order by o.id <= $3, o.id limit $4
)sql";

/// Of those that close a position, each of which may have several.
constexpr int closings_in_a_step = 400;

// Positions with such orders, each as often as it has one, from where the step before has ended.
// They are closed: nobody waits for the house. A limit that would still be too early, as
// futures::early_close() has it, is left out, or it would take its turn with every step.
constexpr const char* find_closing_orders = R"sql(
    select o.position_id from marks m
    join markets k on k.id = m.market_id and k.tradable
    cross join lateral (
        select position_id, kind, created_at from closing_orders
        where market_id = m.market_id and rises and price <= m.price and state = 1
        union all
        select position_id, kind, created_at from closing_orders
        where market_id = m.market_id and not rises and price >= m.price and state = 1
    ) o
    join positions p on p.id = o.position_id
    cross join lateral (
        select p.initial_margin + p.added_margin as put_in,
               p.quantity * case p.side when 1 then m.price - p.opening_price
                                        else p.opening_price - m.price end as won
    ) w
    where m.held_back is null
        and least(m.provider_at, m.received_at) >= clock_timestamp() - $1 * interval '1 millisecond'
        and (not $2 or least(m.provider_at, m.received_at) >= o.created_at)
        and (o.kind = 2 or p.opened_at <= clock_timestamp() - $5 * interval '24 hours'
             or w.won >= w.put_in * $6
             or p.margin + w.won - p.unpaid_funding <= w.put_in - w.put_in * $6)
    order by o.position_id <= $3, o.position_id limit $4
)sql";

constexpr const char* find_warnings = R"sql(
    select p.id, m.price from marks m
    cross join lateral (
        select id from positions where market_id = m.market_id and side = 1
            and warning_price >= m.price and state = 1 and warned_at is null
        union all
        select id from positions where market_id = m.market_id and side = 2
            and warning_price <= m.price and state = 1 and warned_at is null
    ) p
    where least(m.provider_at, m.received_at) >= clock_timestamp() - $1 * interval '1 millisecond'
    order by p.id
)sql";

constexpr const char* count_owed = R"sql(
    select count(*) as owed from funding_owed where paid_at is null
)sql";
/// Ends positions in one transaction; the number that wait for the house.
int end_some(jobs::Job& job, const std::vector<Ending>& some) {
    pg::Transaction tx{job.db};
    const Endings result = positions::end(tx, job.config, some);
    tx.commit();
    for (const Position& position : result.ended) {
        positions::announce(job.push, position);
        job.push.tell(position.unique_id, ClientEvent::notification);
    }
    for (const Position& position : result.opened) positions::announce(job.push, position);
    for (const Position& position : result.waiting) {
        log::error("closing_waits_for_the_house",
                   {{"position", std::to_string(position.id.value)}, {"pair", position.pair}});
    }
    return static_cast<int>(result.waiting.size());
}

std::int64_t number_of(const Ending& ending) {
    return ending.id.value;
}
std::int64_t number_of(PositionId id) {
    return id.value;
}

/// Does what is to be done with all of them in transactions of a few, and one by one where that
/// goes wrong with one of them.
template <class One>
void by_few(jobs::Job& job, const std::vector<One>& all,
            const std::function<void(const std::vector<One>&)>& work) {
    for (std::size_t first = 0; first < all.size(); first += together) {
        const std::size_t last = std::min(all.size(), first + together);
        const std::vector<One> some(all.begin() + static_cast<std::ptrdiff_t>(first),
                                    all.begin() + static_cast<std::ptrdiff_t>(last));
        try {
            work(some);
            continue;
        } catch (const pg::Failure& failure) {
            if (failure.connection_lost()) throw;
        } catch (const std::exception&) {
            // Which of them it was, and why, is said below.
        }
        for (const One& one : some) jobs::attempt(job, number_of(one), [&] { work({one}); });
    }
}

/// The number that wait for the house.
int end_all(jobs::Job& job, const std::vector<Ending>& endings) {
    int waiting = 0;
    by_few<Ending>(job, endings, [&](const auto& some) { waiting += end_some(job, some); });
    return waiting;
}

void fill_some(jobs::Job& job, const std::vector<PositionId>& some, positions::NoRoom& none) {
    pg::Transaction tx{job.db};
    const auto fills = positions::fill(tx, job.config, some, none);
    tx.commit();
    for (const auto& order : fills.filled)
        positions::announce(job.push, order, positions::OrderState::filled);
    for (const Position& position : fills.opened) {
        positions::announce(job.push, position);
        job.push.tell(position.unique_id, ClientEvent::notification);
    }
    for (const auto& order : fills.refused) {
        positions::announce(job.push, order, positions::OrderState::refused);
        job.push.tell(order.unique_id, ClientEvent::notification);
    }
    for (const auto& order : fills.waiting) {
        log::warn("order_waits_for_the_house",
                  {{"order", std::to_string(order.id.value)}, {"pair", order.pair}});
    }
}

/// Where the last step has ended: among the orders that wait for the house, among the others, and
/// among the positions that orders close.
struct Turns {
    PositionId others, waiting, closings;
};

std::vector<PositionId> next_orders(jobs::Job& job, PositionId& last, bool waiting) {
    const int most = waiting ? waiting_in_a_step : orders_in_a_step;
    std::vector<PositionId> ids;
    for (const auto row : job.db.run(
             find_orders,
             {job.config.house_stale_after_ms, job.config.house_last_look, last, most, waiting}))
        ids.push_back(row.id<PositionId>("id"));
    const bool more = static_cast<int>(ids.size()) == most;
    last = more ? ids.back() : PositionId{};
    return ids;
}

/// Those that wait were there before those that come now.
void fill_orders(jobs::Job& job, Turns& turns) {
    jobs::attempt(job, 0, [&] { positions::forget_waits(job.db); });
    auto ids = next_orders(job, turns.waiting, true);
    for (const PositionId id : next_orders(job, turns.others, false)) ids.push_back(id);
    positions::NoRoom none;
    by_few<PositionId>(job, ids, [&](const auto& some) { fill_some(job, some, none); });
}

void settle_parts(jobs::Job& job, const positions::DueFunding& due,
                  std::span<const positions::FundingPart> some) {
    pg::Transaction tx{job.db};
    const auto settled = positions::settle_funding(tx, due, some);
    tx.commit();
    for (const Position& position : settled.changed) positions::announce(job.push, position);
    for (const Position& position : settled.owed) {
        log::error("funding_waits_for_the_house",
                   {{"position", std::to_string(position.id.value)}, {"pair", position.pair}});
    }
}

void settle_funding(jobs::Job& job, const positions::DueFunding& due) {
    for (;;) {
        pg::Transaction tx{job.db};
        const auto all = positions::unsettled_parts(tx, due);
        tx.commit();
        if (all.empty()) return;
        // Those who receive are read again when all have paid: a position may have been divided.
        const auto other = std::ranges::find_if(
            all, [&](const auto& part) { return part.pays != all.front().pays; });
        for (std::span rest{all.begin(), other}; !rest.empty();) {
            const auto some = rest.first(std::min<std::size_t>(rest.size(), together));
            settle_parts(job, due, some);
            rest = rest.subspan(some.size());
        }
    }
}

void settle_all_funding(jobs::Job& job) {
    std::vector<positions::DueFunding> all;
    {
        pg::Transaction tx{job.db};
        all = positions::due_funding(tx);
        tx.commit();
    }
    for (const auto& due : all)
        jobs::attempt(job, due.market.value, [&] { settle_funding(job, due); });
}

/// Pays funding that the house owes, as far as it can; how many payments still wait.
int pay_owed_funding(jobs::Job& job) {
    for (bool more = true; more;) {
        pg::Transaction tx{job.db};
        const auto paid = positions::pay_owed_funding(tx, together);
        tx.commit();
        for (const Position& position : paid) positions::announce(job.push, position);
        more = static_cast<int>(paid.size()) == together;
    }
    return static_cast<int>(job.db.run(count_owed)[0].integer("owed"));
}

void liquidate(jobs::Job& job) {
    std::vector<Ending> endings;
    for (const auto row : job.db.run(find_liquidations, {job.config.stale_after_ms})) {
        endings.push_back({row.id<PositionId>("id"), Reason::liquidated});
    }
    if (endings.empty()) return;
    // The mark that endangers them may be the one that funding was due with: it is paid first, and
    // who is safe by it stays.
    settle_all_funding(job);
    end_all(job, endings);
    log::info("liquidations", {{"candidates", std::to_string(endings.size())}});
}

int reach_targets(jobs::Job& job) {
    std::vector<Ending> endings;
    for (const auto row :
         job.db.run(find_targets, {job.config.stale_after_ms, job.config.house_last_look})) {
        endings.push_back({row.id<PositionId>("id"),
                           row.boolean("profit") ? Reason::take_profit : Reason::stop_loss});
    }
    return end_all(job, endings);
}

void fill_closing_some(jobs::Job& job, const std::vector<PositionId>& some) {
    pg::Transaction tx{job.db};
    const auto fills = positions::fill_closing_orders(tx, job.config, some);
    tx.commit();
    for (const auto& order : fills.filled)
        positions::announce(job.push, order, positions::OrderState::filled);
    for (const Position& position : fills.changed) positions::announce(job.push, position);
}

/// What they ask for is closed with the requests of this step. `last`: the position with which the
/// step before has ended.
void fill_closing_orders(jobs::Job& job, PositionId& last) {
    const Config& config = job.config;
    std::vector<PositionId> ids;
    int orders = 0;
    for (const auto row :
         job.db.run(find_closing_orders,
                    {config.house_stale_after_ms, config.house_last_look, last, closings_in_a_step,
                     config.futures_minimum_days, config.futures_close_target})) {
        const auto id = row.id<PositionId>("position_id");
        if (ids.empty() || ids.back() != id) ids.push_back(id);
        ++orders;
    }
    last = orders == closings_in_a_step ? ids.back() : PositionId{};
    by_few<PositionId>(job, ids, [&](const auto& some) { fill_closing_some(job, some); });
}

int close_requested(jobs::Job& job) {
    std::vector<Ending> endings;
    for (const auto row : job.db.run(find_requests, {job.config.futures_closing_manual}))
        endings.push_back({row.id<PositionId>("id"), Reason::closed});
    return end_all(job, endings);
}

void warn_of(jobs::Job& job, PositionId id, Decimal mark) {
    pg::Transaction tx{job.db};
    const auto found = positions::lock(tx, {id});
    if (found.empty() || !positions::mark_warned(tx, id)) return;
    const Position& position = found.front();
    const auto shown = [](Decimal amount, int places) {
        return amount.rounded(places, Rounding::half_even).str();
    };
    Json::Value data;
    data["pair"] = position.pair;
    data["coin"] = position.coin;
    data["delegate_type"] = std::string{positions::name_of(position.side)};
    data["position_id"] = std::to_string(position.id.value);
    data["price"] = shown(mark, shown_places);
    data["ratio"] = shown(futures::margin_ratio(position.rules(), mark), 2);
    data["liquidation_price"] = shown(position.liquidation_price.value_or(Decimal{}), shown_places);
    notices::tell(tx, position.client, notices::Kind::margin_call, data);
    tx.commit();
    job.push.tell(position.unique_id, ClientEvent::notification);
}

void warn(jobs::Job& job) {
    for (const auto row : job.db.run(find_warnings, {job.config.stale_after_ms})) {
        const auto id = row.id<PositionId>("id");
        jobs::attempt(job, id.value, [&] { warn_of(job, id, row.decimal("price")); });
    }
}

void settle(jobs::Job& job, Turns& order_turns) {
    // Of openings that waited in a program which was killed.
    ledger::release_orphans(job.db, ledger::Kind::margin_hold);
    settle_all_funding(job);
    liquidate(job);
    int closings = reach_targets(job);
    fill_closing_orders(job, order_turns.closings);
    closings += close_requested(job);
    fill_orders(job, order_turns);
    // After the losses of others have come in.
    const int owed = pay_owed_funding(job);
    warn(job);
    // For `nginx/status` and the operator.
    jobs::change_mark(job.db, jobs::futures_waiting, std::to_string(closings + owed));
}

}  // namespace

int main(int argc, char** argv) {
    Turns order_turns;
    return jobs::run(argc, argv, "settle_futures", pace,
                     [&](jobs::Job& job) { settle(job, order_turns); });
}
