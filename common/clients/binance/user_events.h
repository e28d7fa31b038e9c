#pragma once

#include <json/value.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "money/decimal.h"

/// What becomes of a client's orders and coins, as Binance's clients hear it.
namespace cambio::binance {

/// What a client who listens was told last. It is fed with looks, each of which shows the client's
/// orders, trades and coins of one moment (/internal/user-data of handlers/binance); looks may
/// overlap, and what happens between two of them is told once.
class UserView {
  public:
    /// What the first look shows is what is known: nothing of it is told.
    explicit UserView(const Json::Value& look);

    /// The events that lead to this look, oldest first: executionReport, listStatus,
    /// outboundAccountPosition, balanceUpdate. `now`: milliseconds since 1970.
    std::vector<Json::Value> changes(const Json::Value& look, std::int64_t now);

    /// The parameters of the next look, as JSON.
    std::string question() const;

  private:
    struct Known {
        Decimal filled{}, filled_total{}, fee{};
        bool open = false;
        bool working = false;
        std::int64_t list = -1;
    };
    struct Coin {
        Decimal free, locked;
        bool operator==(const Coin&) const = default;
    };
    /// A pair of orders.
    struct List {
        bool open = false;                         ///< one of them is
        std::map<std::int64_t, std::string> legs;  ///< clientOrderId by orderId
    };
    using Sums = std::map<std::string, Decimal>;

    static Known known_of(const Json::Value& order);
    static std::map<std::string, Coin> coins_of(const Json::Value& look);
    void take(const Json::Value& look);
    void tell_order(const Json::Value& order, std::int64_t now, std::vector<Json::Value>& events,
                    Sums& traded);
    void tell_lists(const Json::Value& look, std::int64_t now, std::vector<Json::Value>& events);
    void tell_coins(const Json::Value& look, const Sums& traded, std::int64_t now,
                    std::vector<Json::Value>& events);

    std::map<std::int64_t, Known> orders_;
    std::map<std::string, Coin> coins_;
    std::map<std::int64_t, List> lists_;  ///< by number
    std::int64_t after_ = 0;
    std::int64_t time_ = 0;
};

}  // namespace cambio::binance
