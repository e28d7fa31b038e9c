#include "chain/bitcoin/coins.h"

namespace cambio::chain {

std::vector<Coins::Moved> BitcoinCoins::block(const std::string& hash) {
    std::vector<Moved> all;
    for (const auto& transaction : node_.block(hash).transactions) {
        Moved moved;
        moved.txid = transaction.txid;
        for (const auto& input : transaction.inputs) moved.spends.push_back(input);
        for (std::size_t i = 0; i < transaction.outputs.size(); ++i) {
            const auto& output = transaction.outputs[i];
            if (output.script == script_ && !transaction.coinbase && output.value > 0)
                moved.pays.push_back({static_cast<std::uint32_t>(i), output.value});
        }
        all.push_back(std::move(moved));
    }
    return all;
}

}  // namespace cambio::chain
