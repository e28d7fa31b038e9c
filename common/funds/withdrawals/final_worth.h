#pragma once

#include <optional>
#include <vector>

#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"

/// What may leave an account: worth that is final. A deposit that a reorganisation can still take
/// back may be traded, converted and moved between wallets, but neither it nor what came of it
/// leaves; the same holds for a reward that rests. This is the one place that says how much that
/// is.
namespace cambio::withdrawals {

/// What a client has of one coin, as far as it counts here.
struct Holding {
    AssetId asset;
    /// In SPOT, FUTURE and FUNDING with what orders hold, less what open withdrawals take. Margins
    /// are at stake and may be gone any moment; what lies in EARN cannot be taken back at once.
    Decimal own;
    /// Credited by deposits that are not final, what a reorganisation could not take back, and
    /// rewards of tasks that rest.
    Decimal not_final;
    /// USDT for one (> 0); nothing: no price can be trusted now.
    std::optional<Decimal> price;
};

/// How much of `asset` may leave, of which `balance` lies free in SPOT. What is not final has to be
/// covered in kind, and what is missing of it by the worth of the client's other coins. While the
/// price of a coin that is missing is not known, nothing leaves. Pure.
Decimal may_leave(const std::vector<Holding>& holdings, AssetId asset, Decimal balance);

std::vector<Holding> read_holdings(pg::Transaction& tx, ClientId client, int stale_after_ms);

/// What the client may withdraw of a coin now. It holds until the transaction ends where the
/// client's row is locked: whatever else moves the client's money leaves its worth as it is.
Decimal available(pg::Transaction& tx, ClientId client, AssetId asset, int stale_after_ms);

/// Whether an amount that an open withdrawal holds may leave still, by the same reckoning. Nothing:
/// it may not as things stand, and the price of one of the client's coins is not known now.
std::optional<bool> may_still_leave(pg::Transaction& tx, ClientId client, AssetId asset,
                                    Decimal amount, int stale_after_ms);

}  // namespace cambio::withdrawals
