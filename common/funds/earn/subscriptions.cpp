#include "earn/subscriptions.h"

#include <json/value.h>

#include <cstdio>
#include <map>
#include <set>
#include <utility>

#include "crypto/crypto.h"
#include "earn/products.h"
#include "earn/transactions.h"
#include "error/error.h"
#include "ledger/announcements.h"
#include "ledger/ledger.h"
#include "notices/notices.h"

namespace cambio::earn {

namespace {

using ledger::House, ledger::Kind, ledger::Wallet;

constexpr const char* insert_subscription = R"sql(
    insert into earn_subscriptions (client_id, product_id, asset_id, client_key, content_hash, days,
                                    apr, base_balance, balance, auto_renew, renewed_from,
                                    started_at, first_day, next_day, matures_on)
    values ($1, $2, $3, nullif($4, ''), $5, $6, $7, $8, $8, $9, $10, $11, $12, $12, $13)
    on conflict (client_id, client_key) where client_key is not null do nothing
    returning id
)sql";
constexpr const char* find_by_key = R"sql(
    select s.*, a.code, c.user_unique_id
      from earn_subscriptions s join assets a on a.id = s.asset_id
      join clients c on c.id = s.client_id
     where s.client_id = $1 and s.client_key = $2
)sql";
constexpr const char* find_one = R"sql(
    select s.*, a.code, c.user_unique_id
      from earn_subscriptions s join assets a on a.id = s.asset_id
      join clients c on c.id = s.client_id
     where s.id = $1
)sql";
constexpr const char* lock_own = R"sql(
    select s.*, a.code, c.user_unique_id
      from earn_subscriptions s join assets a on a.id = s.asset_id
      join clients c on c.id = s.client_id
     where s.id = $1 and s.client_id = $2 for update of s
)sql";
// Each of them has an index: those that have ended are many more.
constexpr const char* find_due = R"sql(
    select id from earn_subscriptions where state = 1 and next_day < $1
    union
    select id from earn_subscriptions where state = 1 and matures_on <= $1
    union
    select id from earn_subscriptions where owed > 0
    union
    select s.id from deposits d
      join earn_subscriptions s on s.client_id = d.client_id and s.asset_id = d.asset_id
     where d.state = 5 and d.credited > 0 and d.settled_at is null and s.state = 1 and s.days = 0
    order by id
)sql";
constexpr const char* lock_due = R"sql(
    select s.*, a.code, c.user_unique_id
      from earn_subscriptions s join assets a on a.id = s.asset_id
      join clients c on c.id = s.client_id
     where s.id = any ($2::bigint[])
       and (s.state = 1 and (s.next_day < $1 or s.matures_on <= $1) or s.owed > 0
            or s.state = 1 and s.days = 0 and exists (
                select from deposits d
                where d.client_id = s.client_id and d.asset_id = s.asset_id
                      and d.state = 5 and d.credited > 0 and d.settled_at is null))
     order by s.id for update of s skip locked
)sql";
constexpr const char* find_debts = R"sql(
    select distinct client_id, asset_id from deposits
     where state = 5 and credited > 0 and settled_at is null
)sql";
constexpr const char* write_standing = R"sql(
    update earn_subscriptions set balance = $2, owed = $3, accrued = $4, next_day = $5, state = $6,
           ended_at = $7, auto_renew = $8
     where id = $1
)sql";
constexpr const char* write_accrual = R"sql(
    insert into earn_accruals (subscription_id, day, client_id, asset_id, balance, apr, amount,
                               price)
    values ($1, $2, $3, $4, $5, $6, $7,
            (select price_or_zero from asset_prices where asset_id = $4))
)sql";
constexpr const char* read_repeat = R"sql(
    select content_hash from earn_transactions where client_id = $1 and client_key = $2
)sql";

std::string text_of(Day day) {
    return pg::iso(pg::Time{day});
}

Day day_in(const pg::Row& row, const char* column) {
    int year = 0;
    unsigned month = 0, day = 0;
    std::sscanf(row.str(column).c_str(), "%d-%u-%u", &year, &month, &day);
    return Day{std::chrono::year{year} / std::chrono::month{month} / std::chrono::day{day}};
}

