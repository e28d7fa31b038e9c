// Identities of rows, one type for each kind, so that a client's number cannot stand where an
// order's is meant. The database gives them out from 1; 0 is nobody's and means "none".
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace cambio {

template <class Tag>
struct Id {
    std::int64_t value = 0;

    friend constexpr auto operator<=>(Id, Id) = default;
};

using ClientId = Id<struct ClientTag>;
using OrderId = Id<struct OrderTag>;
using MarketId = Id<struct MarketTag>;
using AssetId = Id<struct AssetTag>;
using AccountId = Id<struct AccountTag>;
using SessionId = Id<struct SessionTag>;
using ApiKeyId = Id<struct ApiKeyTag>;
using PriceAlertId = Id<struct PriceAlertTag>;
using TaskId = Id<struct TaskTag>;
using NotificationId = Id<struct NotificationTag>;
using PositionId = Id<struct PositionTag>;
using ConversionId = Id<struct ConversionTag>;
using QuoteId = Id<struct QuoteTag>;
using WithdrawalId = Id<struct WithdrawalTag>;
using EarnProductId = Id<struct EarnProductTag>;
using SubscriptionId = Id<struct SubscriptionTag>;
using PlanId = Id<struct PlanTag>;
using PasskeyId = Id<struct PasskeyTag>;

}  // namespace cambio

template <class Tag>
struct std::hash<cambio::Id<Tag>> {
    std::size_t operator()(cambio::Id<Tag> id) const noexcept {
        return std::hash<std::int64_t>{}(id.value);
    }
};
