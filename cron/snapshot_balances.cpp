// Writes at the start of each day (UTC) what every client owns, in USDT at the last prices, and
// what its positions would win or lose: what the day's profit is counted from. It runs each hour
// and writes only what the day still lacks, so that it depends neither on cron's time zone nor on a
// machine that is up at midnight. How far the day has come is marked: after midnight only those who
// have come since are looked at.
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

const std::string snapshot = std::string{R"sql(
    insert into balance_snapshots (client_id, day, spot, future, funding, earn)
    select c.id, (now() at time zone 'UTC')::date,
           coalesce(sum(v.worth) filter (where v.wallet = 1), 0),
           coalesce(sum(v.worth) filter (where v.wallet = 2), 0)
               + coalesce((select sum(amount) from )sql"} +
                             positions::unrealised_profits + R"sql(where client_id = c.id), 0),
           coalesce(sum(v.worth) filter (where v.wallet = 3), 0),
           coalesce(sum(v.worth) filter (where v.wallet = 4), 0)
      from clients c
      left join lateral (
          select l.wallet, trunc(l.balance * p.price_or_zero, 18) as worth
            from ledger_accounts l join asset_prices p on p.asset_id = l.asset_id
           where l.client_id = c.id) v on true
     where c.id > $1 and c.id <= $1 + $2
       and not exists (select from balance_snapshots s where s.client_id = c.id
                          and s.day = (now() at time zone 'UTC')::date)
     group by c.id
    on conflict (client_id, day) do nothing
)sql";

/// Up to whom the day has come.
std::int64_t done_until(jobs::Job& job) {
    using std::chrono::floor, std::chrono::days;
    const auto mark = jobs::read_mark(job.db, mark_name);
    if (!mark || floor<days>(mark->at) != floor<days>(mark->read_at)) return 0;
    // A client whose transaction ended after those with higher ids is among the last ones.
    return std::max<std::int64_t>(std::stoll(mark->value) - clients_at_a_time, 0);
}

void take(jobs::Job& job) {
    const pg::Time began = pg::now();
    const auto last = job.db.run(last_client)[0].integer("last");
    std::int64_t written = 0;
    for (std::int64_t from = done_until(job); from < last; from += clients_at_a_time)
        written += job.db.run(snapshot.c_str(), {from, clients_at_a_time}).affected();
    jobs::set_mark(job.db, mark_name, last, began);
    log::info("balances_written", {{"clients", std::to_string(written)}});
}

}  // namespace

int main(int argc, char** argv) {
    return jobs::run(argc, argv, "snapshot_balances", std::chrono::milliseconds{0}, take);
}
