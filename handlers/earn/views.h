#pragma once

#include <json/value.h>

#include <string_view>

#include "earn/plans.h"
#include "earn/products.h"
#include "pg/pg.h"

/// How things of Earn look on the wire, where two calls show the same.
namespace cambio::earn {

/// Every product, in the order of listing.
Json::Value product_views(pg::Connection& connection);

/// One subscription of the client, as GET stake lists it. Throws not_found.
Json::Value subscription_view(pg::Connection& connection, ClientId client, SubscriptionId id);

/// One plan of the client, as GET earn/auto-invest lists it. Throws not_found.
Json::Value plan_view(pg::Connection& connection, ClientId client, PlanId id);

/// The least that a plan may spend each time, so that each coin's part meets its market's minimum.
Decimal smallest_amount(Decimal minimum_total, int percent);
/// The most that a plan may spend each time, USDT.
inline const Decimal largest_amount = Decimal::of(100'000);

}  // namespace cambio::earn
