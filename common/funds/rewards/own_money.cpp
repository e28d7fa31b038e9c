#include "rewards/own_money.h"

namespace cambio::rewards {

namespace {

// A reward is a claim of one's own, or to have counted for the referrer's tasks.
constexpr const char* net_of_circle = R"sql(
    with brought as (
        select coalesce(sum(worth), 0) as net, min(at) filter (where worth > 0) as first,
               max(at) filter (where worth > 0) as last
          from money_moves($1)
    ), circle (id) as (
        select referrer_id from referrals where friend_id = $1
        union
        select friend_id from referrals where referrer_id = $1
        union
        select b.friend_id from referrals a join referrals b on b.referrer_id = a.referrer_id
         where a.friend_id = $1 and b.friend_id <> $1
    ), rewarded as (
        select c.id, least(
                   (select min(t.claimed_at) from task_claims t where t.client_id = c.id),
                   (select r.counted_at from referrals r where r.friend_id = c.id)) as since
          from circle c
    ), came_round as (
        select least(coalesce(sum(m.worth) filter (where m.worth > 0), 0),
                     coalesce(-sum(m.worth) filter (
                         where m.worth < 0 and m.at >= r.since and m.at <= b.last
                               and m.at > b.first - interval '30 days'), 0)) as worth
          from rewarded r cross join brought b cross join lateral money_moves(r.id) m
         where r.since is not null and b.net > 0
         group by r.id
    )
    select greatest(net - (select coalesce(sum(worth), 0) from came_round), 0) as amount
      from brought
)sql";

}  // namespace

Decimal own_money(pg::Transaction& tx, ClientId client) {
    return tx.one(net_of_circle, {client}).decimal("amount");
}

}  // namespace cambio::rewards
