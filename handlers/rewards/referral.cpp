// The client's own link, whom it brought, and what that has earned.
#include "config/config.h"
#include "fcgi/serve.h"
#include "page.h"
#include "rewards/referrals.h"
#include "routes.h"

namespace cambio::rewards {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr const char* own_code = R"sql(
    select c.referral_code, c.account_status = 'Verified' as verified,
           (select coalesce(sum(amount), 0) from referral_credits where client_id = $1) as earned,
           (select coalesce(sum(balance), 0) from ledger_accounts
             where client_id = $1 and wallet = 5) as fee_credit,
           (select count(*) from referrals where referrer_id = $1) as friends
      from clients c where c.id = $1
)sql";

// Nobody learns a friend's whole address.
constexpr const char* invited_friends = R"sql(
    select left(c.email::text, 1) || '***' || substring(c.email::text from '@.*') as email,
           r.joined_at,
           case when r.refused <> '' then 'NOT_COUNTED'
                when r.signed_in_at is null then 'JOINED'
                when r.qualified_at is null then 'SIGNED_IN'
                else 'ACTIVE' end as state
      from referrals r join clients c on c.id = r.friend_id
     where r.referrer_id = $1
     order by r.friend_id desc limit $2 offset $3
)sql";

constexpr const char* shares_by_coin = R"sql(
    select a.code, a.name, a.icon, sum(s.amount) as amount,
           trunc(sum(s.amount) * p.price_or_zero, 18) as worth
      from fee_shares s join assets a on a.id = s.asset_id
      join asset_prices p on p.asset_id = a.id
     where s.referrer_id = $1
     group by a.id, a.code, a.name, a.icon, p.price_or_zero
     order by worth desc, a.code
)sql";

Json::Value friends_view(pg::Transaction& tx, ClientId client, const Page& page) {
    Json::Value friends{Json::arrayValue};
    for (const auto row : tx.run(invited_friends, {client, page.limit, page.offset})) {
        Json::Value one;
        one["email"] = row.str("email");
        one["joined_at"] = pg::iso(row.time("joined_at"));
        one["state"] = row.str("state");
        friends.append(one);
    }
    return friends;
}

Json::Value shares_view(pg::Transaction& tx, ClientId client) {
    Json::Value shares{Json::arrayValue};
    for (const auto row : tx.run(shares_by_coin, {client})) {
        Json::Value one;
        one["name"] = row.str("code");
        one["full_name"] = row.str("name");
        one["image"] = row.str("icon");
        one["amount"] = row.decimal("amount").str();
        one["usdt_value"] = row.decimal("worth").str();
        shares.append(one);
    }
    return shares;
}

Json::Value programme(bool verified) {
    Json::Value terms;
    terms["credit"] = referral_credit.str();
    terms["large_amount"] = large_amount.str();
    terms["share"] = referrer_share.str();
    terms["friends_with_credit"] = verified ? Json::Value{} : Json::Value{friends_of_unverified};
    return terms;
}

Reply get_referral(Request& request) {
    const auto page = read_page(request.params);
    const auto client = request.client();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto own = tx.one(own_code, {client});
    const auto code = own.str("referral_code");
    Json::Value reply;
    reply["referral"] = code;
    reply["link"] = request.config().public_url + "/signup/" + code;
    reply["friends"] = friends_view(tx, client, page);
    reply["total"] = static_cast<Json::Int64>(own.integer("friends"));
    reply["credits_earned"] = own.decimal("earned").str();
    reply["fee_credit"] = own.decimal("fee_credit").str();
    reply["shares"] = shares_view(tx, client);
    reply["programme"] = programme(own.boolean("verified"));
    return Reply::json(reply);
}

constexpr Parameter parameters[] = {
    {"page", Type::integer, Need::optional, "The page of the list of friends, starting at 1."},
    {"per_page", Type::integer, Need::optional, "Friends per page: 1 to 50; 10 by default."},
};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/get-referral", Access::client, Limit::reads, Effect::reads,
          get_referral}
        .by_key()
        .takes(parameters)
        .gives("Referral")
        .means("Shows the client's referrals and what they earned"),
};

}  // namespace

const std::span<const Route> referral_routes{routes};

}  // namespace cambio::rewards
