#pragma once

#include <optional>
#include <string>
#include <vector>

#include "earn/interest.h"
#include "money/ids.h"
#include "pg/pg.h"
#include "push/push.h"
#include "token/acting.h"

/// Subscriptions in the database: what handlers and the job accrue_earn have in common. Every
/// movement is a transfer in the transaction that is given. Rows are locked before accounts.
///
/// Interest is counted first and then paid: what house:earn cannot pay now stays owed, goes on
/// earning in a flexible subscription, and is paid when there is money, into SPOT where the
/// subscription has ended meanwhile.
namespace cambio::earn {

/// The numbers are those of the database.
enum class State { active = 1, redeemed = 2, matured = 3 };
/// Of earn_transactions, as the spec's filter has them.
enum class Type {
    subscription = 1,
    redemption = 2,  ///< by its owner, all or a part
    income = 3,      ///< interest that was paid
    trade = 4,       ///< of Auto Invest
    settlement = 5,  ///< a term is over and was paid out
    refund = 6,      ///< interest of a broken term, back to the house
};

struct Subscription {
    SubscriptionId id;
    ClientId client;
    std::string unique_id;  ///< of the client: names the push channel
    EarnProductId product;
    AssetId asset;
    std::string coin;
    Standing standing;
    Decimal apr;      ///< of its first day; a term keeps it
    Decimal accrued;  ///< all interest of its days, paid or owed
    bool auto_renew = false;
    State state = State::active;
    pg::Time started_at{};
    Day first_day{};
    std::optional<pg::Time> ended_at{};
    std::int64_t content_hash = 0;

    bool flexible() const { return standing.days == 0; }
    /// From a row of earn_subscriptions with the coin's `code` and `user_unique_id`.
    static Subscription from(const pg::Row& row);
};

struct SubscribeRequest {
    EarnProductId product;
    Decimal amount;
    int days = 0;
    bool auto_renew = false;
    std::string key;  ///< idempotency key, or empty
};

/// Moves the amount from SPOT to EARN. Throws not_found, earn_closed, below_minimum, above_maximum
/// and insufficient_balance, in this order, naming the field as it is called on the wire;
/// client_id_reused. The same key again: what it made before. `at` is when it begins.
Subscription subscribe(pg::Transaction& tx, ClientId client, const SubscribeRequest& request,
                       pg::Time at);

struct Redemption {
    SubscriptionId subscription;
    std::optional<Decimal> amount;  ///< of a flexible one; nothing: all
    std::string key;
    bool may_break = false;  ///< the transaction password was right: a term may lose its interest
};

/// Pays back into SPOT: of a flexible subscription a part or all, a term only whole and without its
/// interest; one whose term is over as the job would. Throws not_found, earn_ended,
/// invalid_parameter, insufficient_balance and client_id_reused naming the field;
/// missing_parameter naming transaction_password for a term that runs and may not be broken.
Subscription redeem(pg::Transaction& tx, ClientId client, const Redemption& wanted, pg::Time at);

/// Whether a term begins anew when it is over. Throws not_found, earn_ended; invalid_parameter for
/// a flexible one.
Subscription set_auto_renew(pg::Transaction& tx, ClientId client, SubscriptionId id, bool enabled);

/// The ids, in their order, of all subscriptions with a day that is over, with interest that is
/// owed, whose term is over, or which a debt ends.
std::vector<std::int64_t> all_due(pg::Connection& connection, pg::Time now);

struct Settled {
    std::vector<Subscription> changed;  ///< each with what it is now
    int waiting = 0;                    ///< interest that house:earn cannot pay now
};
/// Counts the days that are over, pays what is owed, and ends or renews terms that are over, of
/// those among `ids` that are due. Where a reversed deposit of the coin could not be taken back, no
/// day brings anything, no term is renewed, and what is flexible goes back to the wallet. What
/// another transaction has locked is left to it.
Settled settle(pg::Transaction& tx, pg::Time now, const std::vector<std::int64_t>& ids);

/// Tells the owner's pages. After the commit.
void announce(pg::Connection& connection, Push& push, const Subscription& subscription);

}  // namespace cambio::earn
