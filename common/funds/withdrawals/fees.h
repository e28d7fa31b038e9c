#pragma once

#include <cstddef>
#include <vector>

#include "money/decimal.h"

/// What withdrawals pay of their transaction's fee: pure.
namespace cambio::withdrawals {

/// A network's fee by the number of withdrawals that one transaction has paid, in whole units of
/// 10^-8; what does not come out even is the first one's. Their sum is the fee.
std::vector<Decimal> shares_of(Decimal fee, std::size_t number);

}  // namespace cambio::withdrawals
