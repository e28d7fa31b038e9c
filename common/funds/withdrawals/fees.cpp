#include "withdrawals/fees.h"

namespace cambio::withdrawals {

std::vector<Decimal> shares_of(Decimal fee, std::size_t number) {
    constexpr int128 satoshi = 10'000'000'000;
    const int128 units = fee.units();
    const int128 each = units / satoshi / static_cast<int128>(number) * satoshi;
    std::vector<Decimal> shares(number, Decimal::from_units(each));
    shares.front() = Decimal::from_units(units - each * static_cast<int128>(number - 1));
    return shares;
}

}  // namespace cambio::withdrawals