void write(pg::Transaction& tx, const Subscription& subscription) {
    const Standing& now = subscription.standing;
    tx.change(
        1, write_standing,
        {subscription.id, now.balance, now.owed, subscription.accrued, text_of(now.next),
         static_cast<int>(subscription.state), subscription.ended_at, subscription.auto_renew});
}

/// The accounts that a subscription's money moves between.
struct Accounts {
    AccountId spot, earn, house;
};

Accounts accounts_of(pg::Transaction& tx, const Subscription& subscription) {
    const auto own = [&](Wallet wallet) {
        return ledger::client_account(tx, subscription.client, wallet, false, subscription.asset);
    };
    return {own(Wallet::spot), own(Wallet::earn),
            ledger::house_account(tx, House::earn, subscription.asset)};
}

/// What moves and what its owner is shown of it, at once.
class Desk {
  public:
    explicit Desk(pg::Transaction& tx) : tx_{tx} {}

    /// Locks the accounts of all of them in one order, so that nobody waits in a circle.
    void open(const std::vector<Subscription>& subscriptions) {
        std::vector<AccountId> all;
        for (const auto& subscription : subscriptions) {
            const auto accounts = accounts_of(tx_, subscription);
            accounts_.emplace(subscription.id, accounts);
            for (const AccountId id : {accounts.spot, accounts.earn, accounts.house})
                all.push_back(id);
        }
        balances_ = ledger::lock(tx_, all);
    }
    /// A term that began in this transaction goes on with the accounts of the one before.
    void adopt(const Subscription& next, const Subscription& before) {
        accounts_.emplace(next.id, accounts_.at(before.id));
    }

    const Accounts& of(const Subscription& subscription) const {
        return accounts_.at(subscription.id);
    }
    Decimal balance(AccountId account) const { return balances_.at(account); }

    void move(const Subscription& subscription, AccountId from, AccountId to, Decimal amount,
              Kind kind, Type type) {
        if (amount.zero()) return;
        ledger::transfer(tx_, from, to, amount, kind, subscription.id.value);
        balances_.at(from) -= amount;
        balances_.at(to) += amount;
        note(tx_, subscription, type, amount, key_, hash_);
        key_.clear();
    }
    /// The first movement from now on carries its owner's key.
    void carry(std::string key, std::int64_t hash) {
        key_ = std::move(key);
        hash_ = hash;
    }

  private:
    static void note(pg::Transaction& tx, const Subscription& subscription, Type type,
                     Decimal amount, const std::string& key, std::int64_t hash) {
        write_transaction(tx, {.client = subscription.client,
                               .asset = subscription.asset,
                               .product = subscription.flexible() ? Shelf::flexible : Shelf::locked,
                               .type = type,
                               .subscription = subscription.id,
                               .run = {},
                               .amount = amount,
                               .key = key,
                               .content_hash = hash});
    }

    pg::Transaction& tx_;
    std::map<SubscriptionId, Accounts> accounts_;
    std::map<AccountId, Decimal> balances_;
    std::string key_;
    std::int64_t hash_ = 0;
};

/// What reversed deposits still lack, by client and coin. Nothing earns there: it is not the
/// client's money. What can be given back goes to the wallet, whence watch_deposits collects it.
class Debts {
  public:
    explicit Debts(pg::Transaction& tx) {
        for (const auto row : tx.run(find_debts))
            all_.emplace(row.id<ClientId>("client_id"), row.id<AssetId>("asset_id"));
    }
    bool of(const Subscription& subscription) const {
        return all_.contains({subscription.client, subscription.asset});
    }

  private:
    std::set<std::pair<ClientId, AssetId>> all_;
};

/// Counts the days that are over; those of one who is in debt bring nothing.
void count_days(pg::Transaction& tx, Subscription& subscription, Day today, bool in_debt) {
    Standing& standing = subscription.standing;
    while (standing.due(today)) {
        const Day day = standing.next;
        const Decimal earning = standing.earning();
        const Decimal apr = subscription.flexible()
                                ? rate_on(tx, subscription.product, day).value_or(subscription.apr)
                                : subscription.apr;
        const Decimal interest = standing.count(in_debt ? Decimal{} : apr);
        subscription.accrued += interest;
        tx.change(1, write_accrual,
                  {subscription.id, text_of(day), subscription.client, subscription.asset, earning,
                   apr, interest});
    }
}

