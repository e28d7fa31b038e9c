#pragma once

#include <json/value.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "binance/orders.h"
#include "fcgi/request.h"
#include "settlement/command.h"

/// Pairs of orders of which one ends the other (OCO), which Binance calls order lists. The engine
/// has those of a limit order that must rest and a stop order with a limit.
namespace cambio::binance {

/// Reads a new pair's parameters, beside symbol, which is `market`: those of `orderList/oco`, by
/// what lies above and below the price. Keys that the client did not bring are made of one that it
/// did, so that the same request has the same keys. Throws errors of the catalogue naming the field
/// as Binance calls it.
settlement::PlaceOrder read_list(fcgi::Request& request, const markets::Market& market);
/// The same for `order/oco`, which names the legs by what they are.
settlement::PlaceOrder read_old_list(fcgi::Request& request, const markets::Market& market);
/// `newOrderRespType`, where not given all but trades.
Detail read_list_detail(fcgi::Request& request);

/// A pair that a client names by `orderListId`, by its key, or by both.
struct ListName {
    std::optional<OrderId> id;
    std::string key;
};
/// `key_name`: what the call calls the key. Throws missing_parameter naming orderListId.
ListName read_list_name(fcgi::Request& request, std::string_view key_name);

/// The legs of a pair, the limit leg first.
using Legs = std::vector<settlement::Order>;
/// Empty: that client has none of that name.
Legs find_list(pg::Connection& connection, ClientId client, const ListName& name);
/// Orders, of which those of one pair stand together, pair by pair.
std::vector<Legs> lists_of(const pg::Result& orders);

/// A pair that was asked for, as JSON, as all that follows.
std::string stored_list(const Legs& legs, const markets::Market& market);
/// What became of a new pair.
std::string placed_list(const Legs& legs, const markets::Market& market, Detail detail);
/// A pair that was cancelled by a request of that key.
std::string cancelled_list(const Legs& legs, const markets::Market& market, const std::string& key);

}  // namespace cambio::binance
