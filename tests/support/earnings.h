#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "earn/subscriptions.h"
#include "support/builders.h"

namespace cambio::test {

/// A product of a coin; a second one of the same coin changes it.
EarnProductId make_product(World& world, const std::string& coin, std::string_view apr,
                           std::string_view minimum = "1", std::string_view maximum = "100000");

/// A subscription as the call earn/store makes it, `days_ago` days before now. The client has to
/// have the amount in the SPOT wallet.
struct Subscribe {
    EarnProductId product;
    std::string amount = "1000";
    int days = 0;
    bool auto_renew = false;
    int days_ago = 0;
};
SubscriptionId subscribe(World& world, const Person& person, const Subscribe& wanted);

/// What is stored of it.
earn::Subscription read(World& world, SubscriptionId subscription);

}  // namespace cambio::test