/// Pays what is owed, if house:earn can; whether nothing is owed any more.
bool pay_owed(Desk& desk, Subscription& subscription) {
    Standing& standing = subscription.standing;
    if (standing.owed.zero()) return true;
    const Accounts& accounts = desk.of(subscription);
    if (desk.balance(accounts.house) < standing.owed) return false;
    const bool active = subscription.state == State::active;
    desk.move(subscription, accounts.house, active ? accounts.earn : accounts.spot, standing.owed,
              Kind::earn_interest, Type::income);
    if (active) standing.balance += standing.owed;
    standing.owed = {};
    return true;
}

void finish(Subscription& subscription, State state, pg::Time at) {
    subscription.standing.balance = {};
    subscription.state = state;
    subscription.ended_at = at;
}

void pay_out(Desk& desk, Subscription& subscription, Type type) {
    const Accounts& accounts = desk.of(subscription);
    desk.move(subscription, accounts.earn, accounts.spot, subscription.standing.balance,
              Kind::earn_redeem, type);
}

void tell_of_term(pg::Transaction& tx, const Subscription& subscription, Decimal amount,
                  notices::Kind kind) {
    Json::Value data;
    data["coin"] = subscription.coin;
    data["amount"] = amount.rounded(8, Rounding::down).str();
    data["days"] = std::to_string(subscription.standing.days);
    notices::tell(tx, subscription.client, kind, data);
}

/// The next term, with what the last one has come to, at the rate of its first day.
std::optional<Subscription> renew(pg::Transaction& tx, const Subscription& ended, Decimal amount) {
    const auto product = find_product(tx, ended.product);
    if (!ended.auto_renew || !product->open) return std::nullopt;
    const Day first = *ended.standing.matures;
    const Decimal flexible = rate_on(tx, ended.product, first).value_or(product->apr);
    const int days = ended.standing.days;
    const auto row = tx.one(insert_subscription,
                            {ended.client, ended.product, ended.asset, "", std::int64_t{0}, days,
                             rate_of(flexible, days), amount, true, ended.id, pg::Time{first},
                             text_of(first), text_of(maturity(first, days))});
    return Subscription::from(tx.one(find_one, {row.id<SubscriptionId>("id")}));
}

/// A term that is over: its money goes back or into the next one.
std::optional<Subscription> mature(pg::Transaction& tx, Desk& desk, Subscription& subscription,
                                   pg::Time now, bool in_debt) {
    const Decimal amount = subscription.standing.balance;
    auto next = in_debt ? std::nullopt : renew(tx, subscription, amount);
    if (next) {
        desk.adopt(*next, subscription);
    } else {
        pay_out(desk, subscription, Type::settlement);
    }
    finish(subscription, State::matured, now);
    tell_of_term(tx, subscription, amount,
                 next ? notices::Kind::earn_renewed : notices::Kind::earn_matured);
    return next;
}

/// Principal back; the interest of the running term goes back to the house.
void break_term(Desk& desk, Subscription& subscription, pg::Time at) {
    const Accounts& accounts = desk.of(subscription);
    Standing& standing = subscription.standing;
    desk.move(subscription, accounts.earn, accounts.spot, standing.principal, Kind::earn_redeem,
              Type::redemption);
    desk.move(subscription, accounts.earn, accounts.house, standing.balance - standing.principal,
              Kind::earn_forfeit, Type::refund);
    standing.owed = {};
    subscription.accrued = {};
    finish(subscription, State::redeemed, at);
}

void take_flexible(Desk& desk, Subscription& subscription, std::optional<Decimal> wanted,
                   pg::Time at) {
    Standing& standing = subscription.standing;
    const Decimal amount = wanted.value_or(standing.balance);
    if (amount > standing.balance)
        throw Error{Code::insufficient_balance, "amount"}.with("available", standing.balance.str());
    const Accounts& accounts = desk.of(subscription);
    desk.move(subscription, accounts.earn, accounts.spot, amount, Kind::earn_redeem,
              Type::redemption);
    standing.balance -= amount;
    if (standing.balance.zero()) finish(subscription, State::redeemed, at);
}

