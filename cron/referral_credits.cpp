// Gives friends and their referrers trading fee credit: at the friend's first sign-in, and again
// after its first purchase (in the market, which settle_fees notices, or by a conversion) or
// deposit of more than 50 USDT. Whatever way somebody signs in, the session's row tells it. It also
// says which friends count for their referrers' tasks.
#include <functional>

#include "error/error.h"
#include "jobs/job.h"
#include "jobs/marks.h"
#include "log/log.h"
#include "rewards/large_amounts.h"
#include "rewards/referrals.h"

namespace cambio {

namespace {

using rewards::Step;

// A frozen friend waits. Sessions are asked for by client, whether they still stand or not.
constexpr const char* signed_in = R"sql(
    select r.friend_id from referrals r join clients c on c.id = r.friend_id
     where r.signed_in_at is null and not client_frozen(c) and r.friend_id > $1
       and exists (select from sessions s where s.client_id = r.friend_id)
     order by r.friend_id limit 200
)sql";

constexpr const char* lock_new = R"sql(
    select friend_id from referrals where friend_id = $1 and signed_in_at is null for update
)sql";

// Coins count at their last price, so what was too little may become enough: each hour all friends
// are looked at, and between only those of whom something has come since. A commit may be late.
constexpr const char* read_time = "select now() as now";
constexpr const char* all_looked_at = "referrals_looked_at";
constexpr const char* amounts_looked_at = "referral_amounts_looked_at";
constexpr std::chrono::hours all_last{1};
constexpr std::chrono::minutes commits_take{2};

constexpr const char* qualified = R"sql(
    select r.friend_id from referrals r join clients c on c.id = r.friend_id
     where r.qualified_at is not null and r.qualified_credited_at is null
       and r.signed_in_at is not null and r.refused = '' and not client_frozen(c)
       and r.friend_id > $1
     order by r.friend_id limit 200
)sql";

constexpr const char* lock_qualified = R"sql(
    select friend_id from referrals where friend_id = $1 and qualified_credited_at is null
    for update
)sql";

// Whoever does not count yet is looked at again after a minute.
constexpr const char* may_count = R"sql(
    select r.friend_id from referrals r join clients c on c.id = r.friend_id
     where r.counted_at is null and r.qualified_at is not null and r.signed_in_at is not null
       and r.refused = '' and c.account_status = 'Verified' and not client_frozen(c)
       and (r.looked_at is null or r.looked_at < now() - interval '1 minute')
       and r.friend_id > $1
     order by r.friend_id limit 200
)sql";

constexpr const char* lock_uncounted = R"sql(
    select friend_id from referrals where friend_id = $1 and counted_at is null for update
)sql";

/// One friend's step is one transaction: the verdict, both credits and their notices, or nothing.
void credit_friend(jobs::Job& job, ClientId friend_id, Step step) {
    const bool first = step == Step::first_sign_in;
    pg::Transaction tx{job.db};
    if (!tx.maybe(first ? lock_new : lock_qualified, {friend_id})) return;
    std::vector<std::string> told;
    if (!first) rewards::mark_qualified_credited(tx, friend_id);
    if (!first || rewards::judge(tx, friend_id)) told = rewards::give_credit(tx, friend_id, step);
    tx.commit();
    for (const auto& unique_id : told) job.push.tell(unique_id, ClientEvent::notification);
}

void count_friend(jobs::Job& job, ClientId friend_id) {
    pg::Transaction tx{job.db};
    if (!tx.maybe(lock_uncounted, {friend_id})) return;
    rewards::count(tx, friend_id, job.config.demo);
    tx.commit();
}

void for_all(jobs::Job& job, const char* due, const std::function<void(ClientId)>& act) {
    for (std::int64_t last = 0;;) {
        const auto friends = job.db.run(due, {last});
        if (friends.empty()) return;
        for (const auto row : friends) {
            last = row.integer("friend_id");
            jobs::attempt(job, last, [&] { act(ClientId{last}); });
        }
    }
}

void note_large_amounts(jobs::Job& job) {
    const pg::Time now = job.db.run(read_time)[0].time("now");
    const auto all = jobs::read_time_mark(job.db, all_looked_at);
    std::optional<pg::Time> since;
    if (all && *all >= now - all_last) {
        const auto last = jobs::read_time_mark(job.db, amounts_looked_at);
        if (last) since = *last - commits_take;
    }
    rewards::note_deposits(job.db, since);
    rewards::note_conversions(job.db, since);
    jobs::set_mark(job.db, amounts_looked_at, now);
    if (!since) jobs::set_mark(job.db, all_looked_at, now);
}

void credit_waiting(jobs::Job& job) {
    bool empty = false;
    const auto credit = [&job, &empty](Step step) {
        return [&job, &empty, step](ClientId friend_id) {
            if (empty) return;
            try {
                credit_friend(job, friend_id, step);
            } catch (const Error& error) {
                // Nothing is lost: who waits is credited once house:rewards is funded.
                if (error.code() != Code::insufficient_balance) throw;
                empty = true;
                log::error("house_rewards_is_empty");
                job.failed();
            }
        };
    };
    for_all(job, signed_in, credit(Step::first_sign_in));
    note_large_amounts(job);
    for_all(job, may_count, [&job](ClientId friend_id) { count_friend(job, friend_id); });
    for_all(job, qualified, credit(Step::first_large_amount));
}

}  // namespace

}  // namespace cambio

int main(int argc, char** argv) {
    return cambio::jobs::run(argc, argv, "referral_credits", std::chrono::seconds{5},
                             cambio::credit_waiting);
}
