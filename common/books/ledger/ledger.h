#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"

/// The only code that asks the database to move money: ledger.post() writes transfers and balances,
/// and knows which program's role may post what (common/io/pg/migrations/031_ledger_post.sql).
namespace cambio::ledger {

/// A client's wallets; each has a `held` twin for money reserved by an order, a withdrawal, a
/// margin. `fee_credit` is a promise of the house, in USDT, that pays trading fees and nothing
/// else.
enum class Wallet { spot = 1, future = 2, funding = 3, earn = 4, fee_credit = 5 };

/// What a transfer is for, by the number that is stored.
enum class Kind {
#define X(name, number) name = number,
#include "ledger/kinds.def"
#undef X
};

enum class House { liquidity, fees, earn, rewards, insurance, dust, demo };

/// Finds or makes the account. A new one is part of the transaction; two transactions that make the
/// same one at once get the same.
AccountId client_account(pg::Transaction& tx, ClientId client, Wallet wallet, bool held,
                         AssetId asset);
AccountId house_account(pg::Transaction& tx, House house, AssetId asset);
/// The outside world of one network, `chain:<network>`; may be negative.
AccountId chain_account(pg::Transaction& tx, std::string_view network, AssetId asset);

/// Moves `amount` (> 0) from `debit` to `credit`, both of one asset. Locks both accounts in order
/// of id. Throws Error{insufficient_balance} when debit may not become negative and would; what
/// else does not fit (zero, one account, two assets) is a bug and throws std::logic_error.
void transfer(pg::Transaction& tx, AccountId debit, AccountId credit, Decimal amount, Kind kind,
              std::int64_t reference);

/// Several transfers at once: all accounts are locked in order of id, each balance is changed once.
/// A movement of 0 is left out. Throws as transfer does; only what all of them come to counts for
/// who can pay.
struct Movement {
    AccountId debit;
    AccountId credit;
    Decimal amount;
    Kind kind;
    std::int64_t reference;
};
void transfer_all(pg::Transaction& tx, const std::vector<Movement>& movements);

Decimal balance(pg::Transaction& tx, AccountId account);

/// Locks accounts in order of id and returns their balances. A transaction of several transfers
/// begins with it, so that two of them never wait for each other in a circle.
std::map<AccountId, Decimal> lock(pg::Transaction& tx, const std::vector<AccountId>& accounts);

/// The six proofs of the audit; no finding: passed.
struct AuditReport {
    bool passed = false;
    bool everything = true;  ///< every transfer was read, and not only those since the last audit
    std::int64_t accounts = 0, transfers = 0;
    std::vector<std::string> findings;  ///< each names the account, asset or client that is wrong
};
/// Reads all transfers in one repeatable-read snapshot, which takes minutes on a long ledger;
/// meanwhile no old version of a balance can be cleared away, so orders become dearer.
AuditReport audit(pg::Connection& connection);

enum class AuditReach {
    since_last,  ///< everything as well where the last time was before 02:00 UTC of today, or never
    everything,
};
/// The same proofs for the job audit_ledger, whose role alone may write the sums that it carries
/// from one time to the next: short snapshots, and of transfers only those since the last time.
/// What was changed in older ones is found when everything is read. What the sums find wrong is
/// proved by audit(), whose report then is the result. Not for two at once.
///
/// `standby` connects to a standby, where everything is read then; null: there is none. Where it
/// cannot be read, or its sums do not prove the books, everything is read where they are.
AuditReport audit_by_sums(pg::Connection& connection, AuditReach reach,
                          const std::function<pg::Connection()>& standby = nullptr);

/// How often audit_ledger proves the books.
inline constexpr std::chrono::hours audit_period{1};

/// An audit that is noted for later than this was noted by a clock that was ahead.
inline constexpr std::chrono::minutes audit_ahead{5};

/// What the last written audit says of the books now. One that is older than two periods says
/// nothing any more, nor does one that is yet to come; whatever is not `passed` stops what leaves.
enum class Proof { never, failed, overdue, passed };
struct LastAudit {
    Proof proof = Proof::never;
    std::optional<pg::Time> at;
    std::chrono::seconds age{0};  ///< by the database's clock
};
LastAudit last_audit(pg::Connection& connection);

}  // namespace cambio::ledger