std::string content_of(const SubscribeRequest& request) {
    return std::to_string(request.product.value) + ' ' + request.amount.str() + ' ' +
           std::to_string(request.days) + (request.auto_renew ? " renewed" : "");
}

/// In the order that the spec gives the checks of an amount.
void check(const Product& product, const SubscribeRequest& request, Decimal available) {
    if (!product.open) throw Error{Code::earn_closed, "earn_id"};
    if (request.amount < product.minimum)
        throw Error{Code::below_minimum, "amount"}.with("minimum", product.minimum.str());
    if (request.amount > product.maximum)
        throw Error{Code::above_maximum, "amount"}.with("maximum", product.maximum.str());
    if (request.amount > available)
        throw Error{Code::insufficient_balance, "amount"}.with("available", available.str());
}

Subscription lock_subscription(pg::Transaction& tx, ClientId client, SubscriptionId id) {
    const auto row = tx.maybe(lock_own, {id, client});
    if (!row) throw Error{Code::not_found, "id"};
    return Subscription::from(*row);
}

}  // namespace

Subscription Subscription::from(const pg::Row& row) {
    Subscription result;
    result.id = row.id<SubscriptionId>("id");
    result.client = row.id<ClientId>("client_id");
    result.unique_id = row.str("user_unique_id");
    result.product = row.id<EarnProductId>("product_id");
    result.asset = row.id<AssetId>("asset_id");
    result.coin = row.str("code");
    Standing& standing = result.standing;
    standing.days = static_cast<int>(row.integer("days"));
    standing.principal = row.decimal("base_balance");
    standing.balance = row.decimal("balance");
    standing.owed = row.decimal("owed");
    standing.next = day_in(row, "next_day");
    if (!row.null("matures_on")) standing.matures = day_in(row, "matures_on");
    result.apr = row.decimal("apr");
    result.accrued = row.decimal("accrued");
    result.auto_renew = row.boolean("auto_renew");
    result.state = static_cast<State>(row.integer("state"));
    result.started_at = row.time("started_at");
    result.first_day = day_in(row, "first_day");
    result.ended_at = row.maybe_time("ended_at");
    result.content_hash = row.integer("content_hash");
    return result;
}

// The row comes before the money: of two equal requests at once the second waits for the first and
// finds it.
Subscription subscribe(pg::Transaction& tx, ClientId client, const SubscribeRequest& request,
                       pg::Time at) {
    const std::int64_t hash = crypto::content_hash(content_of(request));
    const auto repeated = [&]() -> std::optional<Subscription> {
        const auto row = tx.maybe(find_by_key, {client, request.key});
        if (request.key.empty() || !row) return std::nullopt;
        auto found = Subscription::from(*row);
        if (found.content_hash != hash) throw Error{Code::client_id_reused, "client_id"};
        tx.mark_as_change();
        return found;
    };
    if (auto before = repeated()) return std::move(*before);
    const auto product = find_product(tx, request.product);
    if (!product) throw Error{Code::not_found, "earn_id"};
    const auto spot = ledger::client_account(tx, client, Wallet::spot, false, product->asset);
    check(*product, request, ledger::balance(tx, spot));

    const Day first = first_day(at);
    std::optional<std::string> matures;
    if (request.days > 0) matures = text_of(maturity(first, request.days));
    const auto row = tx.maybe(insert_subscription,
                              {client, product->id, product->asset, request.key, hash, request.days,
                               rate_of(product->apr, request.days), request.amount,
                               request.auto_renew, std::nullopt, at, text_of(first), matures});
    if (!row) return repeated().value();
    auto made = Subscription::from(tx.one(find_one, {row->id<SubscriptionId>("id")}));
    Desk desk{tx};
    desk.open({made});
    check(*product, request, desk.balance(spot));
    desk.move(made, spot, desk.of(made).earn, request.amount, Kind::earn_subscribe,
              Type::subscription);
    return made;
}

