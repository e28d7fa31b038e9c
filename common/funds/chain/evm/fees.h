#pragma once

#include <optional>

#include "money/decimal.h"

/// What a transaction offers an EVM network: pure.
namespace cambio::chain {

/// Wei for each unit of gas.
struct EvmFees {
    uint128 max = 0, priority = 0;

    bool operator==(const EvmFees&) const = default;
};

/// What to offer at the node's gas price, never more than `ceiling`. What replaces another
/// transaction offers an eighth more than that one, of both: nodes ask for a tenth. Nothing: it
/// would have to be more than the ceiling.
std::optional<EvmFees> evm_fees(uint128 price, uint128 ceiling,
                                const std::optional<EvmFees>& replaced = {});

}  // namespace cambio::chain
