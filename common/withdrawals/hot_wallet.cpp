#include "withdrawals/hot_wallet.h"

namespace cambio::withdrawals {

const std::string& hot_address(const Config& config, chain::Kind kind) {
    switch (kind) {
        case chain::Kind::evm:
            return config.hot_ethereum_address;
        case chain::Kind::tron:
            return config.hot_tron_address;
        case chain::Kind::bitcoin:
            break;
    }
    return config.hot_bitcoin_address;
}

}  // namespace cambio::withdrawals