Subscription redeem(pg::Transaction& tx, ClientId client, const Redemption& wanted, pg::Time at) {
    auto subscription = lock_subscription(tx, client, wanted.subscription);
    const std::int64_t hash = crypto::content_hash(std::to_string(wanted.subscription.value) + ' ' +
                                                   (wanted.amount ? wanted.amount->str() : "all"));
    if (!wanted.key.empty()) {
        const auto before = tx.maybe(read_repeat, {client, wanted.key});
        if (before && before->maybe_integer("content_hash") != hash)
            throw Error{Code::client_id_reused, "client_id"};
        if (before) return subscription;
    }
    if (subscription.state != State::active) throw Error{Code::earn_ended, "id"};
    if (!subscription.flexible() && wanted.amount) throw Error{Code::invalid_parameter, "amount"};

    Desk desk{tx};
    desk.open({subscription});
    count_days(tx, subscription, day_of(at), Debts{tx}.of(subscription));
    const bool over = subscription.standing.mature(day_of(at));
    if (!subscription.flexible() && !over && !wanted.may_break)
        throw Error{Code::missing_parameter, "transaction_password"};
    if (subscription.flexible() || over) pay_owed(desk, subscription);
    desk.carry(wanted.key, hash);
    if (subscription.flexible()) {
        take_flexible(desk, subscription, wanted.amount, at);
    } else if (over) {
        pay_out(desk, subscription, Type::settlement);
        finish(subscription, State::matured, at);
    } else {
        break_term(desk, subscription, at);
    }
    write(tx, subscription);
    return subscription;
}

Subscription set_auto_renew(pg::Transaction& tx, ClientId client, SubscriptionId id, bool enabled) {
    auto subscription = lock_subscription(tx, client, id);
    if (subscription.state != State::active) throw Error{Code::earn_ended, "id"};
    if (subscription.flexible()) throw Error{Code::invalid_parameter, "id"};
    const bool turned_on = enabled && !subscription.auto_renew;
    subscription.auto_renew = enabled;
    write(tx, subscription);
    // It locks the money for terms to come, and asks for no password: its owner hears of it.
    if (turned_on)
        tell_of_term(tx, subscription, subscription.standing.balance, notices::Kind::auto_renew_on);
    return subscription;
}

std::vector<std::int64_t> all_due(pg::Connection& connection, pg::Time now) {
    std::vector<std::int64_t> ids;
    for (const auto row : connection.run(find_due, {text_of(day_of(now))}))
        ids.push_back(row.integer("id"));
    return ids;
}

Settled settle(pg::Transaction& tx, pg::Time now, const std::vector<std::int64_t>& ids) {
    const Day today = day_of(now);
    std::vector<Subscription> due;
    for (const auto row : tx.run(lock_due, {text_of(today), pg::Param::array(ids)}))
        due.push_back(Subscription::from(row));
    Settled result;
    if (due.empty()) return result;
    Desk desk{tx};
    desk.open(due);
    const Debts debts{tx};
    for (auto& subscription : due) {
        // Auto-renewal may have begun a term that is over, too.
        for (std::optional<Subscription> next = subscription; next;) {
            Subscription current = std::move(*next);
            next.reset();
            const Standing before = current.standing;
            const State state = current.state;
            const bool in_debt = debts.of(current);
            if (state == State::active) count_days(tx, current, today, in_debt);
            const bool paid = pay_owed(desk, current);
            if (state == State::active && current.standing.mature(today))
                next = mature(tx, desk, current, now, in_debt);
            else if (state == State::active && current.flexible() && in_debt)
                take_flexible(desk, current, {}, now);
            if (!paid) ++result.waiting;
            const bool counted = current.standing.next != before.next;
            if (paid || counted || current.state != state || current.standing.owed != before.owed) {
                write(tx, current);
                result.changed.push_back(std::move(current));
            }
        }
    }
    return result;
}

void announce(pg::Connection& connection, Push& push, const Subscription& subscription) {
    const token::ActiveClient owner{subscription.client, subscription.unique_id};
    for (const Wallet wallet : {Wallet::spot, Wallet::earn})
        ledger::announce_balances(connection, push, owner, wallet, {subscription.asset});
    push.tell(subscription.unique_id, ClientEvent::earn);
}

}  // namespace cambio::earn
