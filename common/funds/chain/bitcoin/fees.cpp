#include "chain/bitcoin/fees.h"

#include <algorithm>

#include "money/decimal.h"

namespace cambio::chain {

bool may_replace(const BitcoinFee& replacing, const BitcoinFee& replaced,
                 std::uint64_t replaced_all) {
    const bool dearer = static_cast<uint128>(replacing.satoshi) * replaced.size >
                        static_cast<uint128>(replaced.satoshi) * replacing.size;
    return dearer && replacing.satoshi >= replaced_all + replacing.size;
}

std::uint64_t least_replacing_rate(const BitcoinFee& replaced, std::uint64_t replaced_all) {
    return BitcoinFee{replaced_all + replaced.size, replaced.size}.rate();
}

std::uint64_t usual_replacing_rate(const BitcoinFee& replaced) {
    return std::max(replaced.rate() + 1, replaced.rate() * 5 / 4);
}

}  // namespace cambio::chain
