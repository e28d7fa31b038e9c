#pragma once

#include <cstdint>
#include <vector>

#include "ledger/ledger.h"

/// Fees that were charged in full and of which house:fees may owe a part (fees_owed): what fee
/// credit pays back, and the referrer's share. They stand in the books, for whoever charges a fee
/// and whoever pays out of it know nothing of each other. The job settle_fees pays them.
namespace cambio::ledger {

struct OwedFee {
    ClientId client;
    std::int64_t reference = 0;  ///< of the order or the position that it was charged for
    AssetId asset;
    Wallet wallet = Wallet::spot;  ///< from which it was paid; a refund goes there
    Decimal fee;
    Decimal worth;  ///< in USDT
};
void owe_fee(pg::Transaction& tx, const OwedFee& fee);

/// These were paid. Throws pg::WrongRowCount where one of them is not there. `ids`: fees_owed.id.
void owe_no_more(pg::Transaction& tx, const std::vector<std::int64_t>& ids);

}  // namespace cambio::ledger
