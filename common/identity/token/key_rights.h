#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "money/ids.h"

namespace cambio::token {

/// What a program may do that came by an API key. There is no right to withdraw or to change what
/// guards the account.
struct KeyRights {
    ApiKeyId id;
    bool trade = false;                            ///< else it only reads
    std::optional<std::vector<MarketId>> markets;  ///< where it may trade; nothing: everywhere

    bool may_trade_in(MarketId market) const {
        return trade && (!markets || std::ranges::find(*markets, market) != markets->end());
    }
};

}  // namespace cambio::token
