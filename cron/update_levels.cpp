// Gives every client the membership level of its volume of the last 30 days, up and down, once a
// day. Levels that the operator chose stay. The settlement follows within a minute.
#include "account/levels.h"
#include "clients/standing.h"
#include "jobs/job.h"
#include "log/log.h"
#include "notices/notices.h"

namespace cambio {

namespace {

// Today and the 29 days before it, in UTC. Who never traded and has the first level stays out.
constexpr const char* next_changes = R"sql(
    with volumes as (
        select client_id, sum(volume) as volume from trading_days
         where day > (now() at time zone 'UTC')::date - 30 group by client_id)
    select c.id, wanted.membership_level
      from clients c
      left join volumes v on v.client_id = c.id
     cross join lateral (
        select membership_level from fee_levels
         where minimum_volume <= coalesce(v.volume, 0)
         order by minimum_volume desc, position desc limit 1) as wanted
     where not c.level_by_operator and c.membership_level <> wanted.membership_level
       and (v.client_id is not null or c.membership_level <> 'NO_BADGE')
     order by c.id
)sql";

void change(jobs::Job& job, ClientId client, const std::string& level) {
    pg::Transaction tx{job.db};
    const auto unique_id = clients::follow_level(tx, client, level);
    if (!unique_id) return;
    Json::Value data;
    data["level"] = account::shown_level(level);
    notices::tell(tx, client, notices::Kind::level_changed, data);
    tx.commit();
    job.push.tell(*unique_id, ClientEvent::notification);
}

void update(jobs::Job& job) {
    const auto changes = job.db.run(next_changes);
    for (const auto row : changes) {
        const auto client = row.id<ClientId>("id");
        jobs::attempt(job, client.value, [&] { change(job, client, row.str("membership_level")); });
    }
    log::info("levels_updated", {{"changed", std::to_string(changes.size())}});
}

}  // namespace

}  // namespace cambio

int main(int argc, char** argv) {
    return cambio::jobs::run(argc, argv, "update_levels", std::chrono::milliseconds{0},
                             cambio::update);
}
