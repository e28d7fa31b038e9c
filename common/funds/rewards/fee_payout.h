#pragma once

#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "ledger/batch.h"

/// What becomes of fees after they were charged in full: fee credit pays them back, and referrers
/// get their share of the rest.
namespace cambio::rewards {

/// The fees of one order or position, all in one asset.
struct Charge {
    ClientId client;
    std::int64_t reference = 0;  ///< of the order or the position, for the ledger
    AssetId asset;
    ledger::Wallet wallet = ledger::Wallet::spot;  ///< from which it was paid; a refund goes there
    Decimal fee;
    Decimal worth;                     ///< in USDT
    std::optional<AccountId> credit;   ///< the client's fee credit, where it has any
    std::optional<ClientId> referrer;  ///< who earns a share
};

/// Pays what belongs to these fees, within the caller's transaction: each fee first from the
/// client's credit, in the order given, then referrer_share of the rest to the referrer's SPOT
/// wallet. Of a fee for which house:fees has too little nothing is paid, and no credit is used. The
/// connection knows the statements of ledger::Batch.
class FeePayout {
  public:
    FeePayout(pg::Transaction& tx, AssetId usdt) : tx_{tx}, usdt_{usdt} {}

    /// The places in `charges` of those that were not paid.
    std::vector<std::size_t> pay(const std::vector<Charge>& charges);

  private:
    void lock_accounts(const std::vector<Charge>& charges);
    AccountId account(ClientId client, ledger::Wallet wallet, AssetId asset);
    bool pay(const Charge& charge);
    void write();

    pg::Transaction& tx_;
    const AssetId usdt_;
    AccountId house_rewards_;
    std::map<AssetId, AccountId> fees_;
    std::map<std::tuple<ClientId, ledger::Wallet, AssetId>, AccountId> clients_;
    std::map<AccountId, ledger::Account> accounts_;  ///< they stay where they are, as a batch asks
    std::map<std::tuple<ClientId, ClientId, AssetId>, Decimal> shares_;
    ledger::Batch transfers_;
};

}  // namespace cambio::rewards
