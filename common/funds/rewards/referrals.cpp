#include "rewards/referrals.h"

#include "ledger/ledger.h"
#include "notices/notices.h"
#include "rewards/own_money.h"

namespace cambio::rewards {

namespace {

// The chain ends after ten referrers; a circle, which codes alone cannot make, ends there too. Of
// the referrer's other friends, those count that were judged before.
constexpr const char* same_person = R"sql(
    with recursive chain (id, depth) as (
        select referrer_id, 1 from referrals where friend_id = $1
        union all
        select r.referrer_id, depth + 1 from chain join referrals r on r.friend_id = chain.id
         where depth < 10
    ), others (id) as (
        select id from chain
        union
        select b.friend_id from referrals a join referrals b on b.referrer_id = a.referrer_id
         where a.friend_id = $1 and b.friend_id <> $1 and b.signed_in_at is not null
    ), first as (
        select ip, device from sessions where client_id = $1 order by id limit 1
    )
    select exists (
            select from others join clients other on other.id = others.id
              join clients friend on friend.id = $1
             where other.id = friend.id
                or mailbox_of(other.email::text) = mailbox_of(friend.email::text))
        or exists (
            select from first join sessions seen
                on network_of(seen.ip, 32, 64) = network_of(first.ip, 32, 64)
             where seen.client_id in (select id from others))
        or exists (
            select from first join sessions seen
                on network_of(seen.ip, 24, 48) = network_of(first.ip, 24, 48)
                   and seen.device = first.device
             where first.device <> '' and seen.client_id in (select id from others)) as found
)sql";

constexpr const char* write_verdict = R"sql(
    update referrals set signed_in_at = now(), refused = $2 where friend_id = $1
)sql";

// The friend first. A referrer's place among the friends of the unverified is its first credit's.
constexpr const char* receivers = R"sql(
    select c.id, c.user_unique_id, c.id = r.friend_id as is_friend
      from referrals r join clients c on c.id in (r.friend_id, r.referrer_id)
     where r.friend_id = $1 and r.refused = '' and not client_frozen(c)
       and (c.id = r.friend_id or c.account_status = 'Verified' or $2 > (
            select count(distinct friend_id) from referral_credits
             where client_id = c.id and friend_id not in (c.id, r.friend_id)))
     order by is_friend desc
)sql";

constexpr const char* write_credit = R"sql(
    insert into referral_credits (friend_id, step, client_id, amount) values ($1, $2, $3, $4)
    on conflict do nothing
)sql";

constexpr const char* set_credited = R"sql(
    update referrals set qualified_credited_at = now() where friend_id = $1
)sql";

constexpr const char* count_friend = R"sql(
    update referrals set counted_at = case when $2 then now() end, looked_at = now()
     where friend_id = $1
)sql";

constexpr const char* usdt_asset = "select id from assets where code = 'USDT'";

/// "m***@example.com"
constexpr const char* masked_email = R"sql(
    select left(email::text, 1) || '***' || substring(email::text from '@.*') as email
      from clients where id = $1
)sql";

void tell(pg::Transaction& tx, ClientId receiver, bool is_friend, ClientId friend_id, Step step) {
    if (!is_friend && step == Step::first_sign_in) {
        Json::Value joined;
        joined["friend"] = tx.one(masked_email, {friend_id}).str("email");
        notices::tell(tx, receiver, notices::Kind::referral_joined, joined);
    }
    Json::Value credit;
    credit["amount"] = referral_credit.str();
    credit["coin"] = "USDT";
    notices::tell(tx, receiver, notices::Kind::referral_credit, credit);
}

}  // namespace

bool judge(pg::Transaction& tx, ClientId friend_id) {
    const bool refused = tx.one(same_person, {friend_id}).boolean("found");
    tx.change(1, write_verdict, {friend_id, refused ? "same_person" : ""});
    return !refused;
}

void count(pg::Transaction& tx, ClientId friend_id, bool demo) {
    const bool counts = demo || own_money(tx, friend_id).positive();
    tx.change(1, count_friend, {friend_id, counts});
}

void mark_qualified_credited(pg::Transaction& tx, ClientId friend_id) {
    tx.change(1, set_credited, {friend_id});
}

std::vector<std::string> give_credit(pg::Transaction& tx, ClientId friend_id, Step step) {
    const auto usdt = tx.one(usdt_asset).id<AssetId>("id");
    const auto house = ledger::house_account(tx, ledger::House::rewards, usdt);
    struct Receiver {
        AccountId account;
        std::string unique_id;
    };
    std::vector<Receiver> paid;
    for (const auto row : tx.run(receivers, {friend_id, friends_of_unverified})) {
        const auto client = row.id<ClientId>("id");
        const auto written =
            tx.run(write_credit, {friend_id, static_cast<int>(step), client, referral_credit});
        if (written.affected() == 0) continue;
        const auto wallet = ledger::Wallet::fee_credit;
        paid.push_back(
            {ledger::client_account(tx, client, wallet, false, usdt), row.str("user_unique_id")});
        tell(tx, client, row.boolean("is_friend"), friend_id, step);
    }
    std::vector<AccountId> accounts{house};
    for (const auto& receiver : paid) accounts.push_back(receiver.account);
    ledger::lock(tx, accounts);
    std::vector<std::string> told;
    for (const auto& receiver : paid) {
        ledger::transfer(tx, house, receiver.account, referral_credit,
                         ledger::Kind::referral_credit, friend_id.value);
        told.push_back(receiver.unique_id);
    }
    return told;
}

}  // namespace cambio::rewards
