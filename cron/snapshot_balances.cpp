// Writes at the start of each day (UTC) what every client owns, in USDT at the last prices, and
// what its positions would win or lose: what the day's profit is counted from. It runs each hour
// and writes only what the day still lacks, so that it depends neither on cron's time zone nor on a
// machine that is up at midnight. How far the day has come is marked: after midnight only those who
// have come since are looked at.
// Of those who have been here lately it writes the same for each hour, too, for the chart of a day
// and of a week, and deletes the hours that no chart shows any more.
#include <algorithm>
#include <chrono>

#include "jobs/job.h"
#include "jobs/marks.h"
#include "log/log.h"
#include "positions/unrealised.h"

namespace {

using namespace cambio;

constexpr std::int64_t clients_at_a_time = 2000;

constexpr const char* mark_name = "snapshot_balances";

constexpr const char* last_client = "select coalesce(max(id), 0) as last from clients";

const std::string worths_of = std::string{R"sql(
    select c.id, coalesce(sum(v.worth) filter (where v.wallet = 1), 0) as spot,
           coalesce(sum(v.worth) filter (where v.wallet = 2), 0)
               + coalesce((select sum(amount) from )sql"} +
                              positions::unrealised_profits + R"sql(where client_id = c.id), 0)
               as future,
           coalesce(sum(v.worth) filter (where v.wallet = 3), 0) as funding,
           coalesce(sum(v.worth) filter (where v.wallet = 4), 0) as earn
      from clients c
      left join lateral (
          select l.wallet, trunc(l.balance * p.price_or_zero, 18) as worth
            from ledger_accounts l join asset_prices p on p.asset_id = l.asset_id
           where l.client_id = c.id) v on true
     where c.id > $1 and c.id <= $1 + $2
)sql";

const std::string snapshot_day = R"sql(
    insert into balance_snapshots (client_id, day, spot, future, funding, earn)
    select id, (now() at time zone 'UTC')::date, spot, future, funding, earn from ()sql" +
                                 worths_of + R"sql(
       and not exists (select from balance_snapshots s where s.client_id = c.id
                          and s.day = (now() at time zone 'UTC')::date)
     group by c.id) w
    on conflict (client_id, day) do nothing
)sql";

// Who has been here lately has a session that was used lately: one that is alive, or one of the
// newest if all have been signed out of. Who never owned anything has no chart; one who has nothing
// any more has a line that falls.
const std::string snapshot_hour = R"sql(
    insert into balance_hours (client_id, hour, spot, future, funding, earn)
    select id, date_trunc('hour', now(), 'UTC'), spot, future, funding, earn from ()sql" +
                                  worths_of + R"sql(
       and (exists (select from (select last_seen_at from sessions
                                  where client_id = c.id order by id desc limit 5) s
                     where s.last_seen_at > now() - interval '8 days')
            or exists (select from live_sessions s where s.client_id = c.id
                          and s.last_seen_at > now() - interval '8 days')
            or exists (select from api_keys k where k.client_id = c.id
                          and k.last_used_at > now() - interval '8 days'))
       and not exists (select from balance_hours h where h.client_id = c.id
                          and h.hour = date_trunc('hour', now(), 'UTC'))
     group by c.id) w
     where (spot, future, funding, earn) <> (0, 0, 0, 0)
           or exists (select from balance_hours h where h.client_id = w.id
                         and (h.spot, h.future, h.funding, h.earn) <> (0, 0, 0, 0))
    on conflict (client_id, hour) do nothing
)sql";

constexpr const char* forget_hours =
    "delete from balance_hours where hour < now() - interval '8 days'";

/// Up to whom the day has come.
std::int64_t done_until(jobs::Job& job) {
    using std::chrono::floor, std::chrono::days;
    const auto mark = jobs::read_mark(job.db, mark_name);
    if (!mark || floor<days>(mark->at) != floor<days>(mark->read_at)) return 0;
    // A client whose transaction ended after those with higher ids is among the last ones.
    return std::max<std::int64_t>(std::stoll(mark->value) - clients_at_a_time, 0);
}

/// Returns how many rows it has written.
std::int64_t write(jobs::Job& job, const std::string& statement, std::int64_t from,
                   std::int64_t last) {
    std::int64_t written = 0;
    for (; from < last; from += clients_at_a_time)
        written += job.db.run(statement.c_str(), {from, clients_at_a_time}).affected();
    return written;
}

void take(jobs::Job& job) {
    const pg::Time began = pg::now();
    const auto last = job.db.run(last_client)[0].integer("last");
    const auto days = write(job, snapshot_day, done_until(job), last);
    jobs::set_mark(job.db, mark_name, last, began);
    const auto hours = write(job, snapshot_hour, 0, last);
    const auto forgotten = job.db.run(forget_hours).affected();
    log::info("balances_written", {{"clients", std::to_string(days)},
                                   {"hours", std::to_string(hours)},
                                   {"hours_deleted", std::to_string(forgotten)}});
}

}  // namespace

int main(int argc, char** argv) {
    return jobs::run(argc, argv, "snapshot_balances", std::chrono::milliseconds{0}, take);
}
