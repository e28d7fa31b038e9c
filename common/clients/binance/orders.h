#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fcgi/request.h"
#include "settlement/command.h"
#include "settlement/feed.h"

/// Orders in Binance's words.
namespace cambio::binance {

/// Reads a new order's parameters, beside symbol, which is `market`. Throws errors of the catalogue
/// naming the field as Binance calls it.
settlement::PlaceOrder read_order(fcgi::Request& request, const markets::Market& market);

/// How much a new order's reply says.
enum class Detail { ack, result, full };
/// `newOrderRespType`, where not given what Binance gives for that kind of order.
Detail read_detail(fcgi::Request& request, const settlement::PlaceOrder& order);

/// A key of ours where the client brought none: by it the order can be asked for.
std::string make_order_key();
/// `name`, up to 36 letters, digits, '-' and '_'; empty: it was not given.
std::string read_order_key(fcgi::Request& request, std::string_view name);

/// An order that a client names by `orderId` or by `origClientOrderId`.
struct OrderName {
    std::optional<OrderId> id;
    std::string key;
};
OrderName read_order_name(fcgi::Request& request);
std::optional<settlement::Order> find_order(pg::Connection& connection, ClientId client,
                                            MarketId market, const OrderName& name);

/// What became of a new order, as JSON, as all that follows. `trades`, for Detail::full: what it
/// traded as it was placed.
std::string placed(const settlement::Order& order, const markets::Market& market, Detail detail,
                   const std::vector<settlement::Trade>& trades);
/// The same trades, for whoever has not been told by the engine.
std::vector<settlement::Trade> stored_trades(pg::Connection& connection,
                                             const settlement::Order& order);
/// An order that became smaller by the change of that number.
std::string amended(const settlement::Order& order, const markets::Market& market,
                    std::int64_t change);
/// An order that was asked for.
std::string stored(const settlement::Order& order, const markets::Market& market);
/// An order that was cancelled by a request of that key.
std::string cancelled(const settlement::Order& order, const markets::Market& market,
                      const std::string& key);

}  // namespace cambio::binance
